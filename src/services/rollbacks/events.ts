// Events that have to do with rollbacks.
import type { Deps, HostParts, Tx } from '#deps.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { EventOf, ListedItems } from '#registry.js'
import { queueConfigOf } from '#store/merge-queue/configs.js'
import { repositoryById } from '#store/mirror/repositories.js'
import type { DeliveryContext } from '../deliveries/handle.js'
import { recordRevertMerges } from './follow.js'

type Run = HostParts['ci_runs']

/** Older failures are left to people: a sync may list them, or a delivery come late. */
const OLDEST_RUN_MS = DAY_MS

/** Only where rollbacks are on, so that most runs cost one read. */
async function requestEvaluations(deps: Deps, tx: Tx, repoId: number, runs: readonly Run[]): Promise<void> {
  const oldest = deps.now().getTime() - OLDEST_RUN_MS
  const failed = runs.filter((run) => isRecentFailure(run, oldest))
  if (failed.length === 0 || !deps.host.client.isConfigured) return
  if ((await queueConfigOf(tx, repoId))?.rollbackEnabled !== true) return
  const { defaultBranch } = await repositoryById(tx, repoId)
  const jobs = failed
    .filter(({ branch }) => branch === defaultBranch)
    .map(({ hostRunId }) => ({
      payload: { repo_id: repoId, host_run_id: hostRunId },
      singletonKey: `${repoId} ${hostRunId}`
    }))
  if (jobs.length > 0) await deps.queue.enqueue(tx, 'rollbacks.evaluate', jobs)
}

const isRecentFailure = ({ conclusion, forkId, completedAt }: Run, oldest: number): boolean =>
  conclusion === 'failure' && forkId === null && completedAt !== null && completedAt.getTime() >= oldest

export async function evaluateAfterRun(
  { deps, tx }: DeliveryContext,
  { repository, run }: EventOf<'ci-run'>
): Promise<void> {
  await requestEvaluations(deps, tx, repository.hostId, [run])
}

/** What a sync found although no event told of it. */
export async function evaluateAfterListing(
  deps: Deps,
  tx: Tx,
  { repoId, items, changed }: ListedItems<Run>
): Promise<void> {
  const isChanged = new Set(changed)
  const news = items.filter(({ hostRunId }) => isChanged.has(hostRunId))
  await requestEvaluations(deps, tx, repoId, news)
}

export const followAfterPull = (
  { tx }: DeliveryContext,
  { repository, pullRequest }: EventOf<'pull-request'>
): Promise<void> => recordRevertMerges(tx, repository.hostId, [pullRequest])

export const followAfterListing = (
  _: Deps,
  tx: Tx,
  { repoId, items }: ListedItems<HostParts['pull_requests']>
): Promise<void> => recordRevertMerges(tx, repoId, items)
