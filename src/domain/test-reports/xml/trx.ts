// TRX, the reports of Visual Studio and `dotnet test`: results here, and the classes of the tests elsewhere.
import type { ReportBounds, ReportedStatus } from '../report.js'
import { type FoundTest, isBad, type TestTally } from '../tally.js'
import { attributeOf, millisecondsOfClock } from './attributes.js'
import type { XmlElement } from './elements.js'
import type { XmlDialect } from './parser.js'

const TEXTS: ReadonlySet<string> = new Set(['Message', 'Text'])

/** Any other outcome says that the test came to no verdict. */
const OUTCOMES = new Map(
  Object.entries<ReportedStatus>({
    Passed: 'passed',
    PassedButRunAborted: 'passed',
    Failed: 'failed',
    Error: 'errored',
    Timeout: 'errored',
    '': 'errored'
  })
)

/** Outcomes of a whole run that did not come to its end. */
const BROKEN_RUNS: ReadonlySet<string> = new Set(['Error', 'Timeout', 'Aborted', 'Disconnected'])
/** Adapters also write errors of single tests as remarks on the run. */
const CRASH = /\b(?:aborted|crashed)\b/i

interface OpenResult {
  element: XmlElement
  message: string | undefined
}

export function trxDialect(tally: TestTally, bounds: ReportBounds): XmlDialect {
  /** Results wait for the end, because the definitions may follow them. */
  const results: { test: FoundTest; testId: string }[] = []
  const classes = new Map<string, string>()
  const open: OpenResult[] = []
  let outcome = ''
  let hasFailed = false
  const finish = ({ element, message }: OpenResult) => {
    const result = {
      test: foundTest(element.attributes, message),
      testId: attributeOf(element.attributes, 'testId')
    }
    hasFailed ||= isBad(result.test.status)
    if (results.length < bounds.tests) results.push(result)
    else tally.addUnlisted(result.test.status)
  }
  return {
    texts: TEXTS,
    open(element) {
      // Rows of data are results within the result of their test, and count beside it.
      if (element.name === 'UnitTestResult') open.push({ element, message: undefined })
      else if (element.name === 'TestMethod' && classes.size < bounds.tests)
        classes.set(attributeOf(element.parent?.attributes ?? {}, 'id'), tally.nameOf(classNameIn(element)))
    },
    close(element) {
      const innermost = open.at(-1)
      if (element.name === 'Message' && element.parent?.name === 'ErrorInfo' && innermost)
        innermost.message ??= element.text
      else if (element === innermost?.element) {
        open.pop()
        finish(innermost)
      } else if (isCrash(element)) tally.interrupt(tally.nameOf(element.text))
      else if (element.name === 'ResultSummary') outcome = attributeOf(element.attributes, 'outcome')
    },
    end() {
      for (const { test, testId } of results) tally.add({ ...test, suite: classes.get(testId) ?? '' })
      const isUnexplained = outcome === 'Failed' && !hasFailed
      if (isUnexplained || BROKEN_RUNS.has(outcome)) tally.interrupt('The run failed outside of its tests')
      return tally.reading('trx')
    }
  }
}

const isCrash = ({ name, text, parent }: XmlElement) =>
  name === 'Text' && parent?.attributes['outcome'] === 'Error' && CRASH.test(text)

/** Without the assembly, which may follow the name of the class. */
const classNameIn = ({ attributes }: XmlElement) =>
  attributeOf(attributes, 'className').split(',', 1).join('').trim()

function foundTest(attributes: XmlElement['attributes'], message: string | undefined): FoundTest {
  const outcome = attributeOf(attributes, 'outcome')
  return {
    suite: '',
    name: attributeOf(attributes, 'testName'),
    status: OUTCOMES.get(outcome) ?? 'skipped',
    durationMs: millisecondsOfClock(attributes['duration']),
    failure: { message }
  }
}
