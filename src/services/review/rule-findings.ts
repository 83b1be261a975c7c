// What the built-in rules find, without those that the settings leave out and those that people ignore here.
import type { Deps } from '#deps.js'
import type { ReviewedChange } from '#domain/review/change.js'
import { rulePrecision } from '#domain/review/precision.js'
import { BUILT_IN_RULES, type RuleReport, runRules } from '#domain/review/rules/index.js'
import { redactSecrets } from '#domain/text/secrets.js'
import type { ReviewRule } from '#schemas/review/enums.js'
import type { ReviewFinding } from '#schemas/review/findings.js'
import type { ReviewSettings } from '#schemas/review/settings.js'
import { outcomesOfRules } from '#store/review/stats.js'
import type { ReviewContext } from './subject.js'

export interface RuleResult {
  /** The gravest first. */
  counted: ReviewFinding[]
  /** Of rules that are silent here. */
  quiet: ReviewFinding[]
  quietRules: ReviewRule[]
}

export async function ruleFindings(
  { db }: Deps,
  { review, settings }: ReviewContext,
  change: ReviewedChange
): Promise<RuleResult> {
  const outcomes = await outcomesOfRules(db, review.repoId)
  const silent = new Set(
    outcomes.filter(({ counts }) => rulePrecision(counts).isQuiet).map(({ rule }) => rule)
  )
  // What is critical is said in any case.
  const isQuiet = ({ rule, severity }: ReviewFinding) =>
    rule !== null && severity !== 'critical' && silent.has(rule)
  const findings = runRules(change)
    .map(findingOf)
    .filter((finding) => isWanted(finding, settings))
  const quiet = findings.filter(isQuiet)
  return {
    counted: findings.filter((finding) => !isQuiet(finding)),
    quiet,
    quietRules: [...new Set(quiet.flatMap(({ rule }) => rule ?? []))]
  }
}

/** A rule may quote a line, and what looks like a secret is told nowhere. */
const findingOf = ({ path: file, ...report }: RuleReport): ReviewFinding => ({
  ...report,
  title: redactSecrets(report.title),
  description: redactSecrets(report.description),
  suggestion: report.suggestion === null ? null : redactSecrets(report.suggestion),
  file,
  outcome: 'open'
})

/** Whether the settings leave anything of a rule. */
export function isRuleWanted(rule: ReviewRule, settings: ReviewSettings): boolean {
  const module = BUILT_IN_RULES.find(({ name }) => name === rule)
  return module !== undefined && isWanted(module, settings)
}

function isWanted(
  { category }: Pick<ReviewFinding, 'category'>,
  { check_security, check_tests }: ReviewSettings
): boolean {
  if (category === 'security') return check_security
  return category === 'test_gap' ? check_tests : true
}
