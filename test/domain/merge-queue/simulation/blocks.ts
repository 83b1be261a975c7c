// No entry leaves the lane without a reason that the lane was told.
import type { LaneSettings } from '#domain/merge-queue/lane/lane.js'
import type { BlockReason } from '#schemas/merge-queue/enums.js'
import type { KnownCandidate, KnownEntry, Ledger } from './ledger.js'
import { demand, type ObservedStep, type Watcher } from './mechanism.js'
import type { SimulatedHost } from './simulated-host.js'
import { mergeChange } from './trees.js'

interface Blocking {
  seen: ObservedStep
  number: number
  known: KnownEntry
  ledger: Ledger
  host: SimulatedHost
}

export function watchBlocks(ledger: Ledger, host: SimulatedHost): Watcher {
  return (seen) => {
    for (const { number, to, reason } of seen.step.moves) {
      const known = ledger.entries.get(number)
      if (to !== 'blocked' || !known) continue
      const isJust = JUSTIFICATIONS[reason]?.({ seen, number, known, ledger, host })
      demand(isJust === true, () => `#${number} is blocked: ${reason}, for no reason that the lane was told`)
    }
  }
}

/** Only what was told to leave is removed, and only what was told to be merged is merged. */
export function watchExits(ledger: Ledger): Watcher {
  return ({ event, step }) => {
    for (const { number, to, reason } of step.moves) {
      const wasTold = ledger.entries.get(number)?.finalReasons.has(reason) === true
      demand(
        to !== 'removed' || wasTold,
        () => `#${number} is removed: ${reason}, which the lane was not told`
      )
      const isMerge = (event.is === 'landed' || event.is === 'merged') && event.number === number
      demand(to !== 'merged' || isMerge, () => `#${number} counts as merged and was not`)
    }
  }
}

/** An entry whose landing was refused as often as the settings allow does not stay. */
export function watchAttempts(): Watcher {
  const refusals = new Map<number, number>()
  return (seen) => {
    const { step, before } = seen
    for (const { number, from, to } of step.moves)
      if (from === null || to === 'pending') refusals.delete(number)
    const number = passingRefusalIn(seen)
    if (number === null) return
    const count = (refusals.get(number) ?? 0) + 1
    refusals.set(number, count)
    const isHere = step.lane.entries.some((entry) => entry.number === number)
    const mayStay = count <= before.settings.maxAttempts
    demand(!isHere || mayStay, () => `#${number} stays after ${count} refused landings`)
  }
}

function passingRefusalIn({ event, before }: ObservedStep): number | null {
  if (event.is !== 'refused' || event.reason !== null) return null
  const entry = before.entries.find(({ number }) => number === event.number)
  return entry?.interruption === null ? entry.number : null
}

const JUSTIFICATIONS: Partial<Record<string, (blocking: Blocking) => boolean>> = {
  check_failed: (blocking) => blocking.known.head === 'failed' || hasFailedTwice(blocking),
  check_timeout: hasWaitedLong,
  conflict: ({ known }) => known.wasLeftOut || known.finalReasons.has('conflict'),
  approval_lost: ({ known }) => known.finalReasons.has('approval_lost'),
  changes_requested: ({ known }) => known.finalReasons.has('changes_requested'),
  merge_rejected: ({ known }) => known.finalReasons.has('merge_rejected'),
  attempts_exhausted: ({ known, seen }) => known.refusals >= seen.before.settings.maxAttempts
} satisfies Partial<Record<BlockReason | 'changes_requested', (blocking: Blocking) => boolean>>

/**
 * Two candidates with it were red, one of them ended with it, and what was before it in that one was not to blame. The
 * other may have been red by not answering in time.
 */
function hasFailedTwice({ number, known, ledger, seen, host }: Blocking): boolean {
  const tested = [...ledger.candidates.values()].filter(({ heads }) => heads.get(number) === known.headSha)
  const reds = tested.filter((one) => one.verdict === 'failed' || isOverdue(one, seen))
  const isToBlame = (one: KnownCandidate) =>
    one.verdict === 'failed' && one.members.at(-1) === number && isRedByLast(one, host)
  return reds.length >= 2 && reds.some(isToBlame)
}

function isRedByLast({ on, members, heads }: KnownCandidate, host: SimulatedHost): boolean {
  const others = members.slice(0, -1).map((number) => heads.get(number) ?? '')
  return host.wasBaseRed || !isRedWith(host, on, others)
}

function isOverdue(candidate: KnownCandidate, { before, now }: ObservedStep): boolean {
  const { verdict, wishedAt, hasFailedBuild } = candidate
  return verdict === null && !hasFailedBuild && now - wishedAt >= before.settings.checkTimeoutMs
}

function isRedWith(host: SimulatedHost, on: { sha: string; tree: string }, headShas: readonly string[]) {
  let tree = host.treeOf(on)
  for (const sha of headShas) {
    const head = host.heads.get(sha)
    tree = (head && mergeChange(tree, head.change)) ?? tree
  }
  return tree.isRed
}

function hasWaitedLong({ seen, number, ledger }: Blocking): boolean {
  const { checkTimeoutMs }: LaneSettings = seen.before.settings
  const entry = seen.before.entries.find((one) => one.number === number)
  if (entry?.status === 'pending' && seen.now - entry.pendingSince >= checkTimeoutMs) return true
  return [...ledger.candidates.values()].some(
    (candidate) => candidate.members.includes(number) && isOverdue(candidate, seen)
  )
}
