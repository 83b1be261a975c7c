// The reports of xUnit.net, versions 1 to 3. Rows of a theory are one test, but version 1 lists each as its own.
import type { ReportCounts, ReportedStatus } from '../report.js'
import { type FoundTest, noCounts, type TestTally } from '../tally.js'
import { addDeclared, attributeOf, declaredCount, millisecondsOf } from './attributes.js'
import type { XmlElement } from './elements.js'
import type { XmlDialect } from './parser.js'

const TEXTS: ReadonlySet<string> = new Set(['message'])
const RESULTS = new Map(
  Object.entries<ReportedStatus>({ Fail: 'failed', Skip: 'skipped', NotRun: 'skipped' })
)

interface OpenTest {
  status: ReportedStatus | undefined
  failure: NonNullable<FoundTest['failure']>
}

export function xunitDialect(tally: TestTally): XmlDialect {
  let declared = noCounts()
  let current: OpenTest = { status: undefined, failure: {} }
  return {
    texts: TEXTS,
    open(element) {
      if (element.name === 'test') current = { status: undefined, failure: {} }
      else if (element.name === 'assembly') declared = addDeclared(declared, declaredBy(element.attributes))
      else if (element.name === 'error' && element.parent?.name === 'errors')
        tally.interrupt('An assembly failed outside of its tests')
    },
    close(element) {
      if (element.name === 'test') tally.add(foundTest(element, current))
      else if (element.parent?.name === 'test') noteResult(element, current)
      else if (element.name === 'message' && element.parent?.parent?.name === 'test')
        current.failure.message ??= element.text
    },
    end: () => tally.reading('xunit', declared)
  }
}

function declaredBy(attributes: XmlElement['attributes']): ReportCounts {
  return {
    ...noCounts(),
    tests: declaredCount(attributes, 'total'),
    skipped: declaredCount(attributes, 'skipped'),
    failed: declaredCount(attributes, 'failed'),
    errored: declaredCount(attributes, 'errors')
  }
}

function noteResult({ name, attributes }: XmlElement, current: OpenTest): void {
  if (name === 'failure') {
    current.status = 'failed'
    current.failure.errorClass = attributes['exception-type']
  } else if (name === 'reason') current.status ??= 'skipped'
}

function foundTest({ attributes, parent }: XmlElement, { status, failure }: OpenTest): FoundTest {
  const method = parent?.name === 'class' ? '' : attributes['method']
  const result = attributeOf(attributes, 'result')
  return {
    suite: attributeOf(attributes, 'type'),
    name: method || attributeOf(attributes, 'name'),
    status: status ?? RESULTS.get(result) ?? 'passed',
    durationMs: millisecondsOf(attributes['time']),
    failure,
    file: attributes['source-file']
  }
}
