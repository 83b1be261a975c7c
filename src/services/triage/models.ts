// The models that classify issues: the shipped one, and what each repository has taught.
import { randomUUID } from 'node:crypto'
import type { Deps, Tx } from '#deps.js'
import { type LabelledIssue, learnTypes } from '#domain/triage/classify-issue.js'
import { typeOfLabels } from '#domain/triage/labels.js'
import { EMPTY_MODEL, EXAMPLES_PER_TYPE, type RepositoryModel } from '#domain/triage/repository-model.js'
import { parseModel, serializeModel } from '#domain/triage/text/repository-model-text.js'
import { insertModel, storedModel, updateModel } from '#store/triage/models.js'
import { loadTypeKnowledge } from '#store/triage/shipped-models.js'
import { type LabelledText, labelledIssues } from '#store/triage/triages.js'

export interface VersionedModel {
  model: RepositoryModel
  version: number
}

interface ModelOwner {
  repoId: number
  fullName: string
}

/** Labelled issues considered for the first model of a repository; it learns only a few of each type. */
const MOST_ISSUES_READ = 400

/** Loads the model of a locked repository. The first model is trained with the mirrored labels. */
export async function loadRepositoryModel(
  deps: Deps,
  tx: Tx,
  { repoId, fullName }: ModelOwner
): Promise<VersionedModel> {
  const known = modelCache.get(repoId)
  const stored = await storedModel(tx, repoId, known?.revision ?? null)
  if (!stored) return trainFirstModel(deps, tx, { repoId, fullName })
  const model = stored.model === null ? known?.model : parseModel(stored.model)
  // A model in an older format is trained again.
  if (!model) return trainFirstModel(deps, tx, { repoId, fullName, replaced: stored.version })
  cacheModel(repoId, { revision: stored.revision, model })
  return { model, version: stored.version }
}

async function trainFirstModel(
  deps: Deps,
  tx: Tx,
  { repoId, fullName, replaced }: ModelOwner & { replaced?: number }
): Promise<VersionedModel> {
  const found = await labelledIssues(tx, repoId, MOST_ISSUES_READ)
  const examples = trainingExamplesIn(found, fullName)
  const model =
    examples.length === 0 ? EMPTY_MODEL : learnTypes(EMPTY_MODEL, await loadTypeKnowledge(), examples)
  const row = rowOf(deps, repoId, { model, version: (replaced ?? 0) + 1 })
  await (replaced === undefined ? insertModel(tx, row) : updateModel(tx, row))
  return { model, version: row.version }
}

/** The newest of each type, in the order of their creation. */
function trainingExamplesIn(found: readonly LabelledText[], repository: string): LabelledIssue[] {
  const counts = new Map<string, number>()
  return found
    .flatMap(({ number, title, body, labels }) => {
      const type = typeOfLabels(labels)
      return type === null ? [] : [{ repository, number, key: String(number), title, body, type }]
    })
    .filter(({ type }) => {
      const count = (counts.get(type) ?? 0) + 1
      counts.set(type, count)
      return count <= EXAMPLES_PER_TYPE
    })
    .toReversed()
}

/** Stores the trained model; the caller holds the repository. */
export async function saveRepositoryModel(
  deps: Deps,
  tx: Tx,
  repoId: number,
  trained: VersionedModel
): Promise<void> {
  await updateModel(tx, rowOf(deps, repoId, trained))
}

const rowOf = ({ now }: Deps, repoId: number, { model, version }: VersionedModel) => ({
  repoId,
  model: serializeModel(model),
  lessons: model.lessons.length,
  version,
  revision: randomUUID(),
  updatedAt: now()
})

interface CachedModel {
  revision: string
  model: RepositoryModel
}

/** Caches committed models only; a revision has the same content in every database. */
const modelCache = new Map<number, CachedModel>()
const MOST_CACHED = 200

function cacheModel(repoId: number, copy: CachedModel): void {
  modelCache.delete(repoId)
  modelCache.set(repoId, copy)
  const [oldest] = modelCache.keys()
  if (modelCache.size > MOST_CACHED && oldest !== undefined) modelCache.delete(oldest)
}
