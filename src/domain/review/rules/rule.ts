// A built-in rule of the review: what it looks for, and how grave and how sure that is.
import type { FindingCategory, ReviewRule, ReviewSeverity } from '#schemas/review/enums.js'
import type { ReviewedChange } from '../change.js'

export interface BuiltInFinding {
  severity: ReviewSeverity
  /** At most 140 characters. */
  title: string
  description: string
  suggestion: string | null
  /** Null if it is about the change as a whole. */
  path: string | null
  /** Line after the change; null without one. */
  line: number | null
  /** 0 to 1, before it is known what people make of the rule. */
  confidence: number
  /** What tells it from others of the rule in this file, such as the text of the line; stable when lines move. */
  context: string
  /** If it is another than that of the rule. */
  category?: FindingCategory
}

export interface ReviewRuleModule {
  name: ReviewRule
  category: FindingCategory
  /** What it looks for, for people. */
  about: string
  find(change: ReviewedChange): BuiltInFinding[]
}
