// Runs whose failed jobs are run again: the number of the run's attempt says whether it has been done.
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import { numberAt, textAt } from '../events/payload.js'
import { absent, type Effect, isDone } from './effect.js'
import { gone } from './states.js'

const RUN = '/actions/runs/{run_id}'

/** A run that has ended begins again only where somebody runs it again, whoever that was. */
function hasBegunAgain(run: JsonObject, failed: number): boolean {
  const attempt = numberAt(run, 'run_attempt') ?? 1
  return attempt > failed || textAt(run, 'status') !== 'completed'
}

export const rerunFailedJobs: Effect<ArgumentsOf<'rerun-failed-jobs'>> = {
  async found(hands, { arguments: { run_id, run_attempt } }) {
    const run = await hands.read(RUN, { run_id })
    if (!run) return gone
    return hasBegunAgain(run, run_attempt) ? isDone({ run_id, run_attempt: run_attempt + 1 }) : absent
  },
  async perform(hands, { arguments: { run_id, run_attempt } }) {
    await hands.write('POST', `${RUN}/rerun-failed-jobs`, { at: { run_id } })
    return { hostId: null, evidence: { run_id, run_attempt: run_attempt + 1 } }
  }
}
