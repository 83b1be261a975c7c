// The models by which kinds of issues are told: the one that ships, and what each repository has taught.
import { randomUUID } from 'node:crypto'
import type { Deps, Tx } from '#deps.js'
import { typeOfLabels } from '#domain/triage/labels.js'
import { decodeTypeModel, type TypeModel } from '#domain/triage/model.js'
import { EMPTY_OWN, LESSONS_PER_TYPE, type OwnModel } from '#domain/triage/own.js'
import { ownModelOf, ownModelText } from '#domain/triage/text/own-text.js'
import { type LabelledIssue, learnTypes } from '#domain/triage/type.js'
import { insertModel, storedModel, updateModel } from '#store/triage/models.js'
import { type LabelledText, labelledIssues } from '#store/triage/triages.js'
import { typeWeights } from '#store/triage/type-weights.js'

let decoded: Promise<TypeModel> | undefined

/** Read once in a process; where that fails, whoever asks next tries again. */
export function sharedModel(): Promise<TypeModel> {
  decoded ??= typeWeights()
    .then(decodeTypeModel)
    .catch((error: unknown) => {
      decoded = undefined
      throw error
    })
  return decoded
}

export interface TaughtModel {
  own: OwnModel
  version: number
}

interface Named {
  repoId: number
  fullName: string
}

/** Labelled issues that are looked at when a repository has no model yet; of each kind few of them are learnt. */
const MOST_LOOKED_AT = 400

/** Of a repository that the caller holds. Where it has none yet, the labels that the mirror knows are its first lessons. */
export async function taughtModel(deps: Deps, tx: Tx, { repoId, fullName }: Named): Promise<TaughtModel> {
  const known = copies.get(repoId)
  const stored = await storedModel(tx, repoId, known?.revision ?? null)
  if (!stored) return firstModel(deps, tx, { repoId, fullName })
  const own = stored.model === null ? known?.own : ownModelOf(stored.model)
  // One of another form is learnt anew.
  if (!own) return firstModel(deps, tx, { repoId, fullName, replaced: stored.version })
  keepCopy(repoId, { revision: stored.revision, own })
  return { own, version: stored.version }
}

async function firstModel(
  deps: Deps,
  tx: Tx,
  { repoId, fullName, replaced }: Named & { replaced?: number }
): Promise<TaughtModel> {
  const found = await labelledIssues(tx, repoId, MOST_LOOKED_AT)
  const lessons = lessonsIn(found, fullName)
  const own = lessons.length === 0 ? EMPTY_OWN : learnTypes(EMPTY_OWN, await sharedModel(), lessons)
  const row = rowOf(deps, repoId, { own, version: (replaced ?? 0) + 1 })
  await (replaced === undefined ? insertModel(tx, row) : updateModel(tx, row))
  return { own, version: row.version }
}

/** The newest of each kind, in the order in which they were opened. */
function lessonsIn(found: readonly LabelledText[], repository: string): LabelledIssue[] {
  const counts = new Map<string, number>()
  return found
    .flatMap(({ number, title, body, labels }) => {
      const type = typeOfLabels(labels)
      return type === null ? [] : [{ repository, key: String(number), title, body, type }]
    })
    .filter(({ type }) => {
      const count = (counts.get(type) ?? 0) + 1
      counts.set(type, count)
      return count <= LESSONS_PER_TYPE
    })
    .toReversed()
}

/** Keeps what has been learnt; the caller holds the repository. */
export async function saveTaught(deps: Deps, tx: Tx, repoId: number, taught: TaughtModel): Promise<void> {
  await updateModel(tx, rowOf(deps, repoId, taught))
}

const rowOf = ({ now }: Deps, repoId: number, { own, version }: TaughtModel) => ({
  repoId,
  model: ownModelText(own),
  lessons: own.lessons.length,
  version,
  revision: randomUUID(),
  updatedAt: now()
})

interface Copy {
  revision: string
  own: OwnModel
}

/** Of committed models alone; a revision is of one content, in whichever database. */
const copies = new Map<number, Copy>()
const MOST_COPIES = 200

function keepCopy(repoId: number, copy: Copy): void {
  copies.delete(repoId)
  copies.set(repoId, copy)
  const [oldest] = copies.keys()
  if (copies.size > MOST_COPIES && oldest !== undefined) copies.delete(oldest)
}
