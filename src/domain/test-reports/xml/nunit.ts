// The reports of NUnit 2 and 3.
import type { ReportCounts, ReportedStatus } from '../report.js'
import { type FoundTest, noCounts, type TestTally } from '../tally.js'
import { addDeclared, attributeOf, declaredCount, millisecondsOf } from './attributes.js'
import type { XmlElement } from './elements.js'
import type { XmlDialect } from './parser.js'

const TEXTS: ReadonlySet<string> = new Set(['message'])

/** Inconclusive and ignored tests are no verdict on the code. */
const SKIPPED: ReadonlySet<string> = new Set(['Skipped', 'Ignored', 'NotRunnable', 'Inconclusive'])
/** Where a suite fails after its tests; before them, each of them fails. */
const OWN_SITE = 'TearDown'
const BAD = new Map(
  Object.entries<ReportedStatus>({
    Failed: 'failed',
    Failure: 'failed',
    Error: 'errored',
    Cancelled: 'errored'
  })
)

export function nunitDialect(tally: TestTally): XmlDialect {
  let declared = noCounts()
  let hasFailure = false
  let message: string | undefined
  const isOfCase = (element: XmlElement | undefined) =>
    element?.name === 'failure' && element.parent?.name === 'test-case'
  return {
    texts: TEXTS,
    open(element) {
      if (element.name === 'test-case') {
        hasFailure = false
        message = undefined
      } else if (element.name === 'test-suite') {
        if (failsByItself(element)) tally.interrupt('A suite failed outside of its tests')
        if (element.parent?.name !== 'test-suite')
          declared = addDeclared(declared, declaredBy(element.attributes))
      }
    },
    close(element) {
      if (isOfCase(element)) hasFailure = true
      else if (element.name === 'message' && isOfCase(element.parent)) message ??= element.text
      else if (element.name === 'test-case')
        tally.add({
          ...identityOf(element),
          ...resultOf(element.attributes, hasFailure),
          failure: { message }
        })
    },
    end: () => tally.reading('nunit', declared)
  }
}

const failsByItself = ({ attributes }: XmlElement) =>
  attributeOf(attributes, 'result') === 'Failed' && attributes['site'] === OWN_SITE

function declaredBy(attributes: XmlElement['attributes']): ReportCounts {
  return {
    ...noCounts(),
    tests: declaredCount(attributes, 'testcasecount'),
    skipped: declaredCount(attributes, 'skipped'),
    failed: declaredCount(attributes, 'failed'),
    errored: declaredCount(attributes, 'errors')
  }
}

/** NUnit 2 names a test by its full name, whose last part is the method. */
function identityOf({ attributes, parent }: XmlElement): Pick<FoundTest, 'suite' | 'name'> {
  const name = attributeOf(attributes, 'name')
  const suite = attributeOf(attributes, 'classname')
  if (suite !== '') return { suite, name }
  const call = name.indexOf('(')
  const dot = name.lastIndexOf('.', call < 0 ? undefined : call)
  if (dot > 0) return { suite: name.slice(0, dot), name: name.slice(dot + 1) }
  return { suite: suiteAround(parent), name }
}

function suiteAround(element: XmlElement | undefined): string {
  let at = element
  while (at && at.name !== 'test-suite') at = at.parent
  return attributeOf(at?.attributes ?? {}, 'name')
}

function resultOf(attributes: XmlElement['attributes'], hasFailure: boolean) {
  const durationMs = millisecondsOf(attributes['duration'] ?? attributes['time'])
  return { status: statusOf(attributes, hasFailure), durationMs }
}

function statusOf(attributes: XmlElement['attributes'], hasFailure: boolean): ReportedStatus {
  const result = attributeOf(attributes, 'result')
  if (hasFailure) return result === 'Error' ? 'errored' : 'failed'
  const isSkipped = [result, attributeOf(attributes, 'runstate')].some((state) => SKIPPED.has(state))
  if (isSkipped || attributes['executed'] === 'False') return 'skipped'
  if (result === '' && attributes['success'] === 'False') return 'failed'
  return BAD.get(result) ?? 'passed'
}
