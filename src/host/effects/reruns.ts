// Runs whose failed jobs are run again: the number of the run's attempt says whether it has been done.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { integerAt, stringAt } from '../events/payload.js'
import { alreadyDone, type EffectHandler, notDone } from './effect.js'
import { targetGone } from './states.js'

const RUN = '/actions/runs/{run_id}'

/** A run that has ended begins again only where somebody runs it again, whoever that was. */
function wasRerun(run: JsonObject, failed: number): boolean {
  const attempt = integerAt(run, 'run_attempt') ?? 1
  return attempt > failed || stringAt(run, 'status') !== 'completed'
}

export const rerunFailedJobs: EffectHandler<ArgumentsOf<'rerun-failed-jobs'>> = {
  async find(hands, { arguments: { run_id, run_attempt } }) {
    const run = await hands.read(RUN, { run_id })
    if (!run) return targetGone
    return wasRerun(run, run_attempt) ? alreadyDone({ run_id, run_attempt: run_attempt + 1 }) : notDone
  },
  async perform(hands, { arguments: { run_id, run_attempt } }) {
    await hands.write('POST', `${RUN}/rerun-failed-jobs`, { at: { run_id } })
    return { hostId: null, evidence: { run_id, run_attempt: run_attempt + 1 } }
  }
}
