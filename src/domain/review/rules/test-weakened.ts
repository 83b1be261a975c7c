// Tests that are removed, skipped or made to pass, and checks that ask for less. Moved tests, and those that go away
// with what they test, are none of them.
import type { ReviewedChange } from '../change.js'
import type { BuiltInFinding, ReviewRuleModule } from './rule.js'
import { weakLineFindings } from './tests/added.js'
import { assertionFindings } from './tests/assertions.js'
import { checkFindings } from './tests/checks.js'
import { patchedFiles } from './tests/patched.js'
import { removedTestFindings } from './tests/removed.js'
import { goneSubjects } from './tests/subjects.js'

function find(change: ReviewedChange): BuiltInFinding[] {
  const gone = goneSubjects(change.files)
  const patched = patchedFiles(change)
  const removed = removedTestFindings(change, patched, gone)
  // Whoever is told that a test is gone knows that its assertions are.
  const told = new Set(removed.map(({ path }) => path))
  return [
    ...removed,
    ...weakLineFindings(change),
    ...assertionFindings(change, gone).filter(({ path, context }) => context !== 'fewer' || !told.has(path)),
    ...checkFindings(change, patched)
  ]
}

export const testWeakened: ReviewRuleModule = {
  name: 'test_weakened',
  category: 'test_gap',
  about: 'Tests that are removed, skipped or made to pass, and checks that ask for less',
  find
}
