// What triage knows before a repository has taught it anything.

import { decodeWordVectors } from '#domain/text/word-vectors.js'
import { decodeGravityModel, type GravityModel } from '#domain/triage/priority/gravity.js'
import { decodeTypeModel, type TypeKnowledge } from '#domain/triage/shared-model.js'
import { loadedOnce } from '../weights/shipped.js'

export const loadWordVectors = loadedOnce('word-vectors.bin', decodeWordVectors)
const loadTypes = loadedOnce('issue-types.bin', decodeTypeModel)

export async function loadTypeKnowledge(): Promise<TypeKnowledge> {
  const [types, vectors] = await Promise.all([loadTypes(), loadWordVectors()])
  return { types, vectors }
}

export const loadGravityModel: () => Promise<GravityModel> = loadedOnce('gravity.bin', decodeGravityModel)
