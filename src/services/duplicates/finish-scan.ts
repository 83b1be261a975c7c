// Stores the result of a scan: the signals, the decision, the comment and all counters, in one transaction.

import type { Deps, Tx } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { cutOffsOf } from '#domain/duplicates/cut-offs.js'
import { duplicatesV2 } from '#domain/duplicates/duplicates.v2.js'
import type { Match } from '#domain/duplicates/report.js'
import {
  type DuplicateFacts,
  duplicateInputs,
  duplicatePairsIn,
  roundedSimilarity,
  verdictOfPairs
} from '#domain/duplicates/verdict.js'
import { talliesOfIssue } from '#domain/mirror/tallies.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { changeTallied } from '#store/counters/tallies.js'
import {
  type ComparedIssue,
  issueNumbersOf,
  lockComparedIssue,
  saveComparison
} from '#store/duplicates/compared-issues.js'
import { linkDecision, type SignalRow, signalAnswers, signalsAbout } from '#store/duplicates/signals.js'
import { lockRepository } from '#store/mirror/mirror.js'
import type { ResolvedConfig } from '../configuration/resolve.js'
import { evaluateGuards, type GuardEvaluation, type GuardInput } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'
import { commentDuplicates } from './comments.js'
import { type KnownSignals, NO_PAIRS, type SavedPairs, savePairs } from './save-pairs.js'
import { recordSignalActivity } from './signals.js'

export interface ScanTrigger {
  triggerEvent: string
  /** Null if the scan is part of a backfill. */
  jobId: string | null
  /** A quiet scan posts nothing on the host, and records a decision only if it found duplicates. */
  isQuiet: boolean
}

export interface DuplicateScan {
  /** The issue as it was when it was compared. */
  issue: ComparedIssue
  config: ResolvedConfig
  matches: readonly Match[]
  /** The number of indexed issues. */
  indexed: number
  trigger: ScanTrigger
}

/** `changed`: the issue was edited since it was compared; `over`: there is nothing left to do. */
export type ScanOutcome = { is: 'changed' | 'over' } | { is: 'settled'; found: number }

/** Scanned by the same job before, or at this revision by another one. */
export function isScanned(issue: ComparedIssue, { jobId, isQuiet }: ScanTrigger): boolean {
  const isOfJob = jobId !== null && issue.dupJobId === jobId
  return isOfJob || issue.dupRevision === issue.revision || (isQuiet && issue.dupCheckAt !== null)
}

/** The latest answers of a repository; older ones say little about its current preference. */
const MOST_ANSWERS = 1_000

export async function finishScan(deps: Deps, tx: Tx, scan: DuplicateScan): Promise<ScanOutcome> {
  const held = await lockScannedIssue(tx, scan)
  if (held === 'changed' || held === 'over') return { is: held }
  const evaluation = await evaluateGuards(deps, tx, scanGuardInput(held), scan.config)
  const known = await loadKnownSignals(tx, held)
  const facts = await loadFacts(tx, scan, known)
  const verdict = verdictOfPairs(evaluation.verdict, facts)
  const wasCompared = facts.isOpen && ['acted', 'dry_run'].includes(evaluation.verdict.decision)
  const at = deps.now()
  const saved = wasCompared
    ? await savePairs(tx, { held, matches: scan.matches, pairs: duplicatePairsIn(facts), known, at })
    : NO_PAIRS
  await noteComparison(tx, held, { wasCompared, at, jobId: scan.trigger.jobId })
  const finished = { scan, evaluation, verdict, facts, saved, wasCompared, at }
  if (!scan.trigger.isQuiet || saved.pairs > 0) await recordScanDecision(deps, tx, finished)
  await recordSignalActivity(tx, held.repoId, saved.changed)
  return { is: 'settled', found: saved.pairs }
}

