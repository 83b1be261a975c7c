// Labels as events tell of them: what carries one is not told of, and follows.
import type { Excerpt, LabelChange, RepositoryIdentity } from '#domain/host/events.js'
import type { HostLabel } from '#domain/host/items.js'
import { isTaken, tellGone, tellLabels } from '#store/mirror/labels.js'
import { type Carriers, lockLabelledIssues, lockLabelledPulls, lockRepository } from '#store/mirror/mirror.js'
import type { Tx } from '#store/sql/database.js'
import { issueKind, type Place, pullRequestKind, type Tallied } from './kinds.js'
import { take } from './rows.js'

export interface LabelNews extends Excerpt {
  repository: RepositoryIdentity
  change: LabelChange
  label: HostLabel
  /** What it was called before, if it has just been renamed. */
  formerName: string | null
  at: Date
  isOvertaken: boolean
}

/** What is older than what is known says nothing, neither of the label nor of what carries it. */
export async function recordLabel(tx: Tx, news: LabelNews): Promise<void> {
  const { repository, change, label, formerName, at, isOvertaken } = news
  if (isOvertaken) return
  const repoId = repository.hostId
  const { hostId, name } = label
  if (change === 'deleted') {
    const told = await tellGone(tx, repoId, label, at)
    if (told) await relabelFrom(tx, { repoId, hostId, to: null }, [name, told.formerName])
    return
  }
  const [told] = await tellLabels(tx, repoId, [label], at)
  if (told) await relabelFrom(tx, { repoId, hostId, to: name }, [formerName, told.formerName])
}

interface Relabelling {
  repoId: number
  /** The label that is called otherwise now. */
  hostId: number
  /** Null where it is gone. */
  to: string | null
}

/** By each name that the label had: the event of an earlier one may never have come. */
export async function relabelFrom(
  tx: Tx,
  relabelling: Relabelling,
  names: readonly (string | null)[]
): Promise<void> {
  for (const from of new Set(names)) if (from !== null) await relabel(tx, { ...relabelling, from })
}

const RELABELLED_AT_ONCE = 500

/** What carries a label carries it under its new name, or no longer: of this the host says nothing by itself. */
async function relabel(tx: Tx, relabelling: Relabelling & { from: string }): Promise<void> {
  const { repoId, hostId, from, to } = relabelling
  if (from === to || !(await lockRepository(tx, repoId))) return
  // What carries this name may carry the other label: only the host can tell.
  if (await isTaken(tx, repoId, from, hostId)) return
  await relabelAll(tx, relabelling, { kind: issueKind, carriers: lockLabelledIssues })
  await relabelAll(tx, relabelling, { kind: pullRequestKind, carriers: lockLabelledPulls })
}

interface Labelled<Row> {
  kind: Tallied<Row>
  carriers(tx: Tx, of: Carriers): Promise<Row[]>
}

/** A set at a time, until none carries it. */
async function relabelAll<Row extends Place & { labels: string[] }>(
  tx: Tx,
  { repoId, from, to }: Relabelling & { from: string },
  { kind, carriers }: Labelled<Row>
): Promise<void> {
  const renamed = (label: string) => (label !== from ? [label] : to === null ? [] : [to])
  for (;;) {
    const rows = await carriers(tx, { repoId, label: from, most: RELABELLED_AT_ONCE })
    if (rows.length === 0) return
    await take(
      tx,
      rows.map((before) => ({ before, after: { ...before, labels: before.labels.flatMap(renamed) } })),
      kind
    )
  }
}
