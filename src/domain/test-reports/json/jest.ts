// The JSON of Jest, which Vitest writes as well.
import type { Json } from '#schemas/common.js'
import { isTrue, valueAt } from '../../json/path.js'
import type { ReportedStatus } from '../report.js'
import type { FoundTest, TestTally } from '../tally.js'
import { amountAt, itemsAt, wordsAt } from '../values.js'
import type { ReportDocument } from './document.js'

/** Any other status says that the test did not run. */
const STATUSES = new Map(Object.entries<ReportedStatus>({ passed: 'passed', failed: 'failed' }))

export const JEST: ReportDocument = {
  isKnown: (document) => Array.isArray(valueAt(document, 'testResults')),
  read(document, tally) {
    for (const file of itemsAt(document, 'testResults')) readFile(file, tally)
    if (isTrue(document, 'wasInterrupted')) tally.interrupt('The run was interrupted')
    return tally.reading('jest')
  }
}

function readFile(file: Json, tally: TestTally): void {
  const path = tally.nameOf(wordsAt(file, 'name') ?? wordsAt(file, 'testFilePath') ?? '')
  const listed = itemsAt(file, 'assertionResults')
  const tests = listed.length > 0 ? listed : itemsAt(file, 'testResults')
  for (const test of tests) tally.add(foundTest(test, path))
  const hasBroken = wordsAt(file, 'status') === 'failed' || valueAt(file, 'testExecError')
  if (tests.length > 0 || !hasBroken) return
  const message = wordsAt(file, 'message') ?? wordsAt(file, 'failureMessage')
  tally.add({ suite: path, name: path, status: 'errored', failure: { message }, file: path })
}

function foundTest(test: Json, path: string): FoundTest {
  const status = wordsAt(test, 'status') ?? ''
  const hasPassed = status === 'passed'
  const groups = itemsAt(test, 'ancestorTitles').filter((title) => typeof title === 'string')
  const isRetried = itemsAt(test, 'retryReasons').length > 0 || (amountAt(test, 'invocations') ?? 0) > 1
  const [message, retried] = [itemsAt(test, 'failureMessages')[0], itemsAt(test, 'retryReasons')[0]]
  const failure = hasPassed ? retried : message
  return {
    suite: path,
    name: wordsAt(test, 'fullName') ?? [...groups, wordsAt(test, 'title') ?? ''].join(' '),
    status: STATUSES.get(status) ?? 'skipped',
    durationMs: amountAt(test, 'duration'),
    failure: { message: typeof failure === 'string' ? failure : null },
    flaky: hasPassed && isRetried,
    file: path
  }
}
