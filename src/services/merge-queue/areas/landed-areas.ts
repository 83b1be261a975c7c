// Compares what landed with what was tested: as a whole or, where others may have landed meanwhile, in its areas alone.
import type { Deps } from '#deps.js'
import { valueAt } from '#domain/json/path.js'
import { type Area, touchesAreas } from '#domain/merge-queue/areas.js'
import type { JsonObject } from '#schemas/common.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { repositoryAccessOf } from '../../mirror/repository-access.js'
import type { Comparison } from '../lane/entry-fields.js'
import type { QueueSetup } from '../setup.js'

/** For the evidence of a landing, as they are declared now. Null if the whole tree must be as it was tested. */
export function testedAreasOf(
  { settings }: QueueSetup,
  names: readonly string[] | null
): JsonObject[] | null {
  if (names === null || names.length === 0) return null
  const areas = settings.areas.filter(({ name }) => names.includes(name))
  const areKnown = areas.length === names.length
  return areKnown ? areas.map(({ name, paths }) => ({ name, paths: [...paths] })) : null
}

interface LandedTree {
  tree: string
  /** Of the action that landed it. */
  evidence: JsonObject
}

export async function compareLanding(
  deps: Deps,
  repoId: number,
  { tree, evidence }: LandedTree
): Promise<Comparison> {
  const tested = valueAt(evidence, 'tested_tree')
  const testedTree = typeof tested === 'string' ? tested : null
  // Cast at the database boundary: the service wrote this evidence.
  const areas = (valueAt(evidence, 'tested_areas') ?? null) as Area[] | null
  const isSame = testedTree === null || testedTree === tree
  if (isSame || areas === null) return { tree, testedTree, isAsTested: isSame, areas: null }
  const isAsTested = await isSameWithin(deps, repoId, { from: testedTree, to: tree, areas })
  return { tree, testedTree, isAsTested, areas: areas.map(({ name }) => name) }
}

interface TreesInAreas {
  from: string
  to: string
  areas: readonly Area[]
}

/** What cannot be told apart is not as it was tested. */
async function isSameWithin(deps: Deps, repoId: number, { areas, ...trees }: TreesInAreas): Promise<boolean> {
  const repository = await repositoryById(deps.db, repoId)
  const paths = await deps.host.differingPaths(repositoryAccessOf(repository), trees)
  return paths !== undefined && touchesAreas(areas, paths) === false
}
