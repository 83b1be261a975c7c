// Answers to a duplicate signal: a person confirms or dismisses it.

import type { Deps, Tx } from '#deps.js'
import { type JsonText, joined, memberOf, textOf } from '#domain/json/text.js'
import { closingIsOff, signalNotFound, signalState } from '#errors/pillars.js'
import type { AnsweredSignal, SignalStatus } from '#schemas/duplicates/duplicates.js'
import { isAnyUnfinished } from '#store/actions/actions.js'
import { issueNumbersOf } from '#store/duplicates/compared-issues.js'
import { signalText } from '#store/duplicates/reports.js'
import { type SignalRow, saveSignal, signalById } from '#store/duplicates/signals.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { proposeAction } from '../actions/propose.js'
import { recordAudit } from '../audit/record.js'
import { loadStoredConfig, type ResolvedConfig } from '../configuration/resolve.js'
import { recordDecision, SERVICE_ACTOR } from '../decisions/record.js'
import { requestPriorityUpdate } from '../triage/requests.js'
import { updateCluster } from './clusters.js'
import { updateCommentsAround } from './comment-updates.js'
import { commentDuplicates } from './comments.js'
import { changeSignals, recordSignalActivity } from './signals.js'

type AnswerStatus = Exclude<SignalStatus, 'pending'>

export interface AnswerRequest<As extends AnswerStatus = AnswerStatus> {
  status: As
  actor: string
  /** Whether to close the newer issue; undefined: as configured for the repository. */
  close?: boolean | undefined
}

interface AnswerResult {
  updated: boolean
  actionIds: number[]
  /** Whether any action will run: in a dry run, or if a guard blocks them, none will. */
  isQueued: boolean
}

/** Answers a signal once: repeating the answer changes nothing, and the opposite is refused. */
export async function answerSignal<As extends AnswerStatus>(
  deps: Deps,
  id: number,
  answer: AnswerRequest<As>
): Promise<JsonText<AnsweredSignal<As>>> {
  const { updated, actionIds, isQueued } = await deps.transaction(async (tx) => {
    const signal = await lockSignal(tx, id)
    const config = await loadStoredConfig(deps, tx, signal.repoId)
    if (answer.close === true && !config.config.pillars.triage.close_duplicates) throw closingIsOff()
    if (signal.status === answer.status) return { updated: false, actionIds: [], isQueued: false }
    if (signal.status !== 'pending') throw signalState(id, signal.status, answer.status)
    return applyAnswer(deps, tx, { signal, answer, config })
  })
  const sync = isQueued ? ('queued' as const) : ('nothing' as const)
  const reply = textOf({ updated, status: answer.status, host_sync: sync, action_ids: actionIds })
  return joined(reply, memberOf('signal', await signalText(deps.db, id)))
}

/** Locks the repository of the signal first; a merge may have moved the signal to another one. */
async function lockSignal(tx: Tx, id: number): Promise<SignalRow> {
  for (let known = await signalById(tx, id); known?.live; ) {
    const repository = await lockRepository(tx, known.repoId)
    const held = await signalById(tx, id)
    if (held?.repoId === known.repoId && held.live && repository?.live) return held
    known = held?.repoId === known.repoId ? undefined : held
  }
  throw signalNotFound(id)
}

interface AnswerContext {
  signal: SignalRow
  answer: AnswerRequest
  config: ResolvedConfig
}

async function applyAnswer(deps: Deps, tx: Tx, context: AnswerContext): Promise<AnswerResult> {
  const { signal, answer } = context
  const { repoId, sourceIssueId } = signal
  const at = deps.now()
  let changed: SignalRow[] = []
  const signals = await changeSignals(tx, { repoId, sourceIds: [sourceIssueId] }, async (tallied, before) => {
    changed = before.flatMap((row) => answeredSignals(row, context, at))
    for (const row of changed) await saveSignal(tallied, row)
  })
  if (answer.status === 'confirmed') {
    const repeated = await updateCluster(tx, sourceIssueId)
    await requestPriorityUpdate(deps, tx, { repoId, numbers: repeated })
  }
  const numbers = await issueNumbersOf(tx, repoId, [sourceIssueId, signal.targetIssueId])
  const pair = {
    number: numbers.get(sourceIssueId) ?? 0,
    older: numbers.get(signal.targetIssueId) ?? 0
  }
  const decisionId = await recordAnswerDecision(tx, { ...context, ...pair, at })
  const actionIds = await proposeAnswerActions(deps, tx, { ...context, ...pair, signals, decisionId })
  await recordSignalActivity(tx, repoId, changed)
  await auditAnswer(tx, { ...context, ...pair, at })
  return { updated: true, actionIds, isQueued: await isAnyUnfinished(tx, actionIds) }
}

