// What triage made of issues and pull requests, and what it has to know of them beside the mirror's rows.
import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FeedbackVerdict, TriageTarget } from '#schemas/triage/words.js'
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
  /** The host's id of it. */
  targetId: number
}

/** More of them tell nothing that the newest do not. */
const MOST_REMEMBERED = 50

/** What was made of one thing, what holds now first: each look at it leaves a decision. The caller holds its repository. */
export async function triagesOf(tx: Tx, { targetType, targetId }: TriageSubject): Promise<TriageRow[]> {
  return tx
    .select()
    .from(triages)
    .where(and(eq(triages.targetType, targetType), eq(triages.targetId, targetId)))
    .orderBy(desc(triages.decisionId))
    .limit(MOST_REMEMBERED)
}

/** Those of which nothing was ever noted. */
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

/** What was noted of one content, however long ago. */
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

/** Takes the place of what was noted of the same content. */
export async function saveTriage(tx: TalliedTx, row: NewTriage): Promise<void> {
  await tx
    .insert(triages)
    .values(row)
    .onConflictDoUpdate({ target: [triages.targetType, triages.targetId, triages.contentVersion], set: row })
}

/** Notes which job came last, and where the judgement holds still, by which decision that was said. */
export async function recordVisit(
  tx: Tx,
  id: number,
  visit: Pick<NewTriage, 'jobId'> & Partial<Pick<NewTriage, 'decisionId'>>
): Promise<void> {
  await tx.update(triages).set(visit).where(eq(triages.id, id))
}

/** Null where what was said has been taken back. */
export interface TriageFeedback {
  heard: FeedbackVerdict | null
  heardType: string | null
  heardBy: string | null
  heardAt: Date | null
}

export async function saveFeedback(tx: TalliedTx, id: number, word: TriageFeedback): Promise<void> {
  await tx.update(triages).set(word).where(eq(triages.id, id))
}

/** More labels than that nobody can choose from. */
const MOST_LABELS = 1_000

/** Names of the labels that a repository offers, the shortest first. */
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

/** By this the actions that triage itself proposes are known. */
export const TRIAGE_SOURCE = 'ai_triage'

/** An effect on one thing that is under way or done, and by whom it is wanted. */
export interface RequestedEffect {
  pillar: 'triage' | 'custom_rules'
  actionType: string
  value: string
  /** Whether it is in the mirror by now, or was; otherwise it is still to come. */
  isDone: boolean
}

interface RequestedEffectsQuery {
  repoId: number
  targetType: TriageTarget
  number: number
  asOf?: Date
}

/**
 * What rules of the repository and triage itself have wanted of one thing, each once, the newest first. What others do in
 * the name of the pillar is none of its own. What was begun since the mirrored state (`asOf`, on the host's clock) is
 * still to come there, even if it is on the host already.
 */
export function requestedEffects(
  tx: Tx,
  { repoId, targetType, number, asOf }: RequestedEffectsQuery
): Promise<RequestedEffect[]> {
  const isKnown = asOf === undefined ? sql`` : sql`and coalesce(${a.executedAt} < ${momentOf(asOf)}, true)`
  return rowsOf(
    tx,
    sql`select ${a.pillar}, "actionType", value, "isDone" from (
        select distinct on (${a.pillar}, ${a.actionType}, ${a.actionValue}) ${a.pillar},
          ${a.actionType} as "actionType", ${a.actionValue} as value, (${a.resolvedAt} is not null ${isKnown}) as "isDone",
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

/** How many issues repeat one, and how many people it is about: its author, and theirs. */
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

/** What is read of a body to learn from it. */
const MAX_BODY_LENGTH = 10_000

/** Issues of a repository that carry any label, the newest first. */
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
