// Changes as tests write them: each file with its text before and after.
import type { ReviewedChange } from '#domain/review/change.js'
import { type RuleReport, runRules } from '#domain/review/rules/index.js'
import type { ReviewRule } from '#schemas/review/enums.js'
import { changeOf, type ReviewCase } from './cases.js'

/** Null where the file is not there. */
export type WrittenFiles = Readonly<Record<string, readonly [before: string | null, after: string | null]>>

export function written(files: WrittenFiles, more: Partial<ReviewCase> = {}): ReviewedChange {
  const { changes = [], ...rest } = more
  return changeOf({
    name: 'written',
    why: '',
    title: 'Change it',
    description: '',
    author: 'mona',
    ...rest,
    changes: [
      ...Object.entries(files).map(([path, [before, after]]) => ({ path, before, after })),
      ...changes
    ]
  })
}

export const foundBy = (rule: ReviewRule, change: ReviewedChange): RuleReport[] =>
  runRules(change).filter((one) => one.rule === rule)

/** What a rule finds, each as its severity and place. */
export const toldBy = (rule: ReviewRule, change: ReviewedChange): string[] =>
  foundBy(rule, change).map(({ severity, path, line }) => `${severity} ${path}:${line}`)

export const isGrave = ({ severity }: RuleReport) => severity === 'high' || severity === 'critical'
