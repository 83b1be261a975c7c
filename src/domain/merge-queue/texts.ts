// What the merge queue says to people: on pull requests, in checks and in decisions.
import type { BlockReason, EntryStatus, ExitReason } from '#schemas/merge-queue/enums.js'
import type { MoveReason } from './lane.js'
import { HOTFIX_PRIORITY } from './order.js'

const BLOCKED: Readonly<Record<BlockReason, string>> = {
  check_failed: 'Its checks failed.',
  check_timeout: 'Its checks did not end in time.',
  conflict: 'It conflicts with what lands before it.',
  approval_lost: 'It is no longer approved.',
  merge_rejected: 'The host refused to merge it.',
  attempts_exhausted: 'Merging it failed too often.'
}

const REMEDIES: Readonly<Record<BlockReason, string>> = {
  check_failed:
    'Push a fix, or run the failed checks again if they failed by chance; then add the label again.',
  check_timeout: 'See why the checks do not end; then add the label again.',
  conflict: 'Merge the base branch into it, resolve the conflict, and push.',
  approval_lost: 'Ask for a review; then add the label again.',
  merge_rejected: 'Look at the rules that protect the base branch; then add the label again.',
  attempts_exhausted: 'Add the label again to have it tried anew.'
}

const LEFT: Readonly<Record<ExitReason, string>> = {
  removed: 'Somebody took it out of the queue.',
  closed: 'It was closed.',
  unlabelled: 'Its label was removed.',
  draft: 'It was made a draft.',
  retargeted: 'It goes to another branch now.',
  changes_requested: 'Changes were requested.',
  approval_lost: 'It is no longer approved.'
}

const MOVED: Readonly<Record<Exclude<MoveReason, BlockReason | ExitReason>, string>> = {
  admitted: 'It was admitted to the merge queue.',
  pushed: 'It has a new head, whose checks are awaited.',
  checks_passed: 'Its own checks have passed.',
  in_batch: 'It is tested with what lands before it.',
  batch_dissolved: 'What it was tested with has changed.',
  landed: 'It was merged as it was tested.',
  merged_by_others: 'Somebody else merged it.'
}

export const moveWords = (reason: MoveReason): string => ({ ...MOVED, ...LEFT, ...BLOCKED })[reason]

export const remedyFor = (reason: BlockReason): string => REMEDIES[reason]

export interface EntryState {
  status: EntryStatus
  stage: 'testing' | 'landing' | null
  position: number
  baseBranch: string
  headSha: string
  waitingOn: readonly string[]
  /** Others in its batch. */
  together: readonly number[]
  candidateSha: string | null
  mergeSha: string | null
  reason: MoveReason | null
  blockedReason: BlockReason | null
  /** What happened, in more words. */
  detail: string | null
}

const short = (sha: string | null) => (sha === null ? 'unknown' : `\`${sha.slice(0, 7)}\``)
const code = (name: string) => `\`${name.replaceAll('`', "'")}\``
const numbers = (list: readonly number[]) => list.map((number) => `#${number}`).join(', ')

/** The one comment of a pull request, edited in place. */
export function entryComment(state: EntryState): string {
  return [`**Merge queue: ${headline(state)}**`, ...detailLines(state)].join('\n\n')
}

/** Title and text of the check on its head. */
export function entryCheck(state: EntryState): { title: string; summary: string } {
  return { title: headline(state), summary: detailLines(state).join('\n\n') || headline(state) }
}

function headline({ status, stage, position, baseBranch, mergeSha, blockedReason }: EntryState): string {
  switch (status) {
    case 'merged':
      return `merged into ${code(baseBranch)} as ${short(mergeSha)}`
    case 'blocked':
      return `blocked. ${blockedReason === null ? '' : BLOCKED[blockedReason]}`.trim()
    case 'removed':
      return 'no longer queued'
    case 'merging':
      return stage === 'landing' ? `landing on ${code(baseBranch)}` : `number ${position}, being tested`
    default:
      return `number ${position} for ${code(baseBranch)}`
  }
}

function detailLines(state: EntryState): string[] {
  const { status, detail, reason, blockedReason } = state
  if (status === 'merged') return detail === null ? [] : [detail]
  if (status === 'blocked')
    return [detail, blockedReason && REMEDIES[blockedReason]].filter((line) => line !== null)
  if (status === 'removed') return [reason === null ? '' : moveWords(reason), detail ?? ''].filter(Boolean)
  return [waitingLine(state), HOW_TO_LEAVE]
}

const HOW_TO_LEAVE = 'To take it out, remove the label `auto-merge` or write `/service unqueue`.'

function waitingLine({ status, waitingOn, together, candidateSha, headSha }: EntryState): string {
  if (status === 'merging') {
    const others = together.length > 0 ? ` together with ${numbers(together)}` : ''
    return candidateSha === null
      ? `What lands is being built${others}.`
      : `What lands is tested on ${short(candidateSha)}${others}.`
  }
  if (status === 'ready') return readyLine(waitingOn)
  const checks = waitingOn.map(code).join(', ')
  return checks === '' ? 'Its checks are awaited.' : `It waits for ${checks} on ${short(headSha)}.`
}

function readyLine(waitingOn: readonly string[]): string {
  if (waitingOn.includes('freeze'))
    return `Nothing lands while the queue is frozen, unless its priority is ${HOTFIX_PRIORITY}.`
  return 'Its own checks have passed, and it waits for its turn.'
}
