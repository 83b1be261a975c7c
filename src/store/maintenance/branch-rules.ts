// Lists of branch rules, with totals from counters where possible.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { counter } from '#domain/counters/counter.js'
import type { Compliance } from '#domain/mirror/tallies.js'
import type { Paging } from '#schemas/common.js'
import type { BranchRule, BranchRuleQuery } from '#schemas/maintenance/branch-rules.js'
import { branchRules } from '#tables/mirror/branch-rules.js'
import { repositories } from '#tables/mirror/repositories.js'
import { tallies } from '#tables/mirror/tallies.js'
import { ofFleet, totalSum } from '../counters/tallies.js'
import { withinRepository } from '../mirror/repository-pages.js'
import { type Db, parseJson, precompiled, rowsOf, utcColumns } from '../sql/database.js'
import { type JsonPage, liveRowsOfRepositories, pageText } from '../sql/list.js'
import { numberKey, type OrderKey, orderOn } from '../sql/order.js'
import { nameKey } from '../sql/repository-name.js'
import { searchTexts } from '../sql/search.js'

const t = alias(branchRules, 't')
const r = alias(repositories, 'r')

const RULES = liveRowsOfRepositories(branchRules)

const FIELDS =
  precompiled(sql`${t.id}, ${t.repoId}, ${t.pattern}, ${t.requiredReviews}, ${t.dismissStaleReviews},
  ${t.requireCodeOwnerReviews}, ${t.requireStatusChecks}, ${t.requiredStatusChecks}, ${t.requireUpToDateBranch},
  ${t.enforceAdmins}, ${t.restrictPushes}, ${t.pushAllowlist}, ${t.allowForcePushes}, ${t.allowDeletions},
  ${t.requireSignedCommits}, ${t.requireLinearHistory}, ${t.compliant}, ${t.violationIds}, ${t.hostRuleId},
  ${utcColumns(t.lastCheckedAt, t.syncedAt, t.createdAt, t.updatedAt)},
  ${r.fullName} as repo_full_name, ${r.owner} as repo_owner, ${r.name} as repo_name`)

const byBranch: readonly OrderKey[] = [
  { value: sql`${t.pattern} collate "C"`, kind: 'text' },
  numberKey(t.id)
]
const BY_BRANCH = orderOn(byBranch, 'asc')
const BY_NAME = orderOn([{ value: nameKey({ fullName: t.repoFullName }), kind: 'text' }, ...byBranch], 'asc')

export interface BranchRuleList {
  query: BranchRuleQuery
  /** Limits the list to one repository, by its full name. */
  repo: string | undefined
}

export function branchRulesPage(
  db: Db,
  { query, repo }: BranchRuleList,
  paging: Paging
): Promise<JsonPage<BranchRule>> {
  const { pattern, compliant } = query
  const words = compliant === undefined ? ALL : [COMPLIANCE[compliant]]
  return withinRepository(db, repo, (repoId) => {
    const where = [
      repoId !== undefined && sql`${t.repoId} = ${repoId}`,
      compliant !== undefined && sql`${t.compliance} = ${COMPLIANCE[compliant]}`
    ].filter((condition) => condition !== false)
    const order = repoId === undefined ? BY_NAME : BY_BRANCH
    const list = { listed: RULES, fields: FIELDS, where, order }
    const texts = searchTexts([t.pattern, pattern])
    return pageText(db, { ...list, total: totalOf(words, repoId), texts }, paging)
  })
}

/** The rule of one branch; undefined if nothing protects it. */
export async function branchRuleAt(db: Db, repoId: number, branch: string): Promise<BranchRule | undefined> {
  const [row] = await rowsOf<{ rule: BranchRule | string }>(
    db,
    sql`select row_to_json(found) as rule from (
        select ${FIELDS} from ${branchRules} t ${RULES.join}
        where ${RULES.visible} and ${t.repoId} = ${repoId} and ${t.pattern} = ${branch}
      ) as found`
  )
  return row && parseJson(row.rule)
}

const COMPLIANCE = { true: 'compliant', false: 'violated', unknown: 'unchecked' } as const
const ALL: readonly Compliance[] = Object.values(COMPLIANCE)

function totalOf(words: readonly Compliance[], repoId: SQL | undefined): SQL {
  const within = repoId === undefined ? ofFleet : sql`${tallies.repoId} = ${repoId}`
  return totalSum(
    within,
    words.map((word) => counter('branch_rules', word))
  )
}
