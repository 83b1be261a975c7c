// The labels of a repository.
import type { HostLabel } from '#domain/host/items.js'
import { markOtherLabelsGone, saveLabels } from '#store/mirror/labels.js'
import { renameLabel } from '../labels.js'
import { listWhole, type WholePart } from './whole.js'

export const labelsPart: WholePart<HostLabel> = {
  part: 'labels',
  /** Events change the mirrored labels as well, so an unchanged list does not prove that they are equal. */
  read: (turn) => listWhole(turn, 'labels', null),
  /** The host sends no events for items that carry a renamed or deleted label: they are updated as after an event. */
  async take(tx, { repoId, items, at }) {
    const saved = await saveLabels(tx, repoId, items, at)
    const ids = items.map(({ hostId }) => hostId)
    const gone = await markOtherLabelsGone(tx, repoId, ids, at)
    for (const { hostId, name, formerName } of saved)
      await renameLabel(tx, { repoId, hostId, to: name }, [formerName])
    for (const { hostId, name } of gone) await renameLabel(tx, { repoId, hostId, to: null }, [name])
    return {
      seen: items.length,
      changed: saved.filter(({ hasChanged }) => hasChanged).length,
      gone: gone.length
    }
  }
}
