// What triage knows before a repository has taught it anything.
import { decodeGravityModel, type GravityModel } from '#domain/triage/priority/gravity.js'
import { decodeTypeModel, type TypeModel } from '#domain/triage/shared-model.js'
import { loadedOnce } from '../weights/shipped.js'

export const loadTypeModel: () => Promise<TypeModel> = loadedOnce('issue-types.bin', decodeTypeModel)
export const loadGravityModel: () => Promise<GravityModel> = loadedOnce('gravity.bin', decodeGravityModel)
