// What the merge queue says to people: on pull requests, in checks and in decisions.
import {
  type BlockReason,
  type EntryStatus,
  type ExitReason,
  QUEUE_LABEL,
  QUEUED_LABEL,
  type Refusal
} from '#schemas/merge-queue/enums.js'
import { inertLine, inlineCode, link, plainProse } from '../text/markdown.js'
import { type BaseChecks, type ExcusedOnCommit, type FailedCheck, judgeChecks } from './checks.js'
import type { MoveReason } from './lane/lane.js'
import { HOTFIX_PRIORITY } from './lane/order.js'

const ASK_AGAIN = `write \`/service merge\`, or remove the label \`${QUEUE_LABEL}\` and add it again.`

const BLOCKED: Readonly<Record<BlockReason, string>> = {
  check_failed: 'Its checks failed.',
  check_timeout: 'Its checks did not end in time.',
  conflict: 'It conflicts with what lands before it.',
  approval_lost: 'It is no longer approved.',
  merge_rejected: 'The host refused to merge it.',
  attempts_exhausted: 'Merging it failed too often.'
}

const REMEDIES: Readonly<Record<BlockReason, string>> = {
  check_failed: `Push a fix. If they failed by chance, ${ASK_AGAIN}`,
  check_timeout: `See why the checks do not end; then ${ASK_AGAIN}`,
  conflict: 'Merge the base branch into it, resolve the conflict, and push.',
  approval_lost: `Ask for a review; then ${ASK_AGAIN}`,
  merge_rejected: `Look at the rules that protect the base branch; then ${ASK_AGAIN}`,
  attempts_exhausted: `To have it tried anew, ${ASK_AGAIN}`
}

const LEFT: Readonly<Record<ExitReason, string>> = {
  removed: 'Somebody took it out of the queue.',
  closed: 'It was closed.',
  unlabelled: 'Its label was removed.',
  draft: 'It was made a draft.',
  retargeted: 'It does not go to the branch that the queue merges into.',
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

/** Why the checks of an entry count as failed. */
export interface CheckFailure {
  checks: readonly FailedCheck[]
  /** The candidate on which they failed; null if it was the head. */
  candidate: string | null
  /** Null if the base was not looked at. */
  base: BaseChecks | null
}

const MOST_LISTED = 20

const firstOf = (items: readonly string[]): string[] => {
  const left = items.length - MOST_LISTED
  return left > 0 ? [...items.slice(0, MOST_LISTED), `and ${left} more`] : [...items]
}

const failed = (on: string | null) =>
  `These checks failed${on === null ? '' : ` on ${on}, which holds what would land`}:`

export function failureText(failure: CheckFailure): string {
  const { checks, candidate } = failure
  const names = firstOf(namesIn(checks)).join(', ')
  return [`${failed(candidate?.slice(0, 7) ?? null)} ${names}.`, ...baseWords(failure)].join(' ')
}

function failureList(failure: CheckFailure): string {
  const { checks, candidate, base } = failure
  const there = onBase(failure)
  const items = firstOf(checks.map(({ name, url }) => `${link(inlineCode(name), url)}${besideName(name)}`))
  const list = [failed(candidate && short(candidate)), ...items.map((item) => `- ${item}`)].join('\n')
  const isKnown = there.failed.length + there.passed.length > 0
  return base && isKnown ? `${list}\n\n${baseLine(base, there.failed.length > 0)}` : list

  function besideName(name: string): string {
    if (there.failed.includes(name)) return ': fails on the base as well'
    return there.passed.includes(name) ? ': passes on the base' : ''
  }
}

const baseLine = ({ branch, sha }: BaseChecks, hasFailure: boolean): string =>
  `The base is ${inlineCode(branch)} at ${short(sha)}.${hasFailure ? ' What fails there as well is not this pull request alone.' : ''}`

/** How failed checks stand on the base; those that have not ended there are in neither list. */
function onBase({ checks, base }: CheckFailure): { failed: string[]; passed: string[] } {
  if (base === null || checks.length === 0) return { failed: [], passed: [] }
  const there = judgeChecks(namesIn(checks), base.results)
  return { failed: namesIn(there.failed), passed: there.passed }
}

/** Whether the base has the failure too. Nothing is said of checks that have not ended there. */
export function baseWords(failure: CheckFailure): string[] {
  const { base } = failure
  if (base === null) return []
  const there = onBase(failure)
  const where = `on ${inertLine(base.branch)} (${base.sha.slice(0, 7)})`
  return [
    saidOf(there.failed, ['fails', 'fail'], `${where} as well: it is not this pull request alone.`),
    saidOf(there.passed, ['passes', 'pass'], `${where}.`)
  ].filter(Boolean)

  function saidOf(names: readonly string[], [one, several]: readonly [string, string], rest: string): string {
    const verb = names.length === 1 ? one : several
    return names.length === 0
      ? ''
      : `${firstOf(names.map((name) => inertLine(name))).join(', ')} ${verb} ${rest}`
  }
}

const namesIn = (checks: readonly FailedCheck[]): string[] => checks.map(({ name }) => name)

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
  failure: CheckFailure | null
  /** Checks that passed although quarantined tests failed in them. */
  excused: readonly ExcusedOnCommit[]
  /** The areas that it changes; null if it may touch everything, or if none are declared. */
  areas: readonly string[] | null
  /** What happened, in more words. */
  detail: string | null
}

