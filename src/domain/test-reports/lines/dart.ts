// The events of `dart test --reporter json` and `flutter test --machine`.
import type { JsonObject } from '#schemas/common.js'
import { isTrue, valueAt } from '../../json/path.js'
import type { ReportBounds, ReportedStatus } from '../report.js'
import type { FoundTest, TestTally } from '../tally.js'
import { amountAt, wordsAt } from '../values.js'
import type { EventSource } from './events.js'

interface StartedTest {
  test: FoundTest
  startMs: number | null
}

export function dartEvents(tally: TestTally, bounds: ReportBounds): EventSource {
  const suites = new Map<number, string>()
  const started = new Map<number, StartedTest>()
  let isDone = false
  const takers: Record<string, (event: JsonObject) => void> = {
    suite(event) {
      const id = amountAt(event, 'suite', 'id')
      if (id !== null && suites.size < bounds.tests)
        suites.set(id, tally.nameOf(wordsAt(event, 'suite', 'path') ?? ''))
    },
    testStart(event) {
      const id = amountAt(event, 'test', 'id')
      if (id === null || started.size >= bounds.tests) return
      const suite = suites.get(amountAt(event, 'test', 'suiteID') ?? -1) ?? ''
      const name = wordsAt(event, 'test', 'name') ?? ''
      started.set(id, {
        test: { suite, name, status: 'errored', file: suite || wordsAt(event, 'test', 'url') },
        startMs: amountAt(event, 'time')
      })
    },
    error(event) {
      const test = started.get(amountAt(event, 'testID') ?? -1)?.test
      if (test) test.failure ??= { message: wordsAt(event, 'error')?.slice(0, 2 * bounds.messageLength) }
    },
    testDone(event) {
      const id = amountAt(event, 'testID') ?? -1
      const found = started.get(id)
      started.delete(id)
      const status = statusOf(event)
      // Loading a file is a hidden test of its own, and only counts if it fails.
      if (found && !(isTrue(event, 'hidden') && status !== 'failed' && status !== 'errored'))
        tally.add({ ...found.test, status, durationMs: durationOf(event, found.startMs) })
    },
    done(event) {
      isDone = true
      if (valueAt(event, 'success') === null) tally.interrupt('The run was closed before its tests ended')
    }
  }
  return {
    take(event) {
      const type = wordsAt(event, 'type') ?? ''
      if (Object.hasOwn(takers, type)) takers[type]?.(event)
    },
    end() {
      for (const { test } of started.values())
        tally.add({ ...test, failure: test.failure ?? { message: 'The test never ended' } })
      if (!isDone) tally.interrupt('The report ends before the run does')
      return tally.reading('dart')
    }
  }
}

function statusOf(event: JsonObject): ReportedStatus {
  const result = valueAt(event, 'result')
  if (result === 'failure') return 'failed'
  if (result !== 'success') return 'errored'
  return isTrue(event, 'skipped') ? 'skipped' : 'passed'
}

function durationOf(event: JsonObject, startMs: number | null): number | null {
  const endMs = amountAt(event, 'time')
  return startMs === null || endMs === null ? null : endMs - startMs
}
