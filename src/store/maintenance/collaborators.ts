// Lists of collaborators.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter } from '#domain/counters/counter.js'
import type { Paging } from '#schemas/common.js'
import { PERMISSIONS } from '#schemas/host/enums.js'
import type { Collaborator, CollaboratorQuery } from '#schemas/maintenance/collaborators.js'
import { collaborators } from '#tables/mirror/collaborators.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { ofFleet, totalSum } from '../counters/tallies.js'
import { withinRepository } from '../mirror/repository-pages.js'
import { type Db, precompiled, utc } from '../sql/database.js'
import { type JsonPage, liveRowsOfRepositories, pageText } from '../sql/list.js'
import { numberKey, type OrderKey, orderOn } from '../sql/order.js'
import { nameKey } from '../sql/repository-name.js'
import { searchTexts } from '../sql/search.js'

const t = alias(collaborators, 't')
const r = alias(repositories, 'r')

const COLLABORATORS = liveRowsOfRepositories(collaborators)

const FIELDS = precompiled(sql`${t.id}, ${t.repoId}, ${t.login}, ${t.hostId}, ${t.avatarUrl}, ${t.permission},
  ${t.roleName}, ${utc(t.createdAt)} as created_at, ${utc(t.updatedAt)} as updated_at,
  ${r.fullName} as repo_full_name, ${r.owner} as repo_owner, ${r.name} as repo_name`)

const byLogin: OrderKey = { value: sql`lower(${t.login}) collate "C"`, kind: 'text' }
const byRepository: OrderKey = { value: nameKey({ fullName: t.repoFullName }), kind: 'text' }
const ORDER = orderOn([numberKey(t.rank), byLogin, byRepository, numberKey(t.id)], 'asc')

export interface CollaboratorList {
  query: CollaboratorQuery
  /** Limits the list to one repository, by its full name. */
  repo: string | undefined
}

export function collaboratorsPage(
  db: Db,
  { query, repo }: CollaboratorList,
  paging: Paging
): Promise<JsonPage<Collaborator>> {
  const { permission, login } = query
  return withinRepository(db, repo, (repoId) => {
    const where = [
      repoId !== undefined && sql`${t.repoId} = ${repoId}`,
      permission !== undefined && sql`${t.rank} = ${PERMISSIONS.length - PERMISSIONS.indexOf(permission)}`
    ].filter((condition) => condition !== false)
    const list = { listed: COLLABORATORS, fields: FIELDS, where, order: ORDER }
    const texts = searchTexts([t.login, login])
    return pageText(db, { ...list, total: totalOf(query, repoId), texts }, paging)
  })
}

function totalOf({ permission }: CollaboratorQuery, repoId: SQL | undefined): SQL {
  const counted = permission === undefined ? PERMISSIONS : [permission]
  const scope = repoId === undefined ? ofFleet : sql`${tallies.repoId} = ${repoId}`
  return totalSum(
    scope,
    counted.map((one) => counter('collaborators', one))
  )
}
