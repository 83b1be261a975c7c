// The models learned from repositories, one each, as text.
import { eq, sql } from 'drizzle-orm'
import { triageModels } from '#tables/triage/triages.js'
import type { Tx } from '../sql/database.js'

export type TriageModelRow = typeof triageModels.$inferSelect

export interface StoredModel {
  version: number
  revision: string
  /** Null if the caller has this revision. */
  model: string | null
}

/** The model of a repository, without its text if the caller has it; undefined if there is none yet. */
export async function storedModel(
  tx: Tx,
  repoId: number,
  knownRevision: string | null
): Promise<StoredModel | undefined> {
  const { version, revision, model } = triageModels
  const [found] = await tx
    .select({
      version,
      revision,
      model: sql<
        string | null
      >`case when ${revision} is distinct from ${knownRevision}::uuid then ${model} end`
    })
    .from(triageModels)
    .where(eq(triageModels.repoId, repoId))
  return found
}

export async function hasModel(tx: Tx, repoId: number): Promise<boolean> {
  const { repoId: id } = triageModels
  const found = await tx.select({ id }).from(triageModels).where(eq(id, repoId))
  return found.length > 0
}

/** Keeps a model that another process has inserted. */
export async function insertModel(tx: Tx, model: TriageModelRow): Promise<void> {
  await tx.insert(triageModels).values(model).onConflictDoNothing()
}

export async function updateModel(tx: Tx, { repoId, ...model }: TriageModelRow): Promise<void> {
  await tx.update(triageModels).set(model).where(eq(triageModels.repoId, repoId))
}
