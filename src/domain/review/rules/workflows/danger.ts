// What is dangerous in a workflow, and how it is told from what was there before.
import type { ReviewSeverity } from '#schemas/review/enums.js'

export interface WorkflowDanger {
  /** The same before and after, if it was there before. */
  key: string
  line: number | null
  severity: ReviewSeverity
  confidence: number
  title: string
  description: string
  suggestion: string
}

/** An expression as one writes it everywhere, without the other notation of members. */
export const plainExpression = (text: string): string =>
  text.replace(/\[\s?['"]([\w-]{1,60})['"]\s?\]/g, '.$1')
