// What a lane asks for becomes managed actions and jobs, in the transaction that steps it.
import type { Deps, Tx } from '#deps.js'
import { targetLabel } from '#domain/actions/actions.js'
import { CANDIDATE_PREFIX, SCRATCH_PREFIX } from '#domain/host/queue-branches.js'
import type { LaneWish } from '#domain/merge-queue/lane/lane.js'
import { hasBegun } from '#store/actions/marks.js'
import type { EntryRow } from '#store/merge-queue/entries.js'
import type { LaneKey } from '#store/merge-queue/lanes.js'
import { cancelEffect, proposeAction, waitSeconds } from '../../actions/propose.js'
import { SERVICE_ACTOR } from '../../decisions/record.js'
import { testedAreasOf } from '../areas/landed-areas.js'
import type { LaneChange } from './change-lane.js'
import type { WrittenEntries } from './write-entries.js'

/** The source of all actions of the queue. */
export const MERGE_QUEUE = 'merge_queue'

/** Of the one comment of the queue on a pull request. */
export const QUEUE_TOPIC = 'queue'

type WishOf<Kind extends LaneWish['is']> = Extract<LaneWish, { is: Kind }>

export async function carryOutWishes(
  deps: Deps,
  tx: Tx,
  change: LaneChange,
  written: WrittenEntries
): Promise<void> {
  const rows = new Map([...change.before.rows, ...written])
  for (const wish of effectiveWishes(change.wishes)) {
    if (wish.is === 'build') await proposeCandidate(deps, tx, { ...change, rows }, wish)
    if (wish.is === 'discard') await proposeDrop(deps, tx, change, wish.batch)
    if (wish.is === 'land') await proposeLanding(deps, tx, { ...change, rows }, wish)
    if (wish.is === 'read-base') await requestBase(deps, tx, change.before.key)
  }
}

/** A candidate that is discarded in the same step is not built at all. */
function effectiveWishes(wishes: readonly LaneWish[]): readonly LaneWish[] {
  const isDiscarded = (batch: number) => wishes.some((wish) => wish.is === 'discard' && wish.batch === batch)
  return wishes.filter((wish) => wish.is !== 'build' || !isDiscarded(wish.batch))
}

interface BaseRead extends LaneKey {
  /** Login of whoever has moved the base. */
  pushedBy?: string | null
}

/** At most one read of a base waits. */
export async function requestBase(
  { queue }: Deps,
  tx: Tx,
  { repoId, baseBranch, pushedBy = null }: BaseRead
): Promise<void> {
  const payload = { repo_id: repoId, base_branch: baseBranch, pushed_by: pushedBy }
  const singletonKey = `${repoId} ${baseBranch} ${pushedBy}`
  await queue.enqueue(tx, 'merge-queue.base', [{ payload, singletonKey }])
}

interface CandidateName {
  laneId: number
  baseBranch: string
  batch: number
}

/** The lane is part of the name: a lane that is made anew begins to count again. */
const branchesOf = ({ laneId, baseBranch, batch }: CandidateName) => ({
  branch: `${CANDIDATE_PREFIX}${baseBranch}/${laneId}-${batch}`,
  scratch: `${SCRATCH_PREFIX}${baseBranch}/${laneId}-${batch}`
})

/** Of its building and of its removal, of which one waits for the other. */
const candidateKey = ({ laneId, batch }: CandidateName) => `queue-candidate:${laneId}:${batch}`

const nameOf = ({ before: { row, key } }: LaneChange, batch: number): CandidateName => ({
  laneId: row.id,
  baseBranch: key.baseBranch,
  batch
})

/** With the entries as they are now. */
interface ChangeWithRows extends LaneChange {
  rows: WrittenEntries
}

function rowOf({ rows }: ChangeWithRows, number: number): EntryRow {
  const row = rows.get(number)
  if (!row) throw new Error(`#${number} is in a batch and not in the lane`)
  return row
}

async function proposeCandidate(
  deps: Deps,
  tx: Tx,
  change: ChangeWithRows,
  { batch, on, members, trees }: WishOf<'build'>
): Promise<void> {
  const name = nameOf(change, batch)
  const branches = branchesOf(name)
  const entries = members.map((number) => rowOf(change, number))
  await proposeAction(deps, tx, {
    repoId: change.before.key.repoId,
    pillar: 'merge_queue',
    source: MERGE_QUEUE,
    target: { type: 'branch', branch: branches.branch },
    actionKey: candidateKey(name),
    actionType: 'build-candidate',
    arguments: {
      ...branches,
      on,
      base: change.after.base?.sha ?? on.sha,
      trees: trees && [...trees],
      members: entries.map((entry) => ({
        number: entry.prNumber,
        head_sha: entry.headSha,
        method: entry.mergeMethod
      })),
      title: `Test ${members.map((number) => `#${number}`).join(', ')} together for ${name.baseBranch}`.slice(
        0,
        250
      )
    },
    evidence: { lane_id: name.laneId, batch, members: [...members] }
  })
}

/** Then the branch on which it was merged is gone. */
const isBuilt = ({ before, after }: LaneChange, id: number): boolean =>
  [...before.lane.batches, ...after.batches].some((batch) => batch.id === id && batch.candidate !== null)

/** Whatever the build still writes is removed after it. Of a build that had not begun there is nothing to remove. */
async function proposeDrop(deps: Deps, tx: Tx, change: LaneChange, batch: number): Promise<void> {
  const { repoId } = change.before.key
  const name = nameOf(change, batch)
  const branches = branchesOf(name)
  const detail = 'The candidate is no longer needed.'
  const executing = await cancelEffect(deps, tx, {
    repoId,
    actionKey: candidateKey(name),
    actor: SERVICE_ACTOR,
    detail
  })
  const target = { type: 'branch', branch: branches.branch } as const
  const effect = { repoId, actionKey: candidateKey(name), target: targetLabel(target) }
  if (!(await hasBegun(tx, effect))) return
  await proposeAction(deps, tx, {
    repoId,
    pillar: null,
    source: MERGE_QUEUE,
    target,
    actionKey: candidateKey(name),
    actionType: 'drop-candidate',
    arguments: { ...branches, scratch: isBuilt(change, batch) ? null : branches.scratch },
    headStartSeconds: waitSeconds(deps, executing)
  })
}

async function proposeLanding(
  deps: Deps,
  tx: Tx,
  change: ChangeWithRows,
  { batch, number, on, tree, areas }: WishOf<'land'>
): Promise<void> {
  const entry = rowOf(change, number)
  const { row, key, setup } = change.before
  await proposeAction(deps, tx, {
    repoId: key.repoId,
    pillar: 'merge_queue',
    source: MERGE_QUEUE,
    sourceId: entry.id,
    target: { type: 'pr', number },
    actionKey: `queue-land:${row.id}:${batch}:${number}`,
    actionType: 'merge-pr',
    arguments: {
      sha: entry.headSha,
      method: entry.mergeMethod,
      base_sha: on.sha,
      ...(entry.mergeMethod === 'rebase' ? {} : { title: `${entry.prTitle.slice(0, 200)} (#${number})` }),
      message: `Merged by the queue for ${key.baseBranch}.`
    },
    evidence: {
      lane_id: row.id,
      batch,
      tested_tree: tree === '' ? null : tree,
      tested_areas: testedAreasOf(setup, areas),
      author: entry.authorLogin,
      checks_passed: entry.checksPassed,
      checks_excused: entry.checksExcused,
      duration_ms: change.at.getTime() - entry.admittedAt.getTime()
    }
  })
}