/** Once an issue is confirmed as a duplicate, its other pending signals are dismissed. */
function answeredSignals(row: SignalRow, { signal, answer }: AnswerContext, at: Date): SignalRow[] {
  const { status, actor } = answer
  const timestamps = { resolvedAt: at, updatedAt: at }
  if (row.id === signal.id) return [{ ...row, ...timestamps, status, resolvedBy: actor, byPerson: true }]
  if (status === 'dismissed' || row.status !== 'pending') return []
  return [{ ...row, ...timestamps, status: 'dismissed', resolvedBy: SERVICE_ACTOR }]
}

interface AnsweredPair extends AnswerContext {
  /** Numbers of the newer and of the older issue. */
  number: number
  older: number
}

const answerReason = ({ answer, number, older }: AnsweredPair) =>
  answer.status === 'confirmed' ? `#${number} repeats #${older}.` : `#${number} does not repeat #${older}.`

/** A person decided: the decision cannot be replayed. */
function recordAnswerDecision(tx: Tx, answered: AnsweredPair & { at: Date }): Promise<number> {
  const { signal, answer, config, number, at } = answered
  return recordDecision(tx, {
    decision: 'acted',
    reason: answerReason(answered),
    conditions: [{ check: `duplicate_${answer.status}`, result: true }],
    repoId: signal.repoId,
    source: 'api',
    triggerEvent: 'api',
    targetType: 'issue',
    targetNumber: number,
    pillar: 'triage',
    inputs: { signal_id: signal.id, similarity: signal.similarity, said: answer.status },
    configVersion: config.version,
    evaluator: null,
    actor: answer.actor,
    createdAt: at
  })
}

interface AnswerActions extends AnsweredPair {
  signals: readonly SignalRow[]
  decisionId: number
}

/** Updates the comment, and for a confirmed duplicate adds the label and, if wanted, closes the issue. */
async function proposeAnswerActions(deps: Deps, tx: Tx, input: AnswerActions): Promise<number[]> {
  const { signal, answer, config, number, signals, decisionId } = input
  const { repoId } = signal
  const { auto_comment, auto_label, close_duplicates } = config.config.pillars.triage
  const { actor } = answer
  const commentId = auto_comment
    ? await commentDuplicates(deps, tx, {
        repoId,
        issueId: signal.sourceIssueId,
        number,
        signals,
        decisionId,
        actor
      })
    : undefined
  const ids = commentId === undefined ? [] : [commentId]
  if (answer.status !== 'confirmed') return ids
  // Issues that repeat this one are now duplicates of the canonical issue as well.
  const around = [signal.sourceIssueId, signal.targetIssueId]
  ids.push(
    ...(await updateCommentsAround(deps, tx, {
      repoId,
      around,
      except: signal.sourceIssueId,
      decisionId,
      actor
    }))
  )
  const proposal = {
    repoId,
    decisionId,
    actor,
    pillar: 'triage' as const,
    source: 'duplicates',
    sourceId: signal.id,
    target: { type: 'issue' as const, number },
    evidence: { signal_id: signal.id }
  }
  if (auto_label)
    ids.push(
      await proposeAction(deps, tx, { ...proposal, actionType: 'add-label', arguments: { label: LABEL } })
    )
  if (close_duplicates && answer.close !== false)
    ids.push(
      await proposeAction(deps, tx, {
        ...proposal,
        actionType: 'close-issue',
        arguments: { reason: 'duplicate' }
      })
    )
  return ids
}

const LABEL = 'duplicate'

async function auditAnswer(tx: Tx, answered: AnsweredPair & { at: Date }): Promise<void> {
  const { signal, answer, number, older, at } = answered
  const { fullName } = await repositoryById(tx, signal.repoId)
  await recordAudit(tx, {
    category: 'ai_decision',
    eventType: `duplicate_${answer.status}`,
    actor: answer.actor,
    actorType: 'human',
    repo: fullName,
    payload: { signal_id: signal.id, issue: number, older_issue: older, similarity: signal.similarity },
    occurredAt: at
  })
}
