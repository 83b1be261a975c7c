// Branches of the host whose pull requests have ended, as far as the mirror tells.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { branchRules } from '#tables/mirror/branch-rules.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { type Db, rowsOf, type Tx, utc } from '../sql/database.js'

const p = alias(pullRequests, 'p')
const other = alias(pullRequests, 'other')

export interface EndedBranch {
  name: string
  /** Its newest pull request. */
  number: number
  state: 'merged' | 'closed'
  endedAt: Date
}

/** Of these branches, those that no open pull request has as its head or base. */
export async function endedBranches(
  db: Db,
  repoId: number,
  names: readonly string[]
): Promise<EndedBranch[]> {
  const isOfRepository = (pull: typeof p | typeof other) => sql`${pull.repoId} = ${repoId} and ${pull.live}`
  const rows = await rowsOf<Omit<EndedBranch, 'endedAt'> & { endedAt: string }>(
    db,
    sql`with named as (select value as name from json_array_elements_text(${JSON.stringify(names)}::json))
      select distinct on (named.name) named.name, ${p.number}, ${p.state},
        ${utc(sql`coalesce(${p.mergedAt}, ${p.closedAt}, ${p.updatedAt})`)} as "endedAt"
      from named join ${pullRequests} p on ${p.headBranch} = named.name and ${isOfRepository(p)}
      where ${p.state} <> 'open' and not exists (
        select from ${pullRequests} other where ${isOfRepository(other)} and ${other.state} = 'open'
          and (${other.headBranch} = named.name or ${other.baseBranch} = named.name))
      order by named.name, ${p.number} desc`
  )
  return rows.map((row) => ({ ...row, endedAt: new Date(row.endedAt) }))
}

/** The branches that the mirror knows to be protected. */
export async function protectedNames(db: Db | Tx, repoId: number): Promise<string[]> {
  const rows = await rowsOf<{ pattern: string }>(
    db,
    sql`select ${branchRules.pattern} from ${branchRules} where ${branchRules.repoId} = ${repoId} and ${branchRules.live}`
  )
  return rows.map(({ pattern }) => pattern)
}
