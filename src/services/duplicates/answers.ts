// What people answer to a signal: that the one issue repeats the other, or that it does not.

import type { Deps, Tx } from '#deps.js'
import { type JsonText, joined, memberOf, textOf } from '#domain/json/text.js'
import { closingIsOff, signalNotFound, signalState } from '#errors/pillars.js'
import type { AnsweredSignal, SignalStatus } from '#schemas/duplicates/duplicates.js'
import { isAnyLive } from '#store/actions/actions.js'
import { numbersOf } from '#store/duplicates/compared-issues.js'
import { signalText } from '#store/duplicates/reports.js'
import { type SignalRow, saveSignal, signalOfId } from '#store/duplicates/signals.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryOf } from '#store/mirror/repositories.js'
import { proposeAction } from '../actions/propose.js'
import { recordAudit } from '../audit/record.js'
import { configIn, type ResolvedConfig } from '../configuration/resolve.js'
import { recordDecision, SERVICE_ACTOR } from '../decisions/record.js'
import { requestUrgency } from '../triage/requests.js'
import { settleCluster } from './clusters.js'
import { tell } from './comments.js'
import { retellAround } from './retelling.js'
import { changeSignals, noteSignals } from './signals.js'

type Said = Exclude<SignalStatus, 'pending'>

export interface Answer<As extends Said = Said> {
  said: As
  actor: string
  /** Whether the newer issue is to be closed; undefined: as its repository wants it. */
  close?: boolean | undefined
}

interface Answered {
  updated: boolean
  actionIds: number[]
  /** Whether any of them is to be carried out: in a dry run, or where a guard is against it, none is. */
  isQueued: boolean
}

/** Once for all: the same again changes nothing, and the opposite is refused. */
export async function answerSignal<As extends Said>(
  deps: Deps,
  id: number,
  answer: Answer<As>
): Promise<JsonText<AnsweredSignal<As>>> {
  const { updated, actionIds, isQueued } = await deps.transaction(async (tx) => {
    const signal = await heldSignal(tx, id)
    const config = await configIn(deps, tx, signal.repoId)
    if (answer.close === true && !config.config.pillars.triage.close_duplicates) throw closingIsOff()
    if (signal.status === answer.said) return { updated: false, actionIds: [], isQueued: false }
    if (signal.status !== 'pending') throw signalState(id, signal.status, answer.said)
    return settle(deps, tx, { signal, answer, config })
  })
  const sync = isQueued ? ('queued' as const) : ('nothing' as const)
  const told = textOf({ updated, status: answer.said, host_sync: sync, action_ids: actionIds })
  return joined(told, memberOf('signal', await signalText(deps.db, id)))
}

/** Its repository is held first, by whoever has the signal then: a merge may have given it to another. */
async function heldSignal(tx: Tx, id: number): Promise<SignalRow> {
  for (let known = await signalOfId(tx, id); known?.live; ) {
    const repository = await lockRepository(tx, known.repoId)
    const held = await signalOfId(tx, id)
    if (held?.repoId === known.repoId && held.live && repository?.live) return held
    known = held?.repoId === known.repoId ? undefined : held
  }
  throw signalNotFound(id)
}

interface Settling {
  signal: SignalRow
  answer: Answer
  config: ResolvedConfig
}

async function settle(deps: Deps, tx: Tx, settling: Settling): Promise<Answered> {
  const { signal, answer } = settling
  const { repoId, sourceIssueId } = signal
  const at = deps.now()
  let changed: SignalRow[] = []
  const own = await changeSignals(tx, { repoId, sourceIds: [sourceIssueId] }, async (tallied, before) => {
    changed = before.flatMap((row) => answeredRow(row, settling, at))
    for (const row of changed) await saveSignal(tallied, row)
  })
  if (answer.said === 'confirmed') {
    const repeated = await settleCluster(tx, sourceIssueId)
    await requestUrgency(deps, tx, { repoId, numbers: repeated })
  }
  const numbers = await numbersOf(tx, repoId, [sourceIssueId, signal.targetIssueId])
  const pair = {
    number: numbers.get(sourceIssueId) ?? 0,
    older: numbers.get(signal.targetIssueId) ?? 0
  }
  const decisionId = await decided(tx, { ...settling, ...pair, at })
  const actionIds = await act(deps, tx, { ...settling, ...pair, own, decisionId })
  await noteSignals(tx, repoId, changed)
  await audit(tx, { ...settling, ...pair, at })
  return { updated: true, actionIds, isQueued: await isAnyLive(tx, actionIds) }
}

