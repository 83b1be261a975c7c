// Stores the result of a scan: the signals, the decision, the comment and all counters, in one transaction.

import type { Deps, Tx } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import { cutOffsOf } from '#domain/duplicates/cut-offs.js'
import { duplicatesV2 } from '#domain/duplicates/duplicates.v2.js'
import type { Match } from '#domain/duplicates/report.js'
import {
  type DuplicateFacts,
  type DuplicatePair,
  duplicateInputs,
  duplicatePairsIn,
  roundedSimilarity,
  signalEvidenceOf,
  verdictOfPairs
} from '#domain/duplicates/verdict.js'
import { talliesOfIssue } from '#domain/mirror/tallies.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { SIMILARITY_PARTS } from '#schemas/duplicates/duplicates.js'
import { changeTallied } from '#store/counters/tallies.js'
import {
  type ComparedIssue,
  issueNumbersOf,
  lockComparedIssue,
  saveComparison
} from '#store/duplicates/compared-issues.js'
import {
  endSignals,
  insertSignals,
  linkDecision,
  type SignalRow,
  saveSignal,
  signalAnswers,
  signalsAbout
} from '#store/duplicates/signals.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { countWaiverUse } from '#store/waivers/waivers.js'
import type { ResolvedConfig } from '../configuration/resolve.js'
import { decisiveWaiver, evaluateGuards, type GuardEvaluation, type GuardInput } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'
import { commentDuplicates } from './comments.js'
import { changeSignals, recordSignalActivity } from './signals.js'

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
  asker: ScanTrigger
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

export async function finishScan(deps: Deps, tx: Tx, search: DuplicateScan): Promise<ScanOutcome> {
  const held = await lockScannedIssue(tx, search)
  if (held === 'changed' || held === 'over') return { is: held }
  const judgement = await evaluateGuards(deps, tx, scanGuardInput(held), search.config)
  const known = await loadKnownSignals(tx, held)
  const comparing = await loadComparing(tx, search, known)
  const verdict = verdictOfPairs(judgement.verdict, comparing)
  const hasLooked = comparing.isOpen && ['acted', 'dry_run'].includes(judgement.verdict.decision)
  const at = deps.now()
  const kept = hasLooked
    ? await savePairs(tx, { held, search, pairs: duplicatePairsIn(comparing), known, at })
    : NOTHING
  await noteComparison(tx, held, { hasLooked, at, jobId: search.asker.jobId })
  const settled = { search, judgement, verdict, comparing, kept, hasLooked, at }
  if (!search.asker.isQuiet || kept.pairs > 0) await recordScanDecision(deps, tx, settled)
  await recordSignalActivity(tx, held.repoId, kept.changed)
  return { is: 'settled', found: kept.pairs }
}

