// Whom a full queue has turned away comes in when there is room again.
import type { Deps } from '#deps.js'
import { laneDepth } from '#store/merge-queue/entries.js'
import { pullsTurnedAway } from '#store/merge-queue/labelled-pulls.js'
import { laneById } from '#store/merge-queue/lanes.js'
import { lookAtPull } from './pulls.js'
import { storedQueueSetup } from './setup.js'

/** More are not looked at for one place: each look asks the host. */
const MOST_LOOKS = 50

export async function fillLane(deps: Deps, laneId: number): Promise<void> {
  const lane = await laneById(deps.db, laneId)
  if (!lane) return
  const { repoId } = lane
  const { settings } = await storedQueueSetup(deps, deps.db, repoId)
  const isByApproval = settings.admit_on.includes('approval')
  const numbers = await pullsTurnedAway(deps.db, { repoId, isByApproval })
  for (const number of numbers.slice(0, MOST_LOOKS)) {
    if ((await laneDepth(deps.db, laneId)) >= settings.max_queue_depth) return
    await lookAtPull(deps, { repo_id: repoId, pr_number: number, is_asked: false })
  }
}