/** Where an issue repeats one, nobody need answer whether it repeats others. */
function answeredRow(row: SignalRow, { signal, answer }: Settling, at: Date): SignalRow[] {
  const { said, actor } = answer
  const told = { resolvedAt: at, updatedAt: at }
  if (row.id === signal.id) return [{ ...row, ...told, status: said, resolvedBy: actor, byPerson: true }]
  if (said === 'dismissed' || row.status !== 'pending') return []
  return [{ ...row, ...told, status: 'dismissed', resolvedBy: SERVICE_ACTOR }]
}

interface Told extends Settling {
  /** Of the newer issue, and of the older one. */
  number: number
  older: number
}

const wordsOf = ({ answer, number, older }: Told) =>
  answer.said === 'confirmed' ? `#${number} repeats #${older}.` : `#${number} does not repeat #${older}.`

/** A person decided: there is nothing to be replayed. */
function decided(tx: Tx, told: Told & { at: Date }): Promise<number> {
  const { signal, answer, config, number, at } = told
  return recordDecision(tx, {
    decision: 'acted',
    reason: wordsOf(told),
    conditions: [{ check: `duplicate_${answer.said}`, result: true }],
    repoId: signal.repoId,
    source: 'api',
    triggerEvent: 'api',
    targetType: 'issue',
    targetNumber: number,
    pillar: 'triage',
    inputs: { signal_id: signal.id, similarity: signal.similarity, said: answer.said },
    configVersion: config.version,
    evaluator: null,
    actor: answer.actor,
    createdAt: at
  })
}

interface Acting extends Told {
  own: readonly SignalRow[]
  decisionId: number
}

/** The comment says how it stands; of what was confirmed the label says so, and where that is wanted it is closed. */
async function act(deps: Deps, tx: Tx, acting: Acting): Promise<number[]> {
  const { signal, answer, config, number, own, decisionId } = acting
  const { repoId } = signal
  const { auto_comment, auto_label, close_duplicates } = config.config.pillars.triage
  const { actor } = answer
  const told = auto_comment
    ? await tell(deps, tx, { repoId, issueId: signal.sourceIssueId, number, signals: own, decisionId, actor })
    : undefined
  const ids = told === undefined ? [] : [told]
  if (answer.said !== 'confirmed') return ids
  // Those that repeat this one now repeat another with it.
  const around = [signal.sourceIssueId, signal.targetIssueId]
  ids.push(
    ...(await retellAround(deps, tx, { repoId, around, but: signal.sourceIssueId, decisionId, actor }))
  )
  const wish = {
    ...{ repoId, decisionId, actor },
    pillar: 'triage' as const,
    source: 'duplicates',
    sourceId: signal.id,
    target: { type: 'issue' as const, number },
    evidence: { signal_id: signal.id }
  }
  if (auto_label)
    ids.push(await proposeAction(deps, tx, { ...wish, actionType: 'add-label', arguments: { label: LABEL } }))
  if (close_duplicates && answer.close !== false)
    ids.push(
      await proposeAction(deps, tx, {
        ...wish,
        actionType: 'close-issue',
        arguments: { reason: 'duplicate' }
      })
    )
  return ids
}

const LABEL = 'duplicate'

async function audit(tx: Tx, told: Told & { at: Date }): Promise<void> {
  const { signal, answer, number, older, at } = told
  const { fullName } = await repositoryOf(tx, signal.repoId)
  await recordAudit(tx, {
    category: 'ai_decision',
    eventType: `duplicate_${answer.said}`,
    actor: answer.actor,
    actorType: 'human',
    repo: fullName,
    payload: { signal_id: signal.id, issue: number, older_issue: older, similarity: signal.similarity },
    occurredAt: at
  })
}
