// Has issues and pull requests judged where there is something new to judge, and learns from what people do about it.
import { randomUUID } from 'node:crypto'
import type { Deps, JobPayload, Tx } from '#deps.js'
import { isTelling } from '#domain/triage/offered.js'
import type { Pillar, WorkEvent } from '#registry.js'
import type { Receipt } from '../deliveries/handle.js'

type Target = Omit<JobPayload<'triage.run'>, 'job_id' | 'trigger_event'>

async function requestTriage(deps: Deps, tx: Tx, event: WorkEvent): Promise<void> {
  const trigger = triggerOf(event)
  if (trigger === undefined) return
  await requestJudgements(deps, tx, [targetOf(event)], trigger)
}

export async function requestJudgements(
  { queue }: Deps,
  tx: Tx,
  targets: readonly Target[],
  trigger: string
): Promise<void> {
  const jobs = targets.map((target) => {
    const id = randomUUID()
    return { id, payload: { ...target, job_id: id, trigger_event: trigger } }
  })
  await queue.enqueue(tx, 'triage.run', jobs)
}

/** How urgent an issue is depends on how many repeat it. */
export async function requestUrgency(
  deps: Deps,
  tx: Tx,
  { repoId, numbers }: { repoId: number; numbers: readonly number[] }
): Promise<void> {
  const targets = numbers.map((number) => ({ repo_id: repoId, target_type: 'issue' as const, number }))
  await requestJudgements(deps, tx, targets, 'duplicate.confirmed')
}

/** Nothing where what is judged is the same as before, or gone. */
function triggerOf(event: WorkEvent): string | undefined {
  const { news } = event
  if (event.kind === 'pull-request') return news === 'other' ? undefined : `pull_request.${news}`
  const isText = news === 'opened' || news === 'reopened' || news === 'edited'
  return isText && !event.gone ? `issues.${news}` : undefined
}

/** What a person says is learnt, whatever rules there are about it. Nobody knows who did what names nobody. */
export async function requestLesson({ deps, tx }: Receipt, event: WorkEvent): Promise<void> {
  const { labelling } = event
  if (labelling === null || labelling.by === null || !isTelling(labelling.label)) return
  const { label, isOn, by } = labelling
  await deps.queue.enqueue(tx, 'triage.learn', [{ payload: { ...targetOf(event), label, is_on: isOn, by } }])
}

function targetOf(event: WorkEvent): Target {
  const repo_id = event.repository.hostId
  return event.kind === 'issue'
    ? { repo_id, target_type: 'issue', number: event.issue.number }
    : { repo_id, target_type: 'pr', number: event.pullRequest.number }
}

export const triagePillar: Pillar = {
  request: requestTriage,
  requestMissed: (deps, tx, { repoId, targetType, number }) =>
    requestJudgements(deps, tx, [{ repo_id: repoId, target_type: targetType, number }], 'sync')
}
