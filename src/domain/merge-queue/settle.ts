// What follows from the state of a lane, whichever event led to it.
import {
  clearWayForHotfix,
  formBatches,
  freezeAt,
  groundOf,
  isHotfixBatch,
  reformWaiting
} from './batches.js'
import { expireTests } from './candidates.js'
import { chainOf, type Draft, dissolveFrom, endEntry, enterState } from './draft.js'
import type { Batch, Lane } from './lane.js'
import { knownTrees } from './merged-trees.js'
import { judgeAsides, judgeFirst } from './search.js'

export function settle(draft: Draft) {
  dropStale(draft)
  // What waits stays as it is until the queue works again.
  if (draft.lane.settings.paused !== null) return
  expireEntries(draft)
  expireTests(draft)
  judgeFirst(draft)
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
  const { base, settings } = draft.lane
  const [first] = chainOf(draft.lane)
  // It was to land by the checks on its head, which are no longer enough.
  const isUntested = settings.strict && first?.candidate?.sha === ''
  if (first && isUntested && first.state !== 'landing') return dissolveFrom(draft, first.id)
  if (!first || first.state === 'landing' || first.on === null || base === null) return
  if (base.tree !== first.on.tree) dissolveFrom(draft, first.id)
}

function startBuilds(draft: Draft) {
  const { batches, settings } = draft.lane
  for (const batch of batches) {
    const on = batch.state === 'waiting' ? groundOf(draft, batch) : undefined
    if (on) startBuild(draft, batch, on)
  }
  if (batches.length > 0 && draft.lane.base === null) draft.wishes.push({ is: 'read-base' })

  function startBuild({ wishes }: Draft, batch: Batch, on: NonNullable<Lane['base']>) {
    const { id, members, size } = batch
    if (!settings.strict) return enterState(draft, id, 'green', { on, candidate: { sha: '', trees: [''] } })
    enterState(draft, id, 'building', { on })
    const trees = knownTrees(batch, on)
    wishes.push({ is: 'build', batch: id, on, members: members.slice(0, size), trees })
  }
}

function startLanding(draft: Draft) {
  const { base, settings, stopped } = draft.lane
  const [first] = chainOf(draft.lane)
  const [number] = first?.members ?? []
  if (first?.state !== 'green' || number === undefined || base === null || stopped !== null) return
  if (freezeAt(settings, draft.now) && !isHotfixBatch(draft, first)) return
  enterState(draft, first.id, 'landing')
  const tree = first.candidate?.trees[0] ?? ''
  draft.wishes.push({ is: 'land', batch: first.id, number, on: base, tree })
}
