// Labels as events tell of them: what carries one is not told of, and follows.
import type { EventExcerpt, LabelChange, RepositoryIdentity } from '#domain/host/events.js'
import type { HostLabel } from '#domain/host/items.js'
import { isLabelNameTaken, markLabelGone, saveLabels } from '#store/mirror/labels.js'
import {
  type LabelledQuery,
  lockLabelledIssues,
  lockLabelledPulls,
  lockRepository
} from '#store/mirror/mirror.js'
import type { Tx } from '#store/sql/database.js'
import { issueKind, type MirrorPlacement, pullRequestKind, type TalliedRows } from './kinds.js'
import { saveRowChanges } from './rows.js'

export interface LabelUpdate extends EventExcerpt {
  repository: RepositoryIdentity
  change: LabelChange
  label: HostLabel
  /** What it was called before, if it has just been renamed. */
  formerName: string | null
  at: Date
  isOvertaken: boolean
}

/** What is older than what is known says nothing, neither of the label nor of what carries it. */
export async function recordLabel(tx: Tx, news: LabelUpdate): Promise<void> {
  const { repository, change, label, formerName, at, isOvertaken } = news
  if (isOvertaken) return
  const repoId = repository.hostId
  const { hostId, name } = label
  if (change === 'deleted') {
    const told = await markLabelGone(tx, repoId, label, at)
    if (told) await renameLabel(tx, { repoId, hostId, to: null }, [name, told.formerName])
    return
  }
  const [told] = await saveLabels(tx, repoId, [label], at)
  if (told) await renameLabel(tx, { repoId, hostId, to: name }, [formerName, told.formerName])
}

interface LabelRename {
  repoId: number
  /** The label that is called otherwise now. */
  hostId: number
  /** Null where it is gone. */
  to: string | null
}

/** By each name that the label had: the event of an earlier one may never have come. */
export async function renameLabel(
  tx: Tx,
  relabelling: LabelRename,
  names: readonly (string | null)[]
): Promise<void> {
  for (const from of new Set(names)) if (from !== null) await renameLabelFrom(tx, { ...relabelling, from })
}

const RELABELLED_AT_ONCE = 500

/** What carries a label carries it under its new name, or no longer: of this the host says nothing by itself. */
async function renameLabelFrom(tx: Tx, relabelling: LabelRename & { from: string }): Promise<void> {
  const { repoId, hostId, from, to } = relabelling
  if (from === to || !(await lockRepository(tx, repoId))) return
  // What carries this name may carry the other label: only the host can tell.
  if (await isLabelNameTaken(tx, repoId, from, hostId)) return
  await renameLabelOn(tx, relabelling, { kind: issueKind, carriers: lockLabelledIssues })
  await renameLabelOn(tx, relabelling, { kind: pullRequestKind, carriers: lockLabelledPulls })
}

interface LabelCarriers<Row> {
  kind: TalliedRows<Row>
  carriers(tx: Tx, of: LabelledQuery): Promise<Row[]>
}

/** A set at a time, until none carries it. */
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
