// Tells a lane what has become of the candidates and landings that it asked for.
import type { Deps } from '#deps.js'
import { textsAt, valueAt } from '#domain/json/path.js'
import type { LaneEvent } from '#domain/merge-queue/lane/lane.js'
import type { ActionHooks } from '#registry.js'
import type { JsonObject } from '#schemas/common.js'
import { type ActionRow, findAction } from '#store/actions/actions.js'
import { laneById } from '#store/merge-queue/lanes.js'
import { compareLanding } from './areas/landed-areas.js'
import { applyToLane, openLane } from './lane/change-lane.js'
import type { EntryNews } from './lane/entry-fields.js'
import { MERGE_QUEUE } from './lane/wishes.js'
import { requestPullLook } from './requests.js'

const FOLLOWED: readonly string[] = ['build-candidate', 'merge-pr']

/** In a job of its own: whoever holds a lane takes other locks afterwards, and here the action is locked already. */
export const requestFollow: NonNullable<ActionHooks['ended']> = async ({ queue }, tx, row) => {
  if (row.source !== MERGE_QUEUE || !FOLLOWED.includes(row.actionType)) return
  await queue.enqueue(tx, 'merge-queue.follow', [{ payload: { action_id: row.id } }])
}

/** What has been told already is ignored by the lane. */
export async function followLaneAction(deps: Deps, actionId: number): Promise<void> {
  const row = await findAction(deps.db, actionId)
  if (!row) return
  // Cast at the database boundary: evidence is JSON.
  const evidence = row.evidence as JsonObject
  const lane = await laneById(deps.db, Number(valueAt(evidence, 'lane_id') ?? 0))
  if (!lane) return
  const batch = Number(valueAt(evidence, 'batch') ?? 0)
  const ownLogin = await deps.host.ownLogin()
  const told =
    row.actionType === 'merge-pr'
      ? await landingOf(deps, row, { evidence, batch, ownLogin })
      : buildOf(row, { evidence, batch })
  await deps.transaction(async (tx) => {
    const held = await openLane(deps, tx, lane)
    await applyToLane(deps, tx, held, { events: [told.event], news: told.news })
    // Something may have happened to it of which no event has told yet.
    if (told.event.is === 'refused')
      await requestPullLook(deps, tx, { repoId: lane.repoId, number: told.event.number })
  })
}

interface Told {
  event: LaneEvent
  news: (readonly [number, EntryNews])[]
}

const hasSucceeded = ({ status }: ActionRow) => status === 'succeeded' || status === 'reconciled'

interface Outcome {
  evidence: JsonObject
  batch: number
  ownLogin?: string | undefined
}

function buildOf(row: ActionRow, { evidence, batch }: Outcome): Told {
  if (!hasSucceeded(row)) {
    const news = row.errorMessage === null ? {} : { detail: row.errorMessage }
    const members = numbersAt(evidence, 'members')
    return { event: { is: 'build-failed', batch }, news: members.map((number) => [number, news] as const) }
  }
  const sha = valueAt(evidence, 'candidate_sha')
  const conflicts = numbersAt(evidence, 'conflicts')
  const candidate = { sha: typeof sha === 'string' ? sha : '', trees: textsAt(evidence, 'trees') }
  const detail = 'It does not merge cleanly into what lands before it.'
  return {
    event: { is: 'built', batch, candidate, conflicts },
    news: conflicts.map((number) => [number, { detail }] as const)
  }
}

function numbersAt(evidence: JsonObject, key: string): number[] {
  const value = valueAt(evidence, key)
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : []
}

async function landingOf(deps: Deps, row: ActionRow, { evidence, batch, ownLogin }: Outcome): Promise<Told> {
  const number = row.targetNumber ?? 0
  const [sha, tree] = [valueAt(evidence, 'merge_commit_sha'), valueAt(evidence, 'tree_sha')]
  if (hasSucceeded(row) && typeof sha === 'string' && typeof tree === 'string') {
    const merge = { sha, ...(await compareLanding(deps, row.repoId, { tree, evidence })) }
    const { isAsTested } = merge
    const by = valueAt(evidence, 'merged_by')
    const isByOthers = typeof by === 'string' && ownLogin !== undefined && by !== ownLogin
    const event: LaneEvent = isByOthers
      ? { is: 'merged', number }
      : { is: 'landed', batch, number, commit: { sha, tree }, isAsTested }
    return { event, news: [[number, { merge }]] }
  }
  const detail = row.errorMessage ?? undefined
  return {
    event: { is: 'refused', batch, number, reason: refusalOf(row, evidence) },
    news: [[number, detail === undefined ? {} : { detail }]]
  }
}

const REFUSALS: Readonly<Record<string, LandingRefusal>> = {
  approval_lost: 'approval_lost',
  checks: 'check_failed',
  // Nothing has failed: the entry is looked at again, and waits for its turn.
  base_moved: 'base_moved',
  left: 'base_moved',
  later: 'base_moved'
}

type LandingRefusal = Extract<LaneEvent, { is: 'refused' }>['reason']

/** In these words the host says that trying again helps. */
const PASSING = /Base branch was modified/

/** What the host refuses outright is final. */
function refusalOf(row: ActionRow, evidence: JsonObject): LandingRefusal {
  const landing = valueAt(evidence, 'landing')
  if (typeof landing === 'string') return REFUSALS[landing] ?? null
  if (row.status === 'cancelled') return 'base_moved'
  if (row.status === 'failed') return PASSING.test(row.errorMessage ?? '') ? null : 'merge_rejected'
  return row.blockedReason === 'permission_denied' ? 'merge_rejected' : null
}
