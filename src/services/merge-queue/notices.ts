// What people see of an entry on its pull request: one comment that is edited in place, a label, and a check.
import type { Deps, Tx } from '#deps.js'
import { QUEUE_CHECK } from '#domain/merge-queue/checks.js'
import { type EntryState, entryCheck, entryComment } from '#domain/merge-queue/texts.js'
import type { ActionIntent, ArgumentsOf } from '#schemas/actions/arguments.js'
import {
  type EntryStatus,
  QUEUE_LABEL,
  QUEUED_LABEL,
  QUEUED_LABEL_COLOR
} from '#schemas/merge-queue/enums.js'
import type { EntryRow } from '#store/merge-queue/entries.js'
import { proposeAction } from '../actions/propose.js'
import { upsertStickyComment } from '../actions/sticky-comments.js'
import { upsertEffect } from '../actions/upsert-effect.js'
import type { LaneChange } from './lane/change-lane.js'
import { failureOf } from './lane/entry-fields.js'
import type { FollowedMove } from './lane/moves.js'
import { MERGE_QUEUE, QUEUE_TOPIC } from './lane/wishes.js'

/** What lands within these seconds is shown once. */
const SETTLING_SECONDS = 15
/** What lasts for less is not worth an edit. */
const LASTING_SECONDS = 30

interface Shown extends FollowedMove {
  decisionId: number | null
}

/** Where it stands in the lane now: in the comment alone. */
export async function showProgress(
  deps: Deps,
  tx: Tx,
  change: LaneChange,
  followed: FollowedMove
): Promise<void> {
  await upsertStickyComment(deps, tx, {
    ...noticeOf({ ...followed, decisionId: null }),
    topic: QUEUE_TOPIC,
    body: entryComment(stateOf(change, followed)),
    settlingSeconds: LASTING_SECONDS
  })
}

const noticeOf = ({ entry, decisionId }: Shown) => ({
  repoId: entry.repoId,
  pillar: 'merge_queue' as const,
  source: MERGE_QUEUE,
  decisionId,
  target: { type: 'pr' as const, number: entry.prNumber }
})

/** An entry that was admitted, or that has ended. */
export async function showEntry(deps: Deps, tx: Tx, change: LaneChange, shown: Shown): Promise<void> {
  const { entry, move } = shown
  const state = stateOf(change, shown)
  const settlingSeconds = entry.position > 0 ? SETTLING_SECONDS : 0
  await upsertStickyComment(deps, tx, {
    ...noticeOf(shown),
    topic: QUEUE_TOPIC,
    body: entryComment(state),
    settlingSeconds
  })
  await upsertEffect(deps, tx, {
    ...noticeOf(shown),
    actionType: 'create-check',
    arguments: checkOf(state),
    actionKey: `check:queue:${entry.prNumber}`,
    replaced: 'A newer state of the queue replaced it.',
    settlingSeconds
  })
  if (move.from === null && entry.position > 0) await labelEntry(deps, tx, entry, SHOW_QUEUED)
  if (entry.status === 'blocked' || entry.status === 'removed') await unlabelEntry(deps, tx, shown)
}

function stateOf({ after, before, news }: LaneChange, { entry, move }: FollowedMove): EntryState {
  const batch = [...after.batches, ...before.lane.batches].find(({ members }) =>
    members.includes(entry.prNumber)
  )
  const known = news.get(entry.prNumber)
  return {
    status: entry.status,
    stage: entry.stage,
    position: entry.position,
    baseBranch: entry.baseBranch,
    headSha: entry.headSha,
    waitingOn: entry.waitingOn,
    together: batch?.members.filter((number) => number !== entry.prNumber) ?? [],
    candidateSha: entry.candidateSha,
    mergeSha: entry.mergeSha,
    reason: move.reason,
    blockedReason: entry.blockedReason,
    failure: failureOf(entry, known),
    excused: entry.checksExcused,
    areas: entry.areas,
    detail: known?.detail ?? null
  }
}

const CONCLUSIONS = {
  pending: null,
  ready: null,
  merging: null,
  merged: 'success',
  blocked: 'failure',
  removed: 'neutral'
} as const satisfies Readonly<Record<EntryStatus, string | null>>

function checkOf(state: EntryState): ArgumentsOf<'create-check'> {
  const { title, summary } = entryCheck(state)
  return { name: QUEUE_CHECK, head_sha: state.headSha, conclusion: CONCLUSIONS[state.status], title, summary }
}

async function labelEntry(
  deps: Deps,
  tx: Tx,
  { repoId, prNumber }: EntryRow,
  labelling: Labelling
): Promise<void> {
  await proposeAction(deps, tx, {
    repoId,
    pillar: 'merge_queue',
    source: MERGE_QUEUE,
    target: { type: 'pr', number: prNumber },
    ...labelling
  })
}

type Labelling = Extract<ActionIntent, { actionType: 'add-label' | 'remove-label' }>

const SHOW_QUEUED: Labelling = {
  actionType: 'add-label',
  arguments: { label: QUEUED_LABEL, color: QUEUED_LABEL_COLOR }
}
const without = (label: string): Labelling => ({ actionType: 'remove-label', arguments: { label } })

/** The label that asks for a merge goes as well where it would be misread: the pull request needs somebody first. */
async function unlabelEntry(deps: Deps, tx: Tx, { entry, move }: Shown): Promise<void> {
  await labelEntry(deps, tx, entry, without(QUEUED_LABEL))
  if (move.reason === 'removed') await labelEntry(deps, tx, entry, without(QUEUE_LABEL))
}
