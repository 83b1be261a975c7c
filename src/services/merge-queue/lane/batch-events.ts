// What the pipeline is told of the tests of a lane, and of pull requests that begin anew in it.
import { SERVICE_ACTOR } from '../../decisions/record.js'
import type { NewPipelineEvent } from '../../telemetry/record.js'
import type { LaneChange } from './change-lane.js'

export const testEventsOf = (change: LaneChange): NewPipelineEvent[] => [
  ...startsOf(change),
  ...failuresOf(change),
  ...restartsOf(change)
]

const common = ({ before, at }: LaneChange) => ({
  repoId: before.key.repoId,
  actor: SERVICE_ACTOR,
  ref: before.key.baseBranch,
  occurredAt: at
})

function startsOf(change: LaneChange): NewPipelineEvent[] {
  const { before, after } = change
  const isNew = (id: number) => !before.lane.batches.some((one) => one.id === id && one.state === 'testing')
  return after.batches
    .filter(({ id, state }) => state === 'testing' && isNew(id))
    .map(({ id, members, size, candidate }) => ({
      ...common(change),
      type: 'batch_started',
      metadata: { batch: id, members: members.slice(0, size), candidate_sha: candidate?.sha ?? null }
    }))
}

const FAILURES = { testing: 'check_failed', building: 'build_failed' } as const

/** The lane ignores what is told of other batches. */
function failuresOf(change: LaneChange): NewPipelineEvent[] {
  const { before, events } = change
  const failed = events.flatMap((event) => {
    if (event.is === 'build-failed') return [event.batch]
    return event.is === 'tested' && event.verdict === 'failed' ? [event.batch] : []
  })
  return before.lane.batches.flatMap(({ id, state, members, size }) => {
    if (!failed.includes(id) || (state !== 'testing' && state !== 'building')) return []
    const metadata = { batch: id, members: members.slice(0, size), reason: FAILURES[state] }
    return [{ ...common(change), type: 'batch_failed' as const, success: false, metadata }]
  })
}

function restartsOf(change: LaneChange): NewPipelineEvent[] {
  return change.moves
    .filter(({ reason }) => reason === 'pushed')
    .map(({ number, reason }) => ({
      ...common(change),
      type: 'pr_requeued',
      prNumber: number,
      actor: change.news.get(number)?.actor ?? SERVICE_ACTOR,
      ref: change.before.rows.get(number)?.headBranch ?? null,
      metadata: { reason }
    }))
}
