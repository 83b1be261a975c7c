// What follows when entries move: evidence where they end, and what people see on the pull request.
import type { Deps, Tx } from '#deps.js'
import { isLaneEnd, type LaneEnd, type LaneMove } from '#domain/merge-queue/lane/lane.js'
import { moveInputs } from '#domain/merge-queue/queue-move.v1.js'
import { type ExcusingFacts, queueMoveV3 } from '#domain/merge-queue/queue-move.v3.js'
import { baseWords, moveWords, testedForWords } from '#domain/merge-queue/texts.js'
import type { EntryRow } from '#store/merge-queue/entries.js'
import { proposeAction } from '../../actions/propose.js'
import { recordDecision, SERVICE_ACTOR } from '../../decisions/record.js'
import type { Announcement } from '../announce.js'
import { showEntry, showProgress } from '../notices.js'
import { requestChecks } from '../requests.js'
import type { LaneChange } from './change-lane.js'
import type { EntryNews, LaneMerge } from './entry-fields.js'
import { MERGE_QUEUE } from './wishes.js'
import type { WrittenEntries } from './write-entries.js'

export async function followMoves(
  deps: Deps,
  tx: Tx,
  change: LaneChange,
  written: WrittenEntries
): Promise<Announcement[]> {
  const followed: Announcement[] = []
  for (const move of lastMoves(change.moves)) {
    const entry = written.get(move.number)
    const announced = entry && (await followMove(deps, tx, change, { move, entry }))
    if (announced) followed.push(announced)
  }
  return followed
}

/** Undefined if it only goes on within its lane. */
async function followMove(
  deps: Deps,
  tx: Tx,
  change: LaneChange,
  { move, entry }: FollowedMove
): Promise<Announcement | undefined> {
  const decisionId = isLaneEnd(move) ? await recordMove(tx, change, { move, entry }) : null
  if (decisionId === null && move.from !== null) {
    // What was dissolved is soon tested in another batch.
    if (move.reason !== 'batch_dissolved') await showProgress(deps, tx, change, { move, entry })
    return undefined
  }
  await showEntry(deps, tx, change, { move, entry, decisionId })
  const { repoId, candidateSha } = entry
  if (move.reason === 'check_failed' && candidateSha !== null)
    await requestChecks(deps.queue, tx, { repoId, sha: candidateSha })
  if (move.reason === 'landed')
    await followLanding(deps, tx, { entry, decisionId, merge: change.news.get(move.number)?.merge })
  return { move, entry, decisionId }
}

/** It was tested, and something else landed. */
const isUntested = (merge: EntryNews['merge']): boolean => merge !== undefined && !merge.isAsTested

interface FollowedLanding {
  entry: EntryRow
  decisionId: number | null
  merge: EntryNews['merge']
}

async function followLanding(deps: Deps, tx: Tx, landing: FollowedLanding): Promise<void> {
  const { entry, decisionId, merge } = landing
  await proposeBranchDeletion(deps, tx, entry, decisionId)
  if (!isUntested(merge)) return
  const { repoId, prNumber } = entry
  for (const tell of deps.registry.untestedLandings) await tell(deps, tx, { repoId, prNumber, decisionId })
}

/** Only the last move of an entry counts, besides its admission. */
function lastMoves(moves: readonly LaneMove[]): LaneMove[] {
  const last = new Map<number, LaneMove>()
  for (const move of moves) {
    const known = last.get(move.number)
    last.set(move.number, known?.from === null ? { ...move, from: null } : move)
  }
  return [...last.values()]
}

export interface FollowedMove {
  move: LaneMove
  entry: EntryRow
}

interface RecordedEnd extends FollowedMove {
  move: LaneMove & { to: LaneEnd }
}

function recordMove(tx: Tx, change: LaneChange, followed: RecordedEnd): Promise<number> {
  const { move, entry } = followed
  const { resolved } = change.before.setup
  const inputs = moveInputs(factsOf(change, followed))
  return recordDecision(tx, {
    ...queueMoveV3.evaluate(inputs, {}),
    inputs,
    evaluator: queueMoveV3,
    configUsed: {},
    configVersion: resolved.version,
    repoId: entry.repoId,
    source: 'merge_queue',
    pillar: 'merge_queue',
    triggerEvent: `merge_queue.${move.reason}`,
    targetType: 'pr',
    targetNumber: entry.prNumber,
    commitSha: entry.headSha,
    actor: change.news.get(move.number)?.actor ?? SERVICE_ACTOR,
    createdAt: change.at
  })
}

function wordsOf({ reason }: LaneMove, merge: EntryNews['merge']): string {
  if (reason !== 'landed' || merge?.testedTree === undefined) return moveWords(reason)
  if (merge.testedTree === null) return 'It was merged after the checks on its head had passed.'
  if (!merge.isAsTested) return 'It was merged, and the base holds another tree than the one that was tested.'
  return [moveWords(reason), ...(merge.areas ? [testedForWords(merge.areas)] : [])].join(' ')
}

function detailsOf({ reason }: LaneMove, { detail, failure }: EntryNews = {}): string[] {
  const onBase = reason === 'check_failed' && failure ? baseWords(failure) : []
  return [...(detail ? [detail] : []), ...onBase]
}

function factsOf({ before, news }: LaneChange, { move, entry }: RecordedEnd): ExcusingFacts {
  const known = news.get(move.number)
  const batch = before.lane.batches.find(({ members }) => members.includes(move.number))
  const merge = known?.merge
  return {
    from: move.from ?? 'none',
    to: move.to,
    reason: move.reason,
    words: [wordsOf(move, merge), ...detailsOf(move, known)].join(' ').trim(),
    head_sha: entry.headSha,
    checks_passed: entry.checksPassed,
    checks_failed: entry.checksFailed,
    checks_excused: entry.checksExcused,
    candidate: batch?.candidate
      ? { batch: String(batch.id), sha: batch.candidate.sha, members: batch.members.slice(0, batch.size) }
      : null,
    landed: merge ? landedFacts(merge) : null
  }
}

const landedFacts = ({ sha, tree, testedTree, isAsTested, areas }: LaneMerge): ExcusingFacts['landed'] => ({
  sha,
  tree,
  tested_tree: testedTree,
  is_as_tested: isAsTested,
  areas
})

/** Of the repository itself, and only while nobody has pushed to it. */
async function proposeBranchDeletion(
  deps: Deps,
  tx: Tx,
  entry: EntryRow,
  decisionId: number | null
): Promise<void> {
  if (!entry.deleteBranch || !entry.isOwnBranch || entry.headBranch === '') return
  await proposeAction(deps, tx, {
    repoId: entry.repoId,
    pillar: 'merge_queue',
    source: MERGE_QUEUE,
    sourceId: entry.id,
    decisionId,
    target: { type: 'branch', branch: entry.headBranch },
    actionKey: `queue-branch:${entry.headSha}`,
    actionType: 'delete-branch',
    arguments: { sha: entry.headSha }
  })
}
