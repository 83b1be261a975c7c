// The two tables of sums, which have the same columns. `tallies` belongs to what lives and goes with its repository;
// `evidence_tallies` to evidence, which stays counted when the repository is deleted.
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { evidenceTallies } from '#tables/evidence/evidence-tallies.js'
import { tallies } from '#tables/mirror/tallies.js'
import { bareColumns, excluded } from '../sql/database.js'

export const SUM_TABLES = ['tallies', 'evidence_tallies'] as const
export type SumTable = (typeof SUM_TABLES)[number]

const TABLES = { tallies, evidence_tallies: evidenceTallies }

export const sumTable = (name: SumTable) => TABLES[name]

const t = alias(tallies, 't')
const column = bareColumns(tallies)

/** The key of a row by day, without its table. */
export const dayKey = sql`${column.day}, ${column.measure}`

/** Inserts rows of repository, day, measure, lane and amount; a row that exists takes the amount in addition. */
export const intoSums = (
  name: SumTable
) => sql`insert into ${sumTable(name)} as t (${column.repoId}, ${dayKey},
  ${column.lane}, ${column.amount})`

export const addOnConflict = sql`on conflict (${column.repoId}, ${dayKey}, ${column.lane})
  do update set ${column.amount} = ${t.amount} + ${excluded(tallies.amount)}`
