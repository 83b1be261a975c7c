// What the rows of each kind count for: the same functions that their writers use.
import type { Tally } from '#domain/counters/tally.js'
import { talliesOfSignals } from '#domain/duplicates/sums.js'
import { talliesOfHeal } from '#domain/healing/tallies.js'
import { talliesOfIssue, talliesOfPullRequest, talliesOfRun } from '#domain/mirror/tallies.js'
import { talliesOfFailure } from '#domain/triage/failures.js'
import { talliesOfTriage } from '#domain/triage/quality.js'
import { talliesOfWaivers } from '#domain/waivers/waivers.js'
import { talliesOfAction } from '#store/actions/tallies.js'
import { talliesOfDecision } from '#store/decisions/decisions.js'
import type { CountedRow, RowSourceName } from '#store/recount/counted-rows.js'

type TalliesBySource = { readonly [Name in RowSourceName]: (rows: readonly CountedRow<Name>[]) => Tally[] }

const talliesBySource: TalliesBySource = {
  issues: (rows) => rows.flatMap(talliesOfIssue),
  pullRequests: (rows) => rows.flatMap(talliesOfPullRequest),
  ciRuns: (rows) => rows.flatMap(talliesOfRun),
  healAttempts: (rows) => rows.flatMap(talliesOfHeal),
  duplicateSignals: talliesOfSignals,
  waivers: talliesOfWaivers,
  decisions: (rows) => rows.flatMap(talliesOfDecision),
  managedActions: (rows) => rows.flatMap(talliesOfAction),
  triages: (rows) => rows.flatMap(talliesOfTriage),
  triageFailures: (rows) => rows.flatMap(({ state }) => talliesOfFailure(state))
}

/** All rows must belong to one repository; rows that are tallied together must all be among them, or none. */
export function talliesOfRows<Name extends RowSourceName>(
  name: Name,
  rows: readonly CountedRow<Name>[]
): Tally[] {
  return talliesBySource[name](rows)
}
