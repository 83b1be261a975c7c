// Labels as events tell of them: what carries one is not told of, and follows.
import type { Excerpt, LabelChange, RepositoryIdentity } from '../../schemas/events.js'
import type { HostLabel } from '../../schemas/mirror.js'
import type { Tx } from '../store/database.js'
import { dropLabel, saveLabels } from '../store/labels.js'
import { type Carriers, lockLabelledIssues, lockLabelledPulls, lockRepository } from '../store/mirror.js'
import { issueKind, type Place, pullRequestKind, type Tallied } from './mirror-kinds.js'
import { take } from './mirror-rows.js'

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
    await relabel(tx, { repoId, from: label.name, to: null })
    return
  }
  await saveLabels(tx, repoId, [label])
  if (formerName !== null) await relabel(tx, { repoId, from: formerName, to: label.name })
}

interface Relabelling {
  repoId: number
  from: string
  /** Null where the label is gone. */
  to: string | null
}

const RELABELLED_AT_ONCE = 500

/** What carries a label carries it under its new name, or no longer: of this the host says nothing by itself. */
async function relabel(tx: Tx, relabelling: Relabelling): Promise<void> {
  const { repoId, from, to } = relabelling
  if (from === to || !(await lockRepository(tx, repoId))) return
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
  { repoId, from, to }: Relabelling,
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
