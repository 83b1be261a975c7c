// Triage results of issues and pull requests, and the facts that triage needs besides mirrored rows.
import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FeedbackVerdict, TriageTarget } from '#schemas/triage/enums.js'
import { managedActions } from '#tables/actions/managed-actions.js'
import { issues } from '#tables/mirror/issues.js'
import { labels } from '#tables/mirror/labels.js'
import { triages } from '#tables/triage/triages.js'
import type { TalliedTx } from '../counters/tallies.js'
import { idsIn, momentOf, rowsOf, type Tx } from '../sql/database.js'

const a = alias(managedActions, 'a')

export type TriageRow = typeof triages.$inferSelect
export type NewTriage = Omit<TriageRow, 'id'>

export interface TriageSubject {
  targetType: TriageTarget
  /** The host's id. */
  targetId: number
}

/** Older results add nothing to the newest ones. */
const MOST_REMEMBERED = 50

/** The results of one subject, the current one first. The caller has locked its repository. */
export async function triagesOf(tx: Tx, { targetType, targetId }: TriageSubject): Promise<TriageRow[]> {
  return tx
    .select()
    .from(triages)
    .where(and(eq(triages.targetType, targetType), eq(triages.targetId, targetId)))
    .orderBy(desc(triages.decisionId))
    .limit(MOST_REMEMBERED)
}

/** Those without any result. */
export async function filterUntriaged(
  tx: Tx,
  { targetType, ids }: { targetType: TriageTarget; ids: readonly number[] }
): Promise<Set<number>> {
  const rows = await tx
    .selectDistinct({ id: triages.targetId })
    .from(triages)
    .where(and(eq(triages.targetType, targetType), inArray(triages.targetId, idsIn(ids))))
  const noted = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !noted.has(id)))
}

/** The result of one version of the content. */
export async function triageOfContent(
  tx: Tx,
  { targetType, targetId, contentVersion }: TriageSubject & { contentVersion: string }
): Promise<TriageRow | undefined> {
  const [found] = await tx
    .select()
    .from(triages)
    .where(
      and(
        eq(triages.targetType, targetType),
        eq(triages.targetId, targetId),
        eq(triages.contentVersion, contentVersion)
      )
    )
  return found
}

/** Replaces the result of the same content. */
export async function saveTriage(tx: TalliedTx, row: NewTriage): Promise<void> {
  await tx
    .insert(triages)
    .values(row)
    .onConflictDoUpdate({ target: [triages.targetType, triages.targetId, triages.contentVersion], set: row })
}

/** Records the last job and, if the result still holds, the decision that confirmed it. */
export async function recordVisit(
  tx: Tx,
  id: number,
  visit: Pick<NewTriage, 'jobId'> & Partial<Pick<NewTriage, 'decisionId'>>
): Promise<void> {
  await tx.update(triages).set(visit).where(eq(triages.id, id))
}

/** Null values withdraw earlier feedback. */
export interface TriageFeedback {
  heard: FeedbackVerdict | null
  heardType: string | null
  heardBy: string | null
  heardAt: Date | null
}

export async function saveFeedback(tx: TalliedTx, id: number, word: TriageFeedback): Promise<void> {
  await tx.update(triages).set(word).where(eq(triages.id, id))
}

/** A repository with more labels is cut off. */
const MOST_LABELS = 1_000

/** The label names of a repository, the shortest first. */
export async function offeredLabels(tx: Tx, repoId: number): Promise<string[]> {
  const { name } = labels
  const rows = await tx
    .select({ name })
    .from(labels)
    .where(and(eq(labels.repoId, repoId), isNull(labels.goneAt)))
    .orderBy(sql`length(${name})`, sql`${name} collate "C"`)
    .limit(MOST_LABELS)
  return rows.map(({ name }) => name)
}

/** The source of actions that triage proposes. */
export const TRIAGE_SOURCE = 'ai_triage'

/** An effect that is pending or done, and who requested it. */
export interface RequestedEffect {
  pillar: 'triage' | 'custom_rules'
  actionType: string
  value: string
  isDone: boolean
  /** Whether the mirror shows a state after it. */
  isMirrored: boolean
}

interface RequestedEffectsQuery {
  repoId: number
  targetType: TriageTarget
  number: number
  mirroredAt: Date
}

/**
 * The effects on one subject that custom rules and triage requested, each once, the newest first. Actions that others
 * take in the name of the pillar are not included. The mirror shows the subject as it was at `mirroredAt`, a time of
 * the host.
 */
export function requestedEffects(
  tx: Tx,
  { repoId, targetType, number, mirroredAt }: RequestedEffectsQuery
): Promise<RequestedEffect[]> {
  return rowsOf(
    tx,
    sql`select ${a.pillar}, "actionType", value, "isDone", "isMirrored" from (
        select distinct on (${a.pillar}, ${a.actionType}, ${a.actionValue}) ${a.pillar},
          ${a.actionType} as "actionType", ${a.actionValue} as value, ${a.resolvedAt} is not null as "isDone",
          ${a.resolvedAt} is not null and coalesce(${a.executedAt}, ${a.resolvedAt}) < ${momentOf(mirroredAt)} as "isMirrored",
          ${a.createdAt}, ${a.id}
        from ${managedActions} a
        where ${a.repoId} = ${repoId} and ${a.targetNumber} = ${number} and ${a.targetType} = ${targetType}
          and (${a.pillar} = 'custom_rules' or ${a.pillar} = 'triage' and ${a.source} = ${TRIAGE_SOURCE})
          and ${a.actionValue} is not null
          and (${a.status} not in ('cancelled', 'blocked', 'failed')
            -- A priority that was set in the mirror holds even if the host has no label for it.
            or ${a.pillar} = 'custom_rules' and ${a.actionType} = 'set-priority' and ${a.status} <> 'cancelled')
        order by ${a.pillar}, ${a.actionType}, ${a.actionValue}, ${a.createdAt} desc nulls last, ${a.id} desc
      ) as a order by ${a.createdAt} desc nulls last, ${a.id} desc limit ${MOST_REMEMBERED}`
  )
}

/** The number of duplicates of an issue, and of different authors among it and them. */
export interface ReporterCounts {
  duplicates: number
  reporters: number
}

export async function reporterCountsOf(
  tx: Tx,
  { repoId, hostId, author }: { repoId: number; hostId: number; author: string | null }
): Promise<ReporterCounts> {
  const others = sql`count(distinct ${issues.author}) filter (where ${issues.author} is distinct from ${author})`
  const [found] = await tx
    .select({ duplicates: count(), reporters: sql<number>`(1 + ${others})::int` })
    .from(issues)
    .where(and(eq(issues.repoId, repoId), sql`${issues.live}`, eq(issues.duplicateOf, hostId)))
  return found ?? { duplicates: 0, reporters: 1 }
}

export interface LabelledText {
  number: number
  title: string
  body: string
  labels: string[]
}

/** Only the beginning of a body is learned from. */
const MAX_BODY_LENGTH = 10_000

/** Issues of a repository with any label, the newest first. */
export async function labelledIssues(tx: Tx, repoId: number, most: number): Promise<LabelledText[]> {
  const { number, title, body, createdAt } = issues
  return tx
    .select({
      number,
      title,
      body: sql<string>`left(coalesce(${body}, ''), ${MAX_BODY_LENGTH})`,
      labels: issues.labels
    })
    .from(issues)
    .where(and(eq(issues.repoId, repoId), sql`${issues.live}`, sql`${issues.labels} <> '{}'`))
    .orderBy(sql`${createdAt} desc nulls last`, desc(issues.id))
    .limit(most)
}
