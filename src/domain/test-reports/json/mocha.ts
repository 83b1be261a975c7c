// The JSON of Mocha. A failed attempt that is retried is not listed, but the number of the attempt is.
import type { Json } from '#schemas/common.js'
import { isObject, valueAt } from '../../json/path.js'
import type { ReportedStatus } from '../report.js'
import type { FoundTest } from '../tally.js'
import { errorClassOf } from '../texts.js'
import { amountAt, itemsAt, wordsAt } from '../values.js'
import type { ReportDocument } from './document.js'

export const MOCHA: ReportDocument = {
  isKnown: (document) => isObject(valueAt(document, 'stats')) && Array.isArray(valueAt(document, 'tests')),
  read(document, tally) {
    const pending = new Set(itemsAt(document, 'pending').map(nameOf))
    const listed = itemsAt(document, 'tests')
    for (const test of listed) tally.add(foundTest(test, pending))
    // A hook that fails is listed among the failures alone.
    const names = new Set(listed.map(nameOf))
    for (const failure of itemsAt(document, 'failures'))
      if (!names.has(nameOf(failure))) tally.add({ ...foundTest(failure, pending), status: 'errored' })
    return tally.reading('mocha')
  }
}

const nameOf = (test: Json): string => wordsAt(test, 'fullTitle') ?? wordsAt(test, 'title') ?? ''

function foundTest(test: Json, pending: ReadonlySet<string>): FoundTest {
  const name = nameOf(test)
  const status = statusOf(test, pending.has(name))
  const file = wordsAt(test, 'file')
  return {
    suite: file ?? '',
    name,
    status,
    durationMs: amountAt(test, 'duration'),
    failure: { errorClass: classIn(test), message: messageOf(test) },
    flaky: status === 'passed' && (amountAt(test, 'currentRetry') ?? 0) > 0,
    file
  }
}

function statusOf(test: Json, isPending: boolean): ReportedStatus {
  const error = valueAt(test, 'err')
  if (isObject(error) && Object.keys(error).length > 0) return 'failed'
  return isPending || valueAt(test, 'pending') === true ? 'skipped' : 'passed'
}

const classIn = (test: Json) =>
  wordsAt(test, 'err', 'name') ?? errorClassOf(wordsAt(test, 'err', 'stack') ?? '')

const messageOf = (test: Json) => wordsAt(test, 'err', 'message') ?? wordsAt(test, 'err', 'stack')
