// The messages of commits as `git log` and `git show` print them: what a change is about.
import type { StepLine } from './steps.js'

const COMMIT = /^commit [0-9a-f]{7,40}\b/
const OF_MESSAGE = /^(?: {4}|(?:Author|AuthorDate|Commit|CommitDate|Date|Merge):|\s{0,4}$)/

export function commitLines(step: readonly StepLine[]): number[] {
  let isInCommit = false
  return step.flatMap(({ line, text }) => {
    isInCommit = COMMIT.test(text) || (isInCommit && OF_MESSAGE.test(text))
    return isInCommit ? [line] : []
  })
}
