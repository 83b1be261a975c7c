// Looks at lanes: their base, what they wait for, and the clock.
import type { Deps, JobPayload } from '#deps.js'
import type { LaneEvent } from '#domain/merge-queue/lane/lane.js'
import { laneById } from '#store/merge-queue/lanes.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { isOwnLogin } from '../host/own-login.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { readAwaitedChecks } from './awaited-checks.js'
import { applyToLane, openLane, requestLook } from './lane/change-lane.js'

interface Base {
  repoId: number
  baseBranch: string
}

/** Of its own pushes, which are landings, the service knows what came of them. */
export async function readPushedBase(deps: Deps, job: JobPayload<'merge-queue.base'>): Promise<void> {
  const { repo_id: repoId, base_branch: baseBranch, pushed_by: by } = job
  if (by === null || !(await isOwnLogin(deps, by))) await readBase(deps, { repoId, baseBranch })
}

async function readBase(deps: Deps, { repoId, baseBranch }: Base): Promise<void> {
  const repository = await repositoryById(deps.db, repoId)
  if (!repository.live || repository.isSuspended) return
  const at = deps.now().getTime()
  const tip = await deps.host.branchCommit(repositoryAccessOf(repository), baseBranch)
  if (tip) await tell(deps, { repoId, baseBranch }, { is: 'base', tip, at })
}

async function tell(deps: Deps, base: Base, event: LaneEvent): Promise<void> {
  await deps.transaction(async (tx) => {
    const held = await openLane(deps, tx, base)
    await applyToLane(deps, tx, held, { events: [event] })
  })
}

export async function wakeLane(deps: Deps, laneId: number): Promise<void> {
  const lane = await laneById(deps.db, laneId)
  if (lane) await tell(deps, lane, { is: 'time' })
}

/** More entries of one lane are not asked about at once. */
const MOST_LOOKED_AT = 20

/** Asks the host for everything that the lane waits for: an event may be lost. */
export async function lookAtLane(
  deps: Deps,
  { lane_id: laneId, tries }: JobPayload<'merge-queue.look'>
): Promise<void> {
  const lane = await laneById(deps.db, laneId)
  if (!lane) return
  const awaited = await deps.transaction(async (tx) => awaitedIn(await openLane(deps, tx, lane)))
  if (awaited.isBaseAwaited) await readBase(deps, lane)
  for (const sha of awaited.commits) await readAwaitedChecks(deps, { repoId: lane.repoId, sha })
  await readConflicts(deps, lane, awaited.unchecked)
  if (awaited.commits.length > 0 || awaited.isBaseAwaited)
    await deps.transaction((tx) => requestLook(deps.queue, tx, laneId, tries + 1))
}

/** The host runs no checks on what conflicts with its base, and often knows of that only after the admission. */
async function readConflicts(deps: Deps, base: Base, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return
  const repository = await repositoryById(deps.db, base.repoId)
  if (!repository.live || repository.isSuspended) return
  for (const number of numbers) {
    const pull = await deps.host.livePull(repositoryAccessOf(repository), number)
    if (pull?.state === 'open' && pull.mergeable === false)
      await tell(deps, base, { is: 'conflicting', number, headSha: pull.headSha })
  }
}

function awaitedIn({ lane, rows }: Awaited<ReturnType<typeof openLane>>) {
  const candidates = lane.batches.flatMap(({ state, candidate }) =>
    state === 'testing' && candidate ? [candidate.sha] : []
  )
  const pending = [...rows.values()].filter(({ status }) => status === 'pending')
  const commits = [...new Set([...candidates, ...pending.map(({ headSha }) => headSha)])]
  const unchecked = pending.filter(({ checksPassed }) => checksPassed.length === 0)
  return {
    commits: commits.slice(0, MOST_LOOKED_AT),
    unchecked: unchecked.slice(0, MOST_LOOKED_AT).map(({ prNumber }) => prNumber),
    isBaseAwaited: lane.batches.length > 0
  }
}
