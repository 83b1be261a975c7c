// The events of `go test -json`. A test that is run again in the same file was repeated by a runner around it.
import type { JsonObject } from '#schemas/common.js'
import type { ReportBounds, ReportedStatus } from '../report.js'
import type { TestTally } from '../tally.js'
import { millisecondsAt, wordsAt } from '../values.js'
import type { EventSource } from './events.js'

const STATUSES = new Map(Object.entries<ReportedStatus>({ pass: 'passed', fail: 'failed', skip: 'skipped' }))

const BEGINNINGS: ReadonlySet<string> = new Set(['start', 'run'])

/** What the test framework prints itself. */
const FRAME = /^\s{0,40}(?:=== |--- )/

interface OpenTest {
  suite: string
  name: string
  output: string
}

export function goEvents(tally: TestTally, bounds: ReportBounds): EventSource {
  const open = new Map<string, OpenTest>()
  /** Packages that have begun and not ended. */
  const running = new Set<string>()
  const failedSuites = new Set<string>()
  const blamedSuites = new Set<string>()
  const print = (test: OpenTest | undefined, text: string) => {
    if (test && !FRAME.test(text) && test.output.length < bounds.messageLength)
      test.output += text.slice(0, bounds.messageLength)
  }
  const finish = (event: JsonObject, test: OpenTest, status: ReportedStatus) => {
    if (status === 'failed') blamedSuites.add(test.suite)
    tally.add({
      suite: test.suite,
      name: test.name,
      status,
      durationMs: millisecondsAt(event, 'Elapsed'),
      failure: { message: test.output },
      repeat: 'rerun'
    })
  }
  const takeTest = (event: JsonObject, action: string, { suite, name }: OpenTest) => {
    const key = `${suite}\u0000${name}`
    const test = open.get(key)
    const status = STATUSES.get(action)
    if (action === 'run' && open.size < bounds.tests) open.set(key, { suite, name, output: '' })
    if (action === 'output') print(test, wordsAt(event, 'Output') ?? '')
    if (status === undefined) return
    open.delete(key)
    finish(event, test ?? { suite, name, output: '' }, status)
  }
  const endPackage = (suite: string, action: string) => {
    running.delete(suite)
    if (action === 'fail' && failedSuites.size < bounds.tests) failedSuites.add(suite)
  }
  return {
    take(event) {
      const action = wordsAt(event, 'Action') ?? ''
      const suite = wordsAt(event, 'Package') ?? ''
      const name = wordsAt(event, 'Test')
      if (name !== null) takeTest(event, action, { suite, name, output: '' })
      else if (STATUSES.has(action)) endPackage(suite, action)
      if (BEGINNINGS.has(action) && running.size < bounds.tests) running.add(suite)
    },
    end() {
      for (const { suite, name, output } of open.values()) {
        blamedSuites.add(suite)
        tally.add({ suite, name, status: 'errored', failure: { message: output || 'The test never ended' } })
      }
      // A package that fails without a failed test did not build, or broke outside of its tests.
      for (const suite of failedSuites)
        if (!blamedSuites.has(suite))
          tally.add({
            suite,
            name: suite,
            status: 'errored',
            failure: { message: 'The package failed outside of its tests' }
          })
      if (running.size > 0) tally.interrupt('The report ends before the run does')
      return tally.reading('go')
    }
  }
}
