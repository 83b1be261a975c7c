// Statistics of all repositories, or of one by its name, in one statement whose text is compiled once.
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { DayRange } from '#domain/counters/tally.js'
import { type Db, precompiled, rowsOf } from '../sql/database.js'
import { idNamed } from '../sql/repository-name.js'
import { FLEET } from './tallies.js'

/** A condition that limits a column with ids of repositories to the scope; empty for all of them. */
export type Within = (repoId: PgColumn) => SQL

/** What a statement is asked about: a repository, or the fleet by the number of its counters, and a span of days. */
export const inScope = (what: 'repository' | 'since' | 'until'): SQL =>
  sql.raw(`(select scope.${what} from scope)`)

export interface Figures {
  ofFleet: SQL
  ofRepository: SQL
}

/** The columns of the one row that answers; no value may be among them. */
export function figuresOf(columnsWithin: (within: Within) => SQL): Figures {
  const compiled = (within: Within) =>
    precompiled(sql`select ${columnsWithin(within)} from scope where scope.repository is not null`)
  return {
    ofFleet: compiled(() => sql``),
    ofRepository: compiled((repoId) => sql`and ${repoId} = ${inScope('repository')}`)
  }
}

export interface FiguresQuery extends DayRange {
  repo: string | undefined
}

/** Undefined if there is no live repository of this name. */
export async function readFigures<Row extends object>(
  db: Db,
  { ofFleet, ofRepository }: Figures,
  { repo, from, to }: FiguresQuery
): Promise<Row | undefined> {
  const [scope, figures] =
    repo === undefined ? [sql`${FLEET}::bigint`, ofFleet] : [idNamed(repo), ofRepository]
  const [row] = await rowsOf<Row>(
    db,
    sql`with scope as materialized (
      select ${scope} as repository, ${from}::date as since, ${to}::date as until
    ) ${figures}`
  )
  return row
}
