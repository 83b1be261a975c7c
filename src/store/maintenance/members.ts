// Members of organisations, with their access to repositories.
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Paging } from '#schemas/common.js'
import { PERMISSIONS } from '#schemas/host/enums.js'
import type { Member, MemberDetail, MemberQuery } from '#schemas/maintenance/members.js'
import { collaborators } from '#tables/mirror/collaborators.js'
import { installations } from '#tables/mirror/installations.js'
import { members } from '#tables/mirror/members.js'
import { repositories } from '#tables/mirror/repositories.js'
import { type Db, idsIn, parseJson, precompiled, rowsOf, utc } from '../sql/database.js'
import { countOf, type JsonPage, type ListedTable, listedRows, pageText } from '../sql/list.js'
import { numberKey, orderOn } from '../sql/order.js'
import { nameKey } from '../sql/repository-name.js'
import { searchTexts } from '../sql/search.js'

const t = alias(members, 't')
const c = alias(collaborators, 'c')
const r = alias(repositories, 'r')

const MEMBERS: ListedTable = listedRows(members, members.id)

const IDENTITY =
  precompiled(sql`${t.login}, ${t.hostId}::float8 as host_id, ${t.avatarUrl}, ${t.role}, ${t.siteAdmin},
  (select ${installations.accountLogin} from ${installations}
    where ${installations.hostId} = ${t.installationId}) as org,
  ${utc(t.createdAt)} as created_at, ${utc(t.updatedAt)} as updated_at`)

/** Repositories `r` of the organisation of a member `t`, with the access `c` that they gave to the member. */
const OWN_ACCESS = precompiled(sql`${collaborators} c join ${repositories} r on ${r.hostId} = ${c.repoId}
  where ${c.hostId} = ${t.hostId} and ${c.live} and ${r.installationId} = ${t.installationId}`)

const ACCESS = precompiled(sql`cross join lateral (
  select count(*)::int as repo_count,
    coalesce(${sql.raw(String(PERMISSIONS.length + 1))} - min(${c.rank}), 0) as max_permission_rank
  from ${OWN_ACCESS}) as access`)

const ORDER = orderOn(
  [numberKey(t.rank), { value: sql`lower(${t.login}) collate "C"`, kind: 'text' }, numberKey(t.id)],
  'asc'
)

export function membersPage(
  db: Db,
  { role, search }: MemberQuery,
  { installationIds, paging }: { installationIds: readonly number[] | undefined; paging: Paging }
): Promise<JsonPage<Member>> {
  const where = [
    role !== undefined && sql`${t.role} = ${role}`,
    installationIds !== undefined && sql`${t.installationId} in ${idsIn(installationIds)}`
  ].filter((condition) => condition !== false)
  const list = { listed: MEMBERS, fields: sql`${IDENTITY}, access.*`, lookups: ACCESS, where, order: ORDER }
  return pageText(
    db,
    { ...list, total: countOf(MEMBERS, where), texts: searchTexts([t.login, search]) },
    paging
  )
}

/** One for each organisation of the person, or of these installations. */
export async function membershipsOf(
  db: Db,
  login: string,
  installationIds: readonly number[] | undefined
): Promise<MemberDetail[]> {
  const within =
    installationIds === undefined ? sql`` : sql`and ${t.installationId} in ${idsIn(installationIds)}`
  const rows = await rowsOf<{ detail: MemberDetail | string }>(
    db,
    sql`select row_to_json(found) as detail from (
        select ${t.id}, ${t.installationId}, ${IDENTITY}, coalesce((
          select json_agg(json_build_object('full_name', ${r.fullName}, 'name', ${r.name}, 'owner', ${r.owner},
            'permission', ${c.permission}, 'role_name', ${c.roleName}) order by ${c.rank}, ${nameKey(r)})
          from ${OWN_ACCESS}), '[]') as repo_access
        from ${members} t where lower(${t.login}) = lower(${login}) ${within}
      ) as found order by org`
  )
  return rows.map(({ detail }) => parseJson(detail))
}

/** The installations of an account, in any case; none if the App is not installed there. */
export async function installationsOf(db: Db, org: string): Promise<number[]> {
  const { hostId, accountLogin, deletedAt } = installations
  const rows = await db
    .select({ hostId })
    .from(installations)
    .where(and(sql`lower(${accountLogin}) = lower(${org})`, isNull(deletedAt)))
  return rows.map(({ hostId }) => hostId)
}

/** Installations of organisations that the host can be asked about, of these or of all. */
export async function organisations(db: Db, among: readonly number[] | undefined): Promise<number[]> {
  const { hostId, accountType, deletedAt, suspendedAt } = installations
  const rows = await db
    .select({ hostId })
    .from(installations)
    .where(
      and(
        eq(accountType, 'Organization'),
        isNull(deletedAt),
        isNull(suspendedAt),
        among && inArray(hostId, idsIn(among))
      )
    )
    .orderBy(hostId)
  return rows.map(({ hostId }) => hostId)
}
