// The rows behind the counters, with the columns that determine how they count.
import { type Column, type GetColumnData, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { managedActions } from '#tables/actions/managed-actions.js'
import { decisions } from '#tables/decisions/decisions.js'
import { duplicateSignals } from '#tables/duplicates/duplicate-signals.js'
import { healAttempts } from '#tables/healing/heal-attempts.js'
import { ciRuns } from '#tables/mirror/ci-runs.js'
import { issues } from '#tables/mirror/issues.js'
import { pullRequests } from '#tables/mirror/pull-requests.js'
import { triageFailures, triages } from '#tables/triage/triages.js'
import { waivers } from '#tables/waivers/waivers.js'
import type { SumTable } from '../counters/tables.js'
import { rowsOf, type Tx } from '../sql/database.js'

interface RowSource {
  sums: SumTable
  table: PgTable & { repoId: PgColumn }
  columns: Record<string, PgColumn>
  /** Other rows do not count. */
  isCounted?: SQL
  /** Rows with the same value in this column are counted together. */
  together?: string
}

export const ROW_SOURCES = {
  issues: {
    sums: 'tallies',
    table: issues,
    columns: {
      state: issues.state,
      triageType: issues.triageType,
      triagePriority: issues.triagePriority,
      triagedAt: issues.triagedAt,
      assignees: issues.assignees,
      labels: issues.labels,
      dupCheckAt: issues.dupCheckAt,
      createdAt: issues.createdAt,
      updatedAt: issues.updatedAt,
      closedAt: issues.closedAt
    },
    isCounted: isNull(issues.goneAt)
  },
  pullRequests: {
    sums: 'tallies',
    table: pullRequests,
    columns: {
      state: pullRequests.state,
      draft: pullRequests.draft,
      triageSize: pullRequests.triageSize,
      triageRisk: pullRequests.triageRisk,
      createdAt: pullRequests.createdAt,
      closedAt: pullRequests.closedAt,
      mergedAt: pullRequests.mergedAt
    },
    isCounted: isNull(pullRequests.goneAt)
  },
  ciRuns: {
    sums: 'tallies',
    table: ciRuns,
    columns: {
      conclusion: ciRuns.conclusion,
      healStatus: ciRuns.healStatus,
      healFailureType: ciRuns.healFailureType,
      createdAt: ciRuns.createdAt
    },
    isCounted: isNull(ciRuns.goneAt)
  },
  healAttempts: {
    sums: 'tallies',
    table: healAttempts,
    columns: {
      status: healAttempts.status,
      strategy: healAttempts.strategy,
      repair: healAttempts.repair,
      failureType: healAttempts.failureType,
      rule: healAttempts.rule,
      outcome: healAttempts.outcome,
      prStatus: healAttempts.prStatus,
      createdAt: healAttempts.createdAt
    }
  },
  duplicateSignals: {
    sums: 'tallies',
    table: duplicateSignals,
    columns: {
      sourceIssueId: duplicateSignals.sourceIssueId,
      kind: duplicateSignals.kind,
      status: duplicateSignals.status,
      similarity: duplicateSignals.similarity,
      createdAt: duplicateSignals.createdAt,
      goneAt: duplicateSignals.goneAt
    },
    isCounted: isNull(duplicateSignals.goneAt),
    together: 'sourceIssueId'
  },
  waivers: {
    sums: 'tallies',
    table: waivers,
    columns: {
      pillar: waivers.pillar,
      scope: waivers.scope,
      expiredAt: waivers.expiredAt,
      revokedAt: waivers.revokedAt
    }
  },
  decisions: {
    sums: 'evidence_tallies',
    table: decisions,
    columns: {
      source: decisions.source,
      decision: decisions.decision,
      pillar: decisions.pillar,
      createdAt: decisions.createdAt
    }
  },
  managedActions: {
    sums: 'evidence_tallies',
    table: managedActions,
    columns: {
      status: managedActions.status,
      pillar: managedActions.pillar,
      actionType: managedActions.actionType,
      blockedReason: managedActions.blockedReason,
      executedAt: managedActions.executedAt,
      reconciliationStatus: managedActions.reconciliationStatus
    }
  },
  triages: {
    sums: 'evidence_tallies',
    table: triages,
    columns: {
      targetType: triages.targetType,
      type: triages.type,
      probability: triages.probability,
      isSure: triages.isSure,
      heard: triages.heard
    }
  },
  triageFailures: {
    sums: 'evidence_tallies',
    table: triageFailures,
    columns: { state: triageFailures.state }
  }
} satisfies Record<string, RowSource>

export type RowSourceName = keyof typeof ROW_SOURCES
type ColumnsOf<Name extends RowSourceName> = (typeof ROW_SOURCES)[Name]['columns']

export type CountedRow<Name extends RowSourceName> = {
  [Key in keyof ColumnsOf<Name>]: ColumnsOf<Name>[Key] extends Column
    ? GetColumnData<ColumnsOf<Name>[Key]>
    : never
}

// Cast: JavaScript types keys as strings.
export const ROW_SOURCE_NAMES = Object.keys(ROW_SOURCES) as RowSourceName[]

const rowSource = (name: RowSourceName): RowSource => ROW_SOURCES[name]

/** Reads the columns of each row as one JSON text, so that all tables have the same type. */
export function rowsAsText(name: RowSourceName, where: SQL): SQL {
  const { table, columns, isCounted = sql`true`, together } = rowSource(name)
  const written = sql`json_build_array(${sql.join(Object.values(columns), sql`, `)})::text`
  const key = together === undefined ? undefined : columns[together]
  const order = key === undefined ? sql`` : sql`order by ${key}`
  return sql`select ${table.repoId}::float8 as "repoId", ${written} as row from ${table}
    where ${isCounted} and ${where} ${order}`
}

export function readRow<Name extends RowSourceName>(name: Name, text: string): CountedRow<Name> {
  const values: unknown[] = JSON.parse(text)
  const facts = Object.entries(rowSource(name).columns).map(([key, column], at) => {
    const value = values[at] ?? null
    return [key, value === null ? null : column.mapFromDriverValue(value)]
  })
  // Cast: the text was made of these columns.
  return Object.fromEntries(facts) as CountedRow<Name>
}

/** Large enough to be worth a round trip, small enough not to block others. */
const ROWS_AT_ONCE = 500

/** Reads the rows of one repository in batches from one snapshot. */
export async function* countedRows<Name extends RowSourceName>(
  tx: Tx,
  name: Name,
  repoId: number
): AsyncGenerator<CountedRow<Name>[]> {
  const { table, together } = rowSource(name)
  const isOwn = sql`${table.repoId} = ${sql.raw(String(repoId))}`
  await tx.execute(sql`declare counted no scroll cursor for ${rowsAsText(name, isOwn)}`)
  const keyOf = (row: CountedRow<Name>) => new Map<string, unknown>(Object.entries(row)).get(together ?? '')
  let held: CountedRow<Name>[] = []
  for (;;) {
    const texts = await rowsOf<{ row: string }>(tx, sql`fetch ${sql.raw(String(ROWS_AT_ONCE))} from counted`)
    if (texts.length === 0) break
    const rows = [...held, ...texts.map(({ row }) => readRow(name, row))]
    // Rows with the last key may follow.
    const last = rows.at(-1)
    const isHeld = (row: CountedRow<Name>) =>
      together !== undefined && last !== undefined && keyOf(row) === keyOf(last)
    held = rows.filter(isHeld)
    yield rows.filter((row) => !isHeld(row))
  }
  await tx.execute(sql`close counted`)
  if (held.length > 0) yield held
}