const short = (sha: string) => inlineCode(sha.slice(0, 7))

/** The one comment of a pull request, edited in place. */
export function entryComment(state: EntryState): string {
  return [`**Merge queue: ${headline(state, inlineCode)}**`, ...detailLines(state)].join('\n\n')
}

/** What the verdict alone leaves open: who has no label is not looked at again. */
export const refusalWords = (refusal: Refusal, reason: string): string =>
  refusal === 'queue_full' ? `${reason} Add the label ${QUEUE_LABEL}, so that it is looked at then.` : reason

/** Of a pull request that is not admitted. */
export const refusalComment = (words: string): string =>
  `**Merge queue: not admitted**\n\n${plainProse(words)}`

/** Title and text of the check on its head. */
export function entryCheck(state: EntryState): { title: string; summary: string } {
  const title = headline(state, inertLine)
  return { title, summary: detailLines(state).join('\n\n') || headline(state, inlineCode) }
}

type Writing = (name: string) => string

function headline(state: EntryState, write: Writing): string {
  const { status, stage, position, mergeSha, blockedReason } = state
  const base = write(state.baseBranch)
  switch (status) {
    case 'merged':
      return `merged into ${base}${mergeSha === null ? '' : ` as ${write(mergeSha.slice(0, 7))}`}`
    case 'blocked':
      return `blocked. ${blockedReason === null ? '' : BLOCKED[blockedReason]}`.trim()
    case 'removed':
      return 'no longer queued'
    case 'merging':
      return stage === 'landing' ? `landing on ${base}` : `number ${position}, being tested`
    default:
      return `number ${position} for ${base}`
  }
}

function detailLines(state: EntryState): string[] {
  const { status, reason, blockedReason, failure } = state
  const detail = state.detail === null ? '' : plainProse(state.detail)
  switch (status) {
    case 'merged':
      return [detail, excuseLines(state)].filter(Boolean)
    case 'blocked': {
      const isFailure = blockedReason === 'check_failed' && failure !== null
      const what = isFailure ? failureList(failure) : detail
      const remedy = blockedReason === null ? '' : `What to do next: ${REMEDIES[blockedReason]}`
      return [what, remedy].filter(Boolean)
    }
    case 'removed':
      return [reason === null ? '' : moveWords(reason), detail, HOW_TO_RETURN].filter(Boolean)
    default:
      return [waitingLine(state), excuseLines(state), areaLine(state), HOW_TO_LEAVE].filter(Boolean)
  }
}

const HOW_TO_RETURN = `To have it merged after all, write \`/service merge\` or add the label \`${QUEUE_LABEL}\`.`

const HOW_TO_LEAVE = `There is nothing to do until it is merged. To take it out, write \`/service unqueue\` or remove the label \`${QUEUED_LABEL}\`.`

function waitingLine({ status, waitingOn, together, candidateSha, headSha }: EntryState): string {
  if (status === 'merging' && !waitingOn.some((word) => Object.hasOwn(READY, word))) {
    const others = together.length > 0 ? ` together with ${together.map((one) => `#${one}`).join(', ')}` : ''
    return candidateSha === null
      ? `What lands is being built${others}.`
      : `What lands is tested on ${short(candidateSha)}${others}.`
  }
  if (status !== 'pending') return readyLine(waitingOn)
  const checks = firstOf(waitingOn.map((name) => inlineCode(name)))
  if (checks.length === 0) return 'Its checks are awaited.'
  return [`On ${short(headSha)} it waits for:`, ...checks.map((check) => `- ${check}`)].join('\n')
}

/** Whoever merges has to see what was passed over. */
function excuseLines({ excused }: EntryState): string {
  if (excused.length === 0) return ''
  const checks = firstOf(
    excused.map(({ name, tests, sha }) =>
      [
        `${inlineCode(name)} on ${short(sha)}:`,
        ...firstOf(tests.map((test) => inlineCode(test))).map((test) => `  - ${test}`)
      ].join('\n')
    )
  )
  return [
    'These checks count as passed, because only quarantined tests failed:',
    ...checks.map((check) => `- ${check}`)
  ].join('\n')
}

const areaLine = ({ areas }: EntryState) => (areas === null ? '' : `It changes ${areaWords(areas)}.`)

const areaWords = (names: readonly string[]): string =>
  `the area${names.length === 1 ? '' : 's'} ${names.map((name) => inlineCode(name)).join(', ')}`

/** Of a landing that was compared for these areas alone. */
export const testedForWords = (names: readonly string[]): string => `It was tested for ${areaWords(names)}.`

function readyLine(waitingOn: readonly string[]): string {
  const [first = ''] = waitingOn
  return READY[first] ?? 'Its own checks have passed, and it waits for its turn.'
}

/** By what it waits for first. */
const READY: Readonly<Record<string, string>> = {
  paused: 'Its own checks have passed. The queue is paused, and merges nothing until it works again.',
  stopped: 'Its own checks have passed. The queue has stopped, and merges nothing until somebody resumes it.',
  freeze: `Nothing lands while the queue is frozen, unless its priority is ${HOTFIX_PRIORITY}.`
}