async function lockScannedIssue(
  tx: Tx,
  { issue, asker }: DuplicateScan
): Promise<ComparedIssue | 'changed' | 'over'> {
  const repository = await lockRepository(tx, issue.repoId)
  const held = await lockComparedIssue(tx, issue.hostId)
  if (!held || held.goneAt !== null || isScanned(held, asker)) return 'over'
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

type KnownSignals = ReadonlyMap<number, SignalRow>

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
async function loadComparing(
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

interface SavedPairs {
  /** The number of duplicate pairs. */
  pairs: number
  /** New signals. */
  inserted: SignalRow[]
  /** All changed signals, for the activity feed. */
  changed: SignalRow[]
  /** All current signals of the issue. */
  own: SignalRow[]
}

const NOTHING: SavedPairs = { pairs: 0, inserted: [], changed: [], own: [] }

interface PairsToSave {
  held: ComparedIssue
  search: DuplicateScan
  pairs: readonly DuplicatePair[]
  known: KnownSignals
  at: Date
}

/** A pair has one row, whichever of its issues was scanned. Pending signals that were not found again end. */
async function savePairs(tx: Tx, keeping: PairsToSave): Promise<SavedPairs> {
  const { held, pairs, known, at } = keeping
  const again = pairs.flatMap(({ issueId }) => known.get(issueId) ?? [])
  const sourceIds = [...new Set([held.hostId, ...again.map((row) => row.sourceIssueId)])]
  const found = new Set(pairs.map(({ issueId }) => issueId))
  let [inserted, ended]: SignalRow[][] = [[], []]
  const after = await changeSignals(tx, { repoId: held.repoId, sourceIds }, async (tallied, before) => {
    const lost = before.filter(
      (row) => row.sourceIssueId === held.hostId && row.status === 'pending' && !found.has(row.targetIssueId)
    )
    ended = await endSignals(
      tallied,
      lost.map(({ id }) => id),
      at
    )
    for (const pair of pairs) {
      const row = known.get(pair.issueId)
      if (row) await saveSignal(tallied, renewed(row, pair, keeping))
    }
    inserted = await insertSignals(
      tallied,
      pairs.filter(({ issueId }) => !known.has(issueId)).map((pair) => newSignal(pair, keeping))
    )
  })
  const touched = new Set([...again, ...(inserted ?? [])].map(({ id }) => id))
  return {
    pairs: pairs.length,
    inserted: inserted ?? [],
    changed: [...(ended ?? []), ...after.filter(({ id }) => touched.has(id))],
    own: after.filter((row) => row.sourceIssueId === held.hostId)
  }
}

/** An answered signal keeps its status; only its similarity is updated. */
function renewed(row: SignalRow, pair: DuplicatePair, keeping: PairsToSave): SignalRow {
  const fresh = {
    ...row,
    ...similarityColumns(pair, keeping),
    updatedAt: keeping.at,
    goneAt: null,
    live: true
  }
  return row.status === 'pending' ? { ...fresh, kind: pair.kind } : fresh
}

function newSignal(pair: DuplicatePair, keeping: PairsToSave) {
  const { held, at } = keeping
  return {
    repoId: held.repoId,
    sourceIssueId: held.hostId,
    targetIssueId: pair.issueId,
    kind: pair.kind,
    ...similarityColumns(pair, keeping),
    status: 'pending' as const,
    decisionId: null,
    resolvedBy: null,
    resolvedAt: null,
    byPerson: false,
    createdAt: at,
    updatedAt: at,
    goneAt: null,
    live: true
  }
}

function similarityColumns({ issueId, similarity }: DuplicatePair, { search }: PairsToSave) {
  const match = search.matches.find(({ id }) => id === issueId)
  if (!match) throw new Error('a pair comes of a match')
  const parts = Math.round(similarity * SIMILARITY_PARTS)
  return { similarity: parts, evidence: JSON.stringify(signalEvidenceOf(match)) }
}

interface ComparisonNote {
  hasLooked: boolean
  at: Date
  jobId: string | null
}

async function noteComparison(
  tx: Tx,
  held: ComparedIssue,
  { hasLooked, at, jobId }: ComparisonNote
): Promise<void> {
  const looked = hasLooked ? { dupCheckAt: at, dupRevision: held.revision } : {}
  const after = { ...held, ...looked, dupJobId: jobId ?? held.dupJobId }
  await changeTallied(tx, async (tallied) => {
    await saveComparison(tallied, after)
    return [{ repoId: held.repoId, tallies: tallyDifference(talliesOfIssue(held), talliesOfIssue(after)) }]
  })
}

interface FinishedScan {
  search: DuplicateScan
  judgement: GuardEvaluation
  verdict: Verdict
  comparing: DuplicateFacts
  kept: SavedPairs
  hasLooked: boolean
  at: Date
}

async function recordScanDecision(deps: Deps, tx: Tx, settled: FinishedScan): Promise<void> {
  const { search, judgement, verdict, comparing, kept, hasLooked, at } = settled
  const { issue, asker, config } = search
  const { repoId, number } = issue
  const decisionId = await recordDecision(tx, {
    ...verdict,
    repoId,
    source: 'triage',
    triggerEvent: asker.triggerEvent,
    targetType: 'issue',
    targetNumber: number,
    pillar: 'triage',
    inputs: { ...judgement.inputs, ...duplicateInputs(comparing) },
    configUsed: judgement.configUsed,
    configVersion: judgement.configVersion,
    waiverId: judgement.waiverId,
    evaluator: duplicatesV2,
    createdAt: at
  })
  const ids = kept.inserted.map(({ id }) => id)
  await linkDecision(tx, ids, decisionId)
  const waiverId = decisiveWaiver(judgement)
  if (waiverId !== null) await countWaiverUse(tx, waiverId, at)
  if (!hasLooked || asker.isQuiet || !config.config.pillars.triage.auto_comment) return
  // There was never a comment.
  if (kept.own.length === 0 && issue.dupCheckAt === null) return
  await commentDuplicates(deps, tx, { repoId, issueId: issue.hostId, number, signals: kept.own, decisionId })
}
