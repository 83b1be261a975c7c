// The labels that a repository offers: few, so that they are read at once, and once a day.
import type { HostLabel } from '../../../schemas/mirror.js'
import { modeOf } from '../../domain/sync.js'
import { keepLabels, saveLabels } from '../../store/labels.js'
import { saveWalk, walkOf } from '../../store/sync-walks.js'
import { inTurn, type Turn } from './turn.js'

/** Events tell of what happens in between. */
export async function walkLabels(turn: Turn): Promise<boolean> {
  const { deps, repoId, place } = turn
  const begunAt = deps.now()
  const known = await walkOf(deps.db, repoId, 'labels')
  if (modeOf(known?.comparedAt ?? null, begunAt) === 'news') return true
  const labels: HostLabel[] = []
  const listing = { place: { ...place, priority: 'backfill' as const }, order: 'created' as const }
  for await (const { items } of deps.host.listed('labels', listing)) labels.push(...items)
  await inTurn(turn, 'labels', async (tx) => {
    const changed = await saveLabels(tx, repoId, labels)
    const ids = labels.map(({ hostId }) => hostId)
    const gone = await keepLabels(tx, repoId, ids)
    const counts = { seen: labels.length, changed, gone }
    await saveWalk(tx, {
      ...{ repoId, part: 'labels', mode: null, next: null, newest: null, edge: null, upTo: null, etag: null },
      ...counts,
      begunAt,
      finishedAt: deps.now(),
      comparedAt: begunAt
    })
  })
  return true
}
