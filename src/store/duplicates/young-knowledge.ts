// What the search for duplicates knows of words and types before a repository has told it anything.
import { decodeWordVectors } from '#domain/duplicates/young/word-vectors.js'
import type { YoungKnowledge } from '#domain/duplicates/young/young-reports.js'
import { loadTypeModel } from '../triage/shipped-models.js'
import { loadedOnce } from '../weights/shipped.js'

const loadWordVectors = loadedOnce('word-vectors.bin', decodeWordVectors)

export async function loadYoungKnowledge(): Promise<YoungKnowledge> {
  const [vectors, types] = await Promise.all([loadWordVectors(), loadTypeModel()])
  return { vectors, types }
}
