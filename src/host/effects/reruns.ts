// Re-runs of failed jobs: the attempt number of the run tells whether it has been re-run.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { integerAt, stringAt } from '../payload.js'
import { alreadyDone, type EffectHandler, notDone } from './effect.js'
import { targetGone } from './states.js'

const RUN = '/actions/runs/{run_id}'

/** A completed run starts again only if somebody re-runs it, whoever that was. */
function wasRerun(run: JsonObject, failedAttempt: number): boolean {
  const attempt = integerAt(run, 'run_attempt') ?? 1
  return attempt > failedAttempt || stringAt(run, 'status') !== 'completed'
}

export const rerunFailedJobs: EffectHandler<ArgumentsOf<'rerun-failed-jobs'>> = {
  async find(repository, { arguments: { run_id, run_attempt } }) {
    const run = await repository.read(RUN, { run_id })
    if (!run) return targetGone
    return wasRerun(run, run_attempt) ? alreadyDone({ run_id, run_attempt: run_attempt + 1 }) : notDone
  },
  async perform(repository, { arguments: { run_id, run_attempt } }) {
    await repository.write('POST', `${RUN}/rerun-failed-jobs`, { at: { run_id } })
    return { hostId: null, evidence: { run_id, run_attempt: run_attempt + 1 } }
  }
}
