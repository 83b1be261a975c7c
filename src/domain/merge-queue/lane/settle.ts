// What follows from the state of a lane, whichever event led to it.
import { clearWayForHotfix, formBatches, freezeAt, isHotfixBatch, reformWaiting } from './batches.js'
import { expireTests } from './candidates.js'
import { type Draft, dissolveFrom, endEntry, enterState } from './draft.js'
import type { Batch, Lane } from './lane.js'
import { frontsOf, groundOf, isCurrent, isExact } from './lines.js'
import { knownTrees } from './merged-trees.js'
import { judgeAsides, judgeFronts } from './search.js'

export function settle(draft: Draft) {
  dropStale(draft)
  // What waits stays as it is until the queue works again.
  if (draft.lane.settings.paused !== null) return
  expireEntries(draft)
  expireTests(draft)
  judgeFronts(draft)
  judgeAsides(draft)
  clearWayForHotfix(draft)
  reformWaiting(draft)
  formBatches(draft)
  startBuilds(draft)
  startLanding(draft)
}

function expireEntries(draft: Draft) {
  const { entries, settings } = draft.lane
  for (const entry of entries)
    if (entry.status === 'pending' && entry.pendingSince + settings.checkTimeoutMs <= draft.now)
      endEntry(draft, entry, { to: 'blocked', reason: 'check_timeout' })
}

/** Somebody else has changed the base: what was tested is not what would land. */
function dropStale(draft: Draft) {
  for (const batch of frontsOf(draft.lane))
    if (batch.state !== 'landing' && isStale(draft.lane, batch)) dissolveFrom(draft, batch.id)
}

function isStale(lane: Lane, batch: Batch): boolean {
  // It was to land by the checks on its head, which are no longer enough.
  if (lane.settings.strict && batch.candidate?.sha === '') return true
  return batch.on !== null && lane.base !== null && !isCurrent(lane, batch)
}

function startBuilds(draft: Draft) {
  const { batches, settings } = draft.lane
  for (const batch of batches) {
    const on = batch.state === 'waiting' ? groundOf(draft.lane, batch) : undefined
    if (on) startBuild(draft, batch, on)
  }
  if (batches.length > 0 && draft.lane.base === null) draft.wishes.push({ is: 'read-base' })

  function startBuild({ wishes }: Draft, batch: Batch, on: NonNullable<Lane['base']>) {
    const { id, members, size } = batch
    // What the base was when an earlier candidate agreed with it says nothing of this one.
    const ground = { on, agreesWith: null }
    if (!settings.strict)
      return enterState(draft, id, 'green', { ...ground, candidate: { sha: '', trees: [''] } })
    enterState(draft, id, 'building', ground)
    const trees = knownTrees(batch, on)
    wishes.push({ is: 'build', batch: id, on, members: members.slice(0, size), trees })
  }
}

/** One after the other, whichever areas they are of: each moves the base. */
function startLanding(draft: Draft) {
  const { lane, wishes, now } = draft
  const { batches, base, settings, stopped } = lane
  if (base === null || stopped !== null || batches.some(({ state }) => state === 'landing')) return
  const mayLand = (batch: Batch) => !freezeAt(settings, now) || isHotfixBatch(draft, batch)
  const first = frontsOf(lane).find((batch) => batch.state === 'green' && mayLand(batch))
  const [number] = first?.members ?? []
  if (!first || number === undefined) return
  enterState(draft, first.id, 'landing')
  const tree = first.candidate?.trees[0] ?? ''
  const areas = isExact(lane, first) ? null : first.areas
  wishes.push({ is: 'land', batch: first.id, number, on: base, tree, areas })
}
