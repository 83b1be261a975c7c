// The JSON of pytest-json-report, and of the older pytest-json.
import type { Json } from '#schemas/common.js'
import { valueAt } from '../../json/path.js'
import type { ReportedStatus } from '../report.js'
import type { FoundTest, TestTally } from '../tally.js'
import { amountAt, itemsAt, millisecondsAt, wordsAt } from '../values.js'
import type { ReportDocument } from './document.js'

/** A failure that was expected is none; one that was expected and did not come is a pass. */
const STATUSES = new Map(
  Object.entries<ReportedStatus>({
    passed: 'passed',
    xpassed: 'passed',
    failed: 'failed',
    rerun: 'failed',
    error: 'errored',
    skipped: 'skipped',
    xfailed: 'skipped'
  })
)
/** How pytest exits when it did not run its tests to the end. */
const BROKEN_EXITS = new Map([
  [2, 'The run was interrupted'],
  [3, 'The run ended with an internal error of pytest'],
  [4, 'The run was called in a wrong way']
])
const PHASES = ['setup', 'call', 'teardown']

export const PYTEST: ReportDocument = {
  isKnown: (document) => isList(document) || isList(valueAt(document, 'report')),
  read(document, tally) {
    const report = isList(document) ? document : valueAt(document, 'report')
    for (const test of itemsAt(report, 'tests')) tally.add(foundTest(test))
    for (const collector of itemsAt(report, 'collectors')) readCollector(collector, tally)
    const broken = BROKEN_EXITS.get(amountAt(report, 'exitcode') ?? 0)
    if (broken !== undefined) tally.interrupt(broken)
    return tally.reading('pytest')
  }
}

const isList = (report: Json | undefined) =>
  Array.isArray(valueAt(report, 'tests')) &&
  (valueAt(report, 'summary') !== undefined || valueAt(report, 'exitcode') !== undefined) &&
  valueAt(report, 'stats') === undefined

function foundTest(test: Json): FoundTest {
  const id = wordsAt(test, 'nodeid') ?? wordsAt(test, 'name') ?? ''
  const end = id.indexOf('::')
  const file = end < 0 ? null : id.slice(0, end)
  const outcome = wordsAt(test, 'outcome') ?? ''
  return {
    suite: file ?? '',
    name: file === null ? id : id.slice(end + 2),
    status: STATUSES.get(outcome) ?? 'errored',
    durationMs: millisecondsAt(test, 'duration') ?? durationOf(test),
    failure: { message: messageOf(test) },
    file,
    repeat: 'rerun'
  }
}

function durationOf(test: Json): number | null {
  const all = PHASES.map((phase) => millisecondsAt(test, phase, 'duration')).filter((one) => one !== null)
  return all.length > 0 ? all.reduce((sum, one) => sum + one, 0) : null
}

function messageOf(test: Json): string | null {
  const broken = PHASES.find((phase) => /^(?:failed|error)$/.test(wordsAt(test, phase, 'outcome') ?? ''))
  if (broken === undefined) return null
  return wordsAt(test, broken, 'crash', 'message') ?? wordsAt(test, broken, 'longrepr')
}

/** A file that cannot be imported has no tests. */
function readCollector(collector: Json, tally: TestTally): void {
  if (wordsAt(collector, 'outcome') !== 'failed') return
  const file = wordsAt(collector, 'nodeid') ?? ''
  tally.add({
    suite: file,
    name: file,
    status: 'errored',
    failure: { message: wordsAt(collector, 'longrepr') },
    file
  })
}
