// What comes of an attempt once it is judged: its row, the decision, the proposal and the feed, in one transaction.
import type { DecisionWord } from '../../../schemas/decisions.js'
import type { FixError } from '../../../schemas/fix-words.js'
import type { Deps, Tx } from '../../deps.js'
import { confidenceOf, riskWord, shownConfidence } from '../../domain/fix/grades.js'
import { bodyOf, keptText, messageOf, type Proposal, titleOf } from '../../domain/fix/texts.js'
import { FIX_EVALUATOR } from '../../domain/fix/verdict.js'
import { type FixRow, lockFix, type NewFixRow } from '../../store/fix.js'
import { lockRepository } from '../../store/mirror.js'
import { countWaiverUse } from '../../store/waivers.js'
import { recordDecision } from '../decisions.js'
import { proposePatch } from '../patches.js'
import type { Analyzed, Asked, Grounds, Patched } from './grounds.js'
import { beginNext, keepFix, noteFix } from './keeping.js'

interface Judged extends Asked {
  grounds: Grounds
}

/** The caller holds the repository and the attempt. */
export async function conclude(deps: Deps, tx: Tx, judged: Judged): Promise<void> {
  const { fix, grounds } = judged
  const { next, error } = grounds.judgement.plan
  const at = deps.now()
  if (error === 'waived' && grounds.waiverId !== null) await countWaiverUse(tx, grounds.waiverId, at)
  const found = { ...foundIn(judged), decisionId: await decide(tx, judged, at), heldBy: null, updatedAt: at }
  const kept =
    next === 'submit'
      ? await submit(deps, tx, judged, found)
      : await keepFix(tx, fix, {
          ...found,
          status: next === 'failed' ? 'failed' : 'rejected',
          ...byError(fix, error),
          reason: grounds.judgement.reason,
          finishedAt: at
        })
  await beginNext(deps, tx, fix.repoId)
  await noteFix(tx, kept)
}

/** What the configuration has made a dry run is one as much as what was asked for as one. */
const byError = ({ dryRun }: FixRow, error: FixError | null) => ({
  error,
  dryRun: dryRun || error === 'dry_run'
})

function foundIn({ analysis, patch }: Judged): Partial<NewFixRow> {
  if (!analysis) return {}
  const { complexity } = analysis
  const ofAnalysis = {
    complexity,
    confidence: confidenceOf(complexity),
    explanation: keptText(patch?.explanation ?? analysis.explanation)
  }
  if (!patch) return ofAnalysis
  const { risk, lines, files } = patch
  const filesChanged = files.filter(({ before, after }) => before !== after).map(({ path }) => path)
  const ofPatch = { riskScore: risk, riskLevel: riskWord(risk), linesChanged: lines, filesChanged }
  return { ...ofAnalysis, ...ofPatch }
}

function decide(tx: Tx, { fix, config, grounds }: Judged, at: Date): Promise<number> {
  const { judgement, inputs, configUsed, waiverId } = grounds
  return recordDecision(tx, {
    decision: judgement.decision,
    reason: judgement.reason,
    conditions: judgement.conditions,
    plan: { ...judgement.plan },
    ...about(fix),
    ...{ inputs, configUsed, waiverId },
    configVersion: config.version,
    commitSha: fix.baseSha,
    evaluator: FIX_EVALUATOR,
    createdAt: at
  })
}

const about = ({ repoId, issueNumber }: FixRow) => ({
  repoId,
  source: 'issue_fix' as const,
  triggerEvent: FIX_EVENT,
  targetType: 'issue' as const,
  targetNumber: issueNumber,
  pillar: 'issue_fix'
})

/** As decisions name what gives rise to an attempt. */
export const FIX_EVENT = 'api.fix'

async function submit(deps: Deps, tx: Tx, judged: Judged, found: Partial<NewFixRow>): Promise<FixRow> {
  const { fix, config, analysis, patch } = judged
  const { baseBranch, baseSha } = fix
  if (!analysis || !patch || baseBranch === null || baseSha === null)
    throw new Error('nothing is submitted before there is a patch')
  const kept = await keepFix(tx, fix, { ...found, reason: null })
  const proposal = proposalOf(deps, fix, analysis, patch)
  const actionId = await proposePatch(
    deps,
    tx,
    {
      pillar: 'issue_fix',
      files: patch.files,
      repoId: fix.repoId,
      source: 'issue_fix',
      sourceId: fix.id,
      branch: fix.branchName,
      base: { branch: baseBranch, sha: baseSha },
      title: titleOf(proposal),
      body: bodyOf(proposal),
      message: messageOf(proposal),
      decisionId: kept.decisionId,
      evidence: { attempt_id: fix.id, issue_number: fix.issueNumber, complexity: analysis.complexity },
      followUp: { labels: ['service-fix', analysis.complexity], reviewer: null, comment: null }
    },
    config.config
  )
  return keepFix(tx, kept, { actionId })
}

function proposalOf({ model }: Deps, fix: FixRow, analysis: Analyzed, patch: Patched): Proposal {
  return {
    issueNumber: fix.issueNumber,
    summary: patch.summary,
    explanation: patch.explanation,
    files: patch.paths,
    lines: patch.lines,
    complexity: analysis.complexity,
    confidence: shownConfidence(analysis.complexity, patch.isWhole),
    riskScore: patch.risk,
    riskLevel: riskWord(patch.risk),
    model: model?.name ?? ''
  }
}

export interface End {
  status: 'failed' | 'rejected'
  error: FixError
  reason: string
}

/** Ends an attempt on which no evaluator can decide any more; one that has ended stays as it is. */
export async function endFix(deps: Deps, found: Pick<FixRow, 'id' | 'repoId'>, end: End): Promise<void> {
  await deps.transaction(async (tx) => {
    await lockRepository(tx, found.repoId)
    const fix = await lockFix(tx, found.id)
    if (fix && fix.finishedAt === null) await endHeld(deps, tx, fix, end)
  })
}

/** The caller holds the repository and the attempt. */
export async function endHeld(deps: Deps, tx: Tx, fix: FixRow, end: End): Promise<void> {
  const at = deps.now()
  const { decisionId } = fix
  const ended = { ...end, ...byError(fix, end.error), heldBy: null, finishedAt: at, updatedAt: at }
  const kept = await keepFix(tx, fix, {
    ...ended,
    decisionId: decisionId ?? (await recordEnd(tx, fix, { ...end, decision: WORD_OF[end.status], at }))
  })
  await beginNext(deps, tx, fix.repoId)
  await noteFix(tx, kept)
}

const WORD_OF = { failed: 'error', rejected: 'blocked' } as const

interface Undecided {
  decision: DecisionWord
  error: FixError | null
  reason: string
  at: Date
}

/** Nobody came to decide: that is what is recorded. */
export function recordEnd(tx: Tx, fix: FixRow, { decision, error, reason, at }: Undecided): Promise<number> {
  return recordDecision(tx, {
    ...about(fix),
    decision,
    reason,
    conditions: [],
    inputs: { attempt_id: fix.id, error },
    evaluator: null,
    createdAt: at
  })
}
