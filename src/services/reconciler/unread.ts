// Records that a repository could not be read: what was known of it stays, and nothing is written on the host.
import type { Deps, JobPayload, Tx } from '#deps.js'
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import { isAnyUnfinished } from '#store/actions/actions.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { type ReconcileStateRow, reconcileStateOf, saveReconcileState } from '#store/reconciler/states.js'
import { recordDecision } from '../decisions/record.js'
import { countCorrected, countRead } from './counting.js'
import type { UnreadSetup } from './reading.js'
import { BY_CLOCK, BY_PEOPLE, dueAgain } from './repository-job.js'

type Work = JobPayload<'reconciler.repository'>

export const GONE: UnreadSetup = {
  failure: 'The repository no longer exists or is not accessible.',
  isLasting: true
}

export async function recordUnread(
  deps: Deps,
  tx: Tx,
  job: Work,
  { failure, isLasting }: UnreadSetup
): Promise<void> {
  const { repo_id: repoId } = job
  const held = await lockRepository(tx, repoId)
  const known = await reconcileStateOf(tx, repoId)
  const hasEnded = known !== undefined && known.actionIds.length > 0 && !(await isWaiting(tx, known))
  if (held?.live) {
    if (isNews(job, known, failure)) await recordFailedReading(deps, tx, job, failure)
    const at = deps.now()
    const due = dueAgain(job, new Date(at.getTime() + (isLasting ? DAY_MS : HOUR_MS)))
    const fields = { lastError: failure, ...due, ...(hasEnded ? { actionIds: [] } : {}) }
    await saveReconcileState(tx, repoId, { fields, at })
  }
  await countRead(deps, tx, job, { failed: 1 })
  if (hasEnded) await countCorrected(deps, tx, repoId, { failed: 1 })
}

const isWaiting = (tx: Tx, { actionIds }: ReconcileStateRow) => isAnyUnfinished(tx, actionIds)

const isNews = ({ trigger_event: trigger }: Work, known: ReconcileStateRow | undefined, failure: string) =>
  trigger === BY_PEOPLE || trigger === BY_CLOCK || known?.lastError !== failure

async function recordFailedReading(deps: Deps, tx: Tx, job: Work, reason: string): Promise<void> {
  await recordDecision(tx, {
    decision: 'error',
    reason,
    conditions: [],
    inputs: {},
    evaluator: null,
    repoId: job.repo_id,
    source: 'trust',
    pillar: 'enforcement',
    triggerEvent: job.trigger_event,
    targetType: 'repo',
    createdAt: deps.now()
  })
}
