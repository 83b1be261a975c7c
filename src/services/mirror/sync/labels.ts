// The labels of a repository: few enough to be read at once, once a day and when they seem to have changed.
import type { HostLabel } from '#domain/host/items.js'
import { chooseWalkMode } from '#domain/mirror/sync.js'
import { markOtherLabelsGone, saveLabels } from '#store/mirror/labels.js'
import { saveWalk, walkOf } from '#store/mirror/sync-walks.js'
import type { Tx } from '#store/sql/database.js'
import { renameLabel } from '../labels.js'
import { inTurn, type Turn } from './turn.js'

/** Changes in between arrive as events. */
export async function walkLabels(turn: Turn): Promise<boolean> {
  const { deps, repoId, place } = turn
  const begunAt = deps.now()
  const known = await walkOf(deps.db, repoId, 'labels')
  if (chooseWalkMode(known, begunAt) === 'news') return true
  const labels: HostLabel[] = []
  const listing = { place: { ...place, priority: 'backfill' as const }, order: 'created' as const }
  for await (const { items } of deps.host.listItems('labels', listing)) labels.push(...items)
  await inTurn(turn, 'labels', async (tx) => {
    const counts = await takeLabels(tx, repoId, labels, begunAt)
    await saveWalk(tx, {
      repoId,
      part: 'labels',
      mode: null,
      next: null,
      newest: null,
      edge: null,
      upTo: null,
      etag: null,
      ...counts,
      begunAt,
      isFullWanted: known?.isFullWanted ?? false,
      pushedAt: null,
      askedAt: begunAt,
      countGap: 0,
      finishedAt: deps.now(),
      comparedAt: begunAt
    })
  })
  return true
}

/**
 * The host sends no events for items that carry a renamed or deleted label: they are updated here as after an event.
 */
async function takeLabels(tx: Tx, repoId: number, labels: readonly HostLabel[], at: Date) {
  const saved = await saveLabels(tx, repoId, labels, at)
  const ids = labels.map(({ hostId }) => hostId)
  const gone = await markOtherLabelsGone(tx, repoId, ids, at)
  for (const { hostId, name, formerName } of saved)
    await renameLabel(tx, { repoId, hostId, to: name }, [formerName])
  for (const { hostId, name } of gone) await renameLabel(tx, { repoId, hostId, to: null }, [name])
  return {
    seen: labels.length,
    changed: saved.filter(({ hasChanged }) => hasChanged).length,
    gone: gone.length
  }
}
