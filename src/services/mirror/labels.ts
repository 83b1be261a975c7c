// Applies label events. The host sends no events for the issues and pull requests that carry the label, so they are
// updated here.
import type { EventExcerpt, LabelChange, RepositoryIdentity } from '#domain/host/events.js'
import type { HostLabel } from '#domain/host/items.js'
import { isLabelNameTaken, markLabelGone, saveLabels } from '#store/mirror/labels.js'
import {
  type LabelledQuery,
  lockLabelledIssues,
  lockLabelledPulls,
  lockRepository
} from '#store/mirror/mirror.js'
import { requestFullWalks } from '#store/mirror/sync-walks.js'
import type { Tx } from '#store/sql/database.js'
import { issueKind, type MirrorPlacement, pullRequestKind, type TalliedRows } from './kinds.js'
import { saveRowChanges } from './rows.js'

export interface LabelUpdate extends EventExcerpt {
  repository: RepositoryIdentity
  change: LabelChange
  label: HostLabel
  /** The former name, if the label was just renamed. */
  formerName: string | null
  at: Date
  isOvertaken: boolean
}

/** An event older than the stored state changes neither the label nor its carriers. */
export async function recordLabel(tx: Tx, update: LabelUpdate): Promise<void> {
  const { repository, change, label, formerName, at, isOvertaken } = update
  if (isOvertaken) return
  const repoId = repository.hostId
  const { hostId, name } = label
  if (change === 'deleted') {
    const saved = await markLabelGone(tx, repoId, label, at)
    if (saved) await renameLabel(tx, { repoId, hostId, to: null }, [name, saved.formerName])
    return
  }
  const [saved] = await saveLabels(tx, repoId, [label], at)
  if (saved) await renameLabel(tx, { repoId, hostId, to: name }, [formerName, saved.formerName])
}

interface LabelRename {
  repoId: number
  /** The renamed or deleted label. */
  hostId: number
  /** Null if the label was deleted. */
  to: string | null
}

/** Replaces every former name, because the event of an earlier rename may never have arrived. */
export async function renameLabel(
  tx: Tx,
  rename: LabelRename,
  names: readonly (string | null)[]
): Promise<void> {
  for (const from of new Set(names)) if (from !== null) await renameLabelFrom(tx, { ...rename, from })
}

const RELABELLED_AT_ONCE = 500

/** Renames or removes the label on its carriers, because the host sends no events for them. */
async function renameLabelFrom(tx: Tx, rename: LabelRename & { from: string }): Promise<void> {
  const { repoId, hostId, from, to } = rename
  if (from === to || !(await lockRepository(tx, repoId))) return
  // Items with this name may carry another label that has taken the name; only the host can tell.
  if (await isLabelNameTaken(tx, repoId, from, hostId)) return compareCarriers(tx, repoId, from)
  await renameLabelOn(tx, rename, { kind: issueKind, carriers: lockLabelledIssues })
  await renameLabelOn(tx, rename, { kind: pullRequestKind, carriers: lockLabelledPulls })
}

/** The next sync compares all items that may carry the label. */
async function compareCarriers(tx: Tx, repoId: number, label: string): Promise<void> {
  const carriers = { repoId, label, most: 1 }
  if ((await lockLabelledIssues(tx, carriers)).length > 0) await requestFullWalks(tx, repoId, ['issues'])
  if ((await lockLabelledPulls(tx, carriers)).length > 0)
    await requestFullWalks(tx, repoId, ['pull_requests'])
}

interface LabelCarriers<Row> {
  kind: TalliedRows<Row>
  carriers(tx: Tx, of: LabelledQuery): Promise<Row[]>
}

/** Renames in batches until no carrier is left. */
async function renameLabelOn<Row extends MirrorPlacement & { labels: string[] }>(
  tx: Tx,
  { repoId, from, to }: LabelRename & { from: string },
  { kind, carriers }: LabelCarriers<Row>
): Promise<void> {
  const renamed = (label: string) => (label !== from ? [label] : to === null ? [] : [to])
  for (;;) {
    const rows = await carriers(tx, { repoId, label: from, most: RELABELLED_AT_ONCE })
    if (rows.length === 0) return
    await saveRowChanges(
      tx,
      rows.map((before) => ({ before, after: { ...before, labels: before.labels.flatMap(renamed) } })),
      kind
    )
  }
}