async function lockScannedIssue(
  tx: Tx,
  { issue, trigger }: DuplicateScan
): Promise<ComparedIssue | 'changed' | 'over'> {
  const repository = await lockRepository(tx, issue.repoId)
  const held = await lockComparedIssue(tx, issue.hostId)
  if (!held || held.goneAt !== null || isScanned(held, trigger)) return 'over'
  if (held.repoId !== issue.repoId || held.revision !== issue.revision) return 'changed'
  return repository?.live ? held : 'over'
}

function scanGuardInput({ repoId, number, author }: ComparedIssue): GuardInput {
  return {
    repoId,
    pillar: 'triage',
    issue: number,
    needs: ['pillars.triage.duplicate_detection'],
    lease: 'free',
    event: { branch: null, author, files: null }
  }
}

/** Signals by the other issue; among several for one pair, the current or the latest one. */
async function loadKnownSignals(tx: Tx, { hostId }: ComparedIssue): Promise<KnownSignals> {
  const known = new Map<number, SignalRow>()
  for (const row of await signalsAbout(tx, [hostId])) {
    const other = row.sourceIssueId === hostId ? row.targetIssueId : row.sourceIssueId
    if (!known.has(other)) known.set(other, row)
  }
  return known
}

/** Issues deleted since the search are no candidates. */
async function loadFacts(
  tx: Tx,
  { issue, matches, indexed }: DuplicateScan,
  known: KnownSignals
): Promise<DuplicateFacts> {
  const ids = matches.map(({ id }) => id)
  const numbers = await issueNumbersOf(tx, issue.repoId, ids)
  const compared = matches.flatMap(({ id, similarity }) => {
    const number = numbers.get(id)
    if (number === undefined) return []
    const status = known.get(id)?.status ?? null
    return [{ issueId: id, number, similarity: roundedSimilarity(similarity), known: status }]
  })
  const cutOffs = cutOffsOf(await signalAnswers(tx, issue.repoId, MOST_ANSWERS))
  return { isOpen: issue.state === 'open', indexed, cutOffs, compared }
}

interface ComparisonNote {
  wasCompared: boolean
  at: Date
  jobId: string | null
}

async function noteComparison(
  tx: Tx,
  held: ComparedIssue,
  { wasCompared, at, jobId }: ComparisonNote
): Promise<void> {
  const columns = wasCompared ? { dupCheckAt: at, dupRevision: held.revision } : {}
  const after = { ...held, ...columns, dupJobId: jobId ?? held.dupJobId }
  await changeTallied(tx, async (tallied) => {
    await saveComparison(tallied, after)
    return [{ repoId: held.repoId, tallies: tallyDifference(talliesOfIssue(held), talliesOfIssue(after)) }]
  })
}

interface FinishedScan {
  scan: DuplicateScan
  evaluation: GuardEvaluation
  verdict: Verdict
  facts: DuplicateFacts
  saved: SavedPairs
  wasCompared: boolean
  at: Date
}

async function recordScanDecision(deps: Deps, tx: Tx, finished: FinishedScan): Promise<void> {
  const { scan, evaluation, verdict, facts, saved, wasCompared, at } = finished
  const { issue, trigger, config } = scan
  const { repoId, number } = issue
  const decisionId = await recordDecision(tx, {
    ...verdict,
    repoId,
    source: 'triage',
    triggerEvent: trigger.triggerEvent,
    targetType: 'issue',
    targetNumber: number,
    pillar: 'triage',
    inputs: { ...evaluation.inputs, ...duplicateInputs(facts) },
    configUsed: evaluation.configUsed,
    configVersion: evaluation.configVersion,
    waiverId: evaluation.waiverId,
    evaluator: duplicatesV2,
    createdAt: at
  })
  const ids = saved.inserted.map(({ id }) => id)
  await linkDecision(tx, ids, decisionId)
  if (!wasCompared || trigger.isQuiet || !config.config.pillars.triage.auto_comment) return
  // There was never a comment.
  if (saved.signals.length === 0 && issue.dupCheckAt === null) return
  await commentDuplicates(deps, tx, {
    repoId,
    issueId: issue.hostId,
    number,
    signals: saved.signals,
    decisionId
  })
}
