// Labels as events tell of them: what carries one is not told of, and follows.
import type { Excerpt, LabelChange, RepositoryIdentity } from '../../schemas/events.js'
import type { HostLabel } from '../../schemas/mirror.js'
import type { Tx } from '../store/database.js'
import { dropLabel, relabel, saveLabels } from '../store/labels.js'

export interface LabelNews extends Excerpt {
  repository: RepositoryIdentity
  change: LabelChange
  label: HostLabel
  /** What it was called before, if it has just been renamed. */
  formerName: string | null
}

export async function recordLabel(tx: Tx, { repository, change, label, formerName }: LabelNews) {
  const repoId = repository.hostId
  if (change === 'deleted') {
    await dropLabel(tx, repoId, label.hostId)
    await relabel(tx, repoId, label.name, null)
    return
  }
  await saveLabels(tx, repoId, [label])
  if (formerName !== null) await relabel(tx, repoId, formerName, label.name)
}
