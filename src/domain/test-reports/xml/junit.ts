// JUnit XML, as its many producers write it: JUnit, Surefire, Gradle, pytest, PHPUnit, jest-junit, nextest and others.
import type { ReportCounts, ReportedStatus } from '../report.js'
import { type FoundTest, isBad, noCounts, type TestTally, worseStatus } from '../tally.js'
import { addDeclared, attributeOf, declaredCount, millisecondsOf } from './attributes.js'
import type { XmlElement } from './elements.js'
import type { XmlDialect } from './parser.js'

const RESULTS = new Map(
  Object.entries<ReportedStatus>({
    failure: 'failed',
    error: 'errored',
    skipped: 'skipped',
    disabled: 'skipped',
    ignored: 'skipped'
  })
)

/** Read only where no element tells the result, as GoogleTest and CTest do of tests that did not run. */
const STATUSES = new Map(
  Object.entries<ReportedStatus>({
    fail: 'failed',
    failed: 'failed',
    failure: 'failed',
    error: 'errored',
    errored: 'errored',
    disabled: 'skipped',
    ignored: 'skipped',
    notrun: 'skipped',
    pending: 'skipped',
    skipped: 'skipped',
    suppressed: 'skipped'
  })
)

/** What went wrong in attempts before one that passed. */
const FLAKY: ReadonlySet<string> = new Set(['flakyFailure', 'flakyError'])
const TEXTS: ReadonlySet<string> = new Set(['failure', 'error', ...FLAKY])

interface OpenCase {
  status: ReportedStatus | undefined
  failure: FoundTest['failure']
  isFlaky: boolean
}

export function junitDialect(tally: TestTally): XmlDialect {
  const suites: OpenSuite[] = []
  let declared = noCounts()
  let current: OpenCase = newCase()
  return {
    texts: TEXTS,
    open(element) {
      if (element.name === 'testcase') current = newCase()
      if (element.name !== 'testsuite') return
      suites.push(openSuite(element, suites.at(-1), tally))
      if (suites.length === 1) declared = addDeclared(declared, declaredBy(element.attributes))
    },
    close(element) {
      if (element.name === 'testsuite') suites.pop()
      else if (element.name === 'testcase') tally.add(foundTest(element, current, suites.at(-1)))
      else if (element.parent?.name === 'testcase') noteResult(element, current)
      else if (element.parent?.name === 'testsuite' && isBad(RESULTS.get(element.name) ?? 'passed'))
        tally.interrupt('A suite failed outside of its tests')
    },
    end: () => tally.reading('junit', declared)
  }
}

interface OpenSuite {
  /** The names of this suite and of those around it. */
  path: string
  file: string | undefined
}

function openSuite({ attributes }: XmlElement, around: OpenSuite | undefined, tally: TestTally): OpenSuite {
  const names = [around?.path, tally.nameOf(attributes['name'] ?? '')]
  return { path: tally.nameOf(names.filter(Boolean).join(' > ')), file: attributes['file'] ?? around?.file }
}

const newCase = (): OpenCase => ({ status: undefined, failure: undefined, isFlaky: false })

function declaredBy(attributes: XmlElement['attributes']): ReportCounts {
  return {
    ...noCounts(),
    tests: declaredCount(attributes, 'tests'),
    skipped: declaredCount(attributes, 'skipped') + declaredCount(attributes, 'disabled'),
    failed: declaredCount(attributes, 'failures'),
    errored: declaredCount(attributes, 'errors')
  }
}

/** A case may have several results, such as a failure and an error while cleaning up; the worst stands. */
function noteResult({ name, attributes, text }: XmlElement, current: OpenCase): void {
  const failure = { errorClass: attributes['type'], message: attributes['message']?.trim() || text }
  if (FLAKY.has(name)) {
    current.isFlaky = true
    current.failure ??= failure
  }
  const status = RESULTS.get(name)
  if (status === undefined || worseStatus(current.status ?? 'skipped', status) === current.status) return
  current.status = status
  if (isBad(status)) current.failure = failure
}

/** Node names every class like this. */
const NO_CLASS = 'test'

function foundTest({ attributes }: XmlElement, current: OpenCase, suite: OpenSuite | undefined): FoundTest {
  const status = current.status ?? statusOf(attributes)
  const file = attributes['file'] ?? suite?.file
  const className = attributes['classname'] === NO_CLASS ? '' : attributes['classname']
  return {
    suite: className || suite?.path || file || '',
    name: attributes['name'] ?? '',
    status,
    durationMs: millisecondsOf(attributes['time']),
    failure: current.failure,
    flaky: current.isFlaky && status === 'passed',
    file,
    repeat: 'either'
  }
}

function statusOf(attributes: XmlElement['attributes']): ReportedStatus {
  for (const name of ['status', 'result']) {
    const told = attributeOf(attributes, name).toLowerCase()
    const status = STATUSES.get(told)
    if (status) return status
  }
  return 'passed'
}
