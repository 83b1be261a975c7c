// The models by which kinds of issues are told: the one that ships, and what each repository has taught.
import { randomUUID } from 'node:crypto'
import type { Deps, Tx } from '#deps.js'
import { type LabelledIssue, learnTypes } from '#domain/triage/classify-issue.js'
import { typeOfLabels } from '#domain/triage/labels.js'
import { EMPTY_MODEL, EXAMPLES_PER_TYPE, type RepositoryModel } from '#domain/triage/repository-model.js'
import { decodeTypeModel, type TypeModel } from '#domain/triage/shared-model.js'
import { parseModel, serializeModel } from '#domain/triage/text/repository-model-text.js'
import { insertModel, storedModel, updateModel } from '#store/triage/models.js'
import { type LabelledText, labelledIssues } from '#store/triage/triages.js'
import { typeWeights } from '#store/triage/type-weights.js'

let decoded: Promise<TypeModel> | undefined

/** Read once in a process; where that fails, whoever asks next tries again. */
export function loadSharedModel(): Promise<TypeModel> {
  decoded ??= typeWeights()
    .then(decodeTypeModel)
    .catch((error: unknown) => {
      decoded = undefined
      throw error
    })
  return decoded
}

export interface VersionedModel {
  own: RepositoryModel
  version: number
}

interface ModelOwner {
  repoId: number
  fullName: string
}

/** Labelled issues that are looked at when a repository has no model yet; of each kind few of them are learnt. */
const MOST_LOOKED_AT = 400

/** Of a repository that the caller holds. Where it has none yet, the labels that the mirror knows are its first lessons. */
export async function loadRepositoryModel(
  deps: Deps,
  tx: Tx,
  { repoId, fullName }: ModelOwner
): Promise<VersionedModel> {
  const known = modelCache.get(repoId)
  const stored = await storedModel(tx, repoId, known?.revision ?? null)
  if (!stored) return trainFirstModel(deps, tx, { repoId, fullName })
  const own = stored.model === null ? known?.own : parseModel(stored.model)
  // One of another form is learnt anew.
  if (!own) return trainFirstModel(deps, tx, { repoId, fullName, replaced: stored.version })
  cacheModel(repoId, { revision: stored.revision, own })
  return { own, version: stored.version }
}

async function trainFirstModel(
  deps: Deps,
  tx: Tx,
  { repoId, fullName, replaced }: ModelOwner & { replaced?: number }
): Promise<VersionedModel> {
  const found = await labelledIssues(tx, repoId, MOST_LOOKED_AT)
  const lessons = trainingExamplesIn(found, fullName)
  const own = lessons.length === 0 ? EMPTY_MODEL : learnTypes(EMPTY_MODEL, await loadSharedModel(), lessons)
  const row = rowOf(deps, repoId, { own, version: (replaced ?? 0) + 1 })
  await (replaced === undefined ? insertModel(tx, row) : updateModel(tx, row))
  return { own, version: row.version }
}

/** The newest of each kind, in the order in which they were opened. */
function trainingExamplesIn(found: readonly LabelledText[], repository: string): LabelledIssue[] {
  const counts = new Map<string, number>()
  return found
    .flatMap(({ number, title, body, labels }) => {
      const type = typeOfLabels(labels)
      return type === null ? [] : [{ repository, key: String(number), title, body, type }]
    })
    .filter(({ type }) => {
      const count = (counts.get(type) ?? 0) + 1
      counts.set(type, count)
      return count <= EXAMPLES_PER_TYPE
    })
    .toReversed()
}

/** Keeps what has been learnt; the caller holds the repository. */
export async function saveRepositoryModel(
  deps: Deps,
  tx: Tx,
  repoId: number,
  taught: VersionedModel
): Promise<void> {
  await updateModel(tx, rowOf(deps, repoId, taught))
}

const rowOf = ({ now }: Deps, repoId: number, { own, version }: VersionedModel) => ({
  repoId,
  model: serializeModel(own),
  lessons: own.lessons.length,
  version,
  revision: randomUUID(),
  updatedAt: now()
})

interface CachedModel {
  revision: string
  own: RepositoryModel
}

/** Of committed models alone; a revision is of one content, in whichever database. */
const modelCache = new Map<number, CachedModel>()
const MOST_CACHED = 200

function cacheModel(repoId: number, copy: CachedModel): void {
  modelCache.delete(repoId)
  modelCache.set(repoId, copy)
  const [oldest] = modelCache.keys()
  if (modelCache.size > MOST_CACHED && oldest !== undefined) modelCache.delete(oldest)
}
