// Makes the mirrored collaborators of a repository equal to a list of the host.
import { isDeepStrictEqual } from 'node:util'
import type { Deps } from '#deps.js'
import { tallyDifference } from '#domain/counters/tally.js'
import type { HostCollaborator } from '#domain/host/items.js'
import { talliesOfCollaborator } from '#domain/mirror/tallies.js'
import { changeTallied } from '#store/counters/tallies.js'
import { collaboratorsOf, deleteCollaborators, saveCollaborators } from '#store/mirror/collaborators.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import type { Tx } from '#store/sql/database.js'
import type { RepositoryPair } from '#store/sql/repository-table.js'
import { repositoryAccessOf } from './repository-access.js'
import type { TakenList, WalkCounts } from './sync/whole.js'

export async function replaceCollaborators(
  tx: Tx,
  { repoId, items, at }: TakenList<HostCollaborator>
): Promise<WalkCounts> {
  const held = await lockRepository(tx, repoId)
  if (!held) return { seen: items.length, changed: 0, gone: 0 }
  const known = await collaboratorsOf(tx, repoId)
  const listed = new Map(items.map((item) => [item.hostId, item]))
  const changed = [...listed.values()].filter((item) => !isDeepStrictEqual(item, known.get(item.hostId)))
  const gone = [...known.keys()].filter((hostId) => !listed.has(hostId))
  const tallies = tallyDifference(
    [...known.values()].flatMap(talliesOfCollaborator),
    [...listed.values()].flatMap(talliesOfCollaborator)
  )
  await changeTallied(tx, async (tallied) => {
    await deleteCollaborators(tallied, repoId, gone)
    await saveCollaborators(tallied, { repoId, live: held.live, at }, changed)
    return [{ repoId, tallies }]
  })
  return { seen: items.length, changed: changed.length, gone: gone.length }
}

/** After a change by the service itself. */
export async function refreshCollaborators(deps: Deps, repoId: number): Promise<void> {
  const at = deps.now()
  const place = repositoryAccessOf(await repositoryById(deps.db, repoId))
  const items: HostCollaborator[] = []
  for await (const page of deps.host.listItems('collaborators', { place, order: 'created' }))
    items.push(...page.items)
  await deps.transaction((tx) => replaceCollaborators(tx, { repoId, items, at }))
}

/** The list of the repository that replaces it is read from the host. */
export async function forgetCollaborators(tx: Tx, { orphan }: RepositoryPair): Promise<void> {
  await replaceCollaborators(tx, { repoId: orphan, items: [], at: new Date(0) })
}
