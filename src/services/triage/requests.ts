// Schedules triage when an issue or pull request changes, and learning when people change labels.
import { randomUUID } from 'node:crypto'
import type { Deps, JobPayload, Tx } from '#deps.js'
import { isTriageLabel } from '#domain/triage/repository-labels.js'
import type { PillarHooks, WorkEvent } from '#registry.js'
import type { DeliveryContext } from '../deliveries/handle.js'

type TriageTargetRef = Omit<JobPayload<'triage.run'>, 'job_id' | 'trigger_event'>

async function requestTriage(deps: Deps, tx: Tx, event: WorkEvent): Promise<void> {
  const trigger = triggerOf(event)
  if (trigger === undefined) return
  await enqueueTriage(deps, tx, [targetOf(event)], trigger)
}

async function enqueueTriage(
  { queue }: Deps,
  tx: Tx,
  targets: readonly TriageTargetRef[],
  trigger: string
): Promise<void> {
  const jobs = targets.map((target) => {
    const id = randomUUID()
    return { id, payload: { ...target, job_id: id, trigger_event: trigger } }
  })
  await queue.enqueue(tx, 'triage.run', jobs)
}

/** What a person asks for is done, also on content that was judged before. */
export const COMMAND_TRIGGER = 'command'

export function requestTriageAgain(
  deps: Deps,
  tx: Tx,
  { repoId, targetType, number }: { repoId: number; targetType: 'issue' | 'pr'; number: number }
): Promise<void> {
  return enqueueTriage(deps, tx, [{ repo_id: repoId, target_type: targetType, number }], COMMAND_TRIGGER)
}

/** The priority of an issue depends on how many issues repeat it. */
export async function requestPriorityUpdate(
  deps: Deps,
  tx: Tx,
  { repoId, numbers }: { repoId: number; numbers: readonly number[] }
): Promise<void> {
  const targets = numbers.map((number) => ({ repo_id: repoId, target_type: 'issue' as const, number }))
  await enqueueTriage(deps, tx, targets, 'duplicate.confirmed')
}

/** Undefined if the judged content is unchanged or deleted. */
function triggerOf(event: WorkEvent): string | undefined {
  const { changeKind } = event
  if (event.kind === 'pull-request') return changeKind === 'other' ? undefined : `pull_request.${changeKind}`
  const isText = changeKind === 'opened' || changeKind === 'reopened' || changeKind === 'edited'
  return isText && !event.gone ? `issues.${changeKind}` : undefined
}

/** Feedback is learnt whatever rules apply. An event without a sender teaches nothing. */
export async function requestLabelFeedback({ deps, tx }: DeliveryContext, event: WorkEvent): Promise<void> {
  const { labelling } = event
  if (labelling === null || labelling.by === null || !isTriageLabel(labelling.label)) return
  const { label, isOn, by } = labelling
  await deps.queue.enqueue(tx, 'triage.learn', [{ payload: { ...targetOf(event), label, is_on: isOn, by } }])
}

function targetOf(event: WorkEvent): TriageTargetRef {
  const repo_id = event.repository.hostId
  return event.kind === 'issue'
    ? { repo_id, target_type: 'issue', number: event.issue.number }
    : { repo_id, target_type: 'pr', number: event.pullRequest.number }
}

export const triagePillar: PillarHooks = {
  request: requestTriage,
  requestMissed: (deps, tx, { repoId, targetType, number }) =>
    enqueueTriage(deps, tx, [{ repo_id: repoId, target_type: targetType, number }], 'sync')
}
