// How well the rules work in each repository: read from the sums of findings.
import { sql } from 'drizzle-orm'
import type { Measure } from '#domain/counters/counter.js'
import { EVER } from '#domain/counters/tally.js'
import type { OutcomeCounts } from '#domain/review/precision.js'
import { findingMeasure } from '#domain/review/tallies.js'
import {
  FINDING_OUTCOMES,
  type FindingOutcome,
  REVIEW_RULES,
  type ReviewRule
} from '#schemas/review/enums.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { reviewSettings } from '#tables/review/review-settings.js'
import { type Db, rowsOf, type Tx, valueList } from '../sql/database.js'

export interface RuleOutcomes {
  repo: string
  rule: ReviewRule
  counts: OutcomeCounts
}

const RULE_OF = new Map<Measure, readonly [ReviewRule, FindingOutcome]>(
  REVIEW_RULES.flatMap((rule) =>
    FINDING_OUTCOMES.map((outcome) => [findingMeasure(rule, outcome), [rule, outcome]] as const)
  )
)
const MEASURES = [...RULE_OF.keys()]

const NONE: OutcomeCounts = { open: 0, mended: 0, helped: 0, refused: 0, ignored: 0 }

/** Of one repository, or of all that are not deleted: only those with settings were ever reviewed, and they are few. */
export async function outcomesOfRules(db: Db | Tx, repoId?: number): Promise<RuleOutcomes[]> {
  const within = repoId === undefined ? sql`true` : sql`${reviewSettings.repoId} = ${repoId}`
  const rows = await rowsOf<{ repo: string; measure: Measure; amount: number }>(
    db,
    sql`select ${repositories.fullName} as repo, ${tallies.measure}, sum(${tallies.amount})::float8 as amount
      from ${reviewSettings}
      join ${repositories} on ${repositories.hostId} = ${reviewSettings.repoId} and ${repositories.deletedAt} is null
      join ${tallies} on ${tallies.repoId} = ${reviewSettings.repoId}
      where ${within} and ${tallies.day} = ${EVER} and ${tallies.measure} in (${valueList(MEASURES)})
      group by ${repositories.fullName}, ${tallies.measure}`
  )
  const found = new Map<string, RuleOutcomes>()
  for (const { repo, measure, amount } of rows) {
    const [rule, outcome] = RULE_OF.get(measure) ?? []
    if (rule === undefined || outcome === undefined) continue
    const key = `${repo} ${rule}`
    const { counts } = found.get(key) ?? { counts: NONE }
    found.set(key, { repo, rule, counts: { ...counts, [outcome]: amount } })
  }
  return [...found.values()]
}
