// The built-in rules of the review, and what all of them find in a change.
import { createHash } from 'node:crypto'
import { type FindingCategory, REVIEW_SEVERITIES, type ReviewRule } from '#schemas/review/enums.js'
import type { ReviewedChange } from '../change.js'
import { companionMissing } from './companion-missing.js'
import { counterpartMissing } from './counterpart-missing.js'
import { debugLeftover } from './debug-leftover.js'
import { hiddenText } from './hidden-text.js'
import { mergeMarker } from './merge-marker.js'
import { ownerMissing } from './owner-missing.js'
import type { BuiltInFinding, ReviewRuleModule } from './rule.js'
import { secretAdded } from './secret-added.js'
import { testWeakened } from './test-weakened.js'
import { tooLarge } from './too-large.js'
import { unfitFile } from './unfit-file.js'
import { vulnerableDependency } from './vulnerable-dependency.js'
import { workflowDanger } from './workflow-danger.js'

export const BUILT_IN_RULES: readonly ReviewRuleModule[] = [
  secretAdded,
  workflowDanger,
  vulnerableDependency,
  hiddenText,
  mergeMarker,
  testWeakened,
  counterpartMissing,
  companionMissing,
  unfitFile,
  debugLeftover,
  ownerMissing,
  tooLarge
]

export interface RuleReport extends Omit<BuiltInFinding, 'context' | 'category'> {
  rule: ReviewRule
  category: FindingCategory
  /** The same for the same thing in a later state of the change, even if its lines have moved. */
  fingerprint: string
}

/** Of each rule; whoever has read so many knows what is wrong. */
const MOST_OF_RULE = 30

/** What the rules find, the gravest first. */
export function runRules(change: ReviewedChange): RuleReport[] {
  const seen = new Map<string, number>()
  return BUILT_IN_RULES.flatMap((rule) =>
    bySeverity(rule.find(change))
      .slice(0, MOST_OF_RULE)
      .map(({ context, category = rule.category, ...finding }) => {
        const fingerprint = fingerprintOf(rule.name, { path: finding.path, context }, seen)
        return { ...finding, rule: rule.name, category, fingerprint }
      })
  ).toSorted(bySeverityOf)
}

const rankOf = ({ severity }: Pick<BuiltInFinding, 'severity'>) => REVIEW_SEVERITIES.indexOf(severity)
const bySeverityOf = (a: Pick<BuiltInFinding, 'severity'>, b: Pick<BuiltInFinding, 'severity'>) =>
  rankOf(a) - rankOf(b)
const bySeverity = (findings: readonly BuiltInFinding[]) => findings.toSorted(bySeverityOf)

const LENGTH = 16

/** Equal ones of a file are told apart by their order in it. */
function fingerprintOf(
  rule: ReviewRule,
  { path, context }: Pick<BuiltInFinding, 'path' | 'context'>,
  seen: Map<string, number>
): string {
  const key = [rule, path ?? '', context.replace(/\s+/g, ' ').trim()].join('\0')
  const ordinal = seen.get(key) ?? 0
  seen.set(key, ordinal + 1)
  const text = ordinal === 0 ? key : `${key}\0${ordinal}`
  return createHash('sha256').update(text).digest('hex').slice(0, LENGTH)
}
