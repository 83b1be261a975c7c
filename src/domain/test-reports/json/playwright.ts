// The JSON of Playwright: suites within suites, and each test once for every project that it runs in.
import type { Json } from '#schemas/common.js'
import { isObject, valueAt } from '../../json/path.js'
import type { ReportedStatus } from '../report.js'
import type { FoundTest, TestTally } from '../tally.js'
import { amountAt, itemsAt, wordsAt } from '../values.js'
import type { ReportDocument } from './document.js'

const MOST_LEVELS = 50

export const PLAYWRIGHT: ReportDocument = {
  isKnown: (document) => Array.isArray(valueAt(document, 'suites')) && isObject(valueAt(document, 'config')),
  read(document, tally) {
    let level = itemsAt(document, 'suites').map((suite) => ({ suite, path: '' }))
    for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth += 1)
      level = level.flatMap(({ suite, path }) => {
        for (const spec of itemsAt(suite, 'specs')) readSpec(spec, path, tally)
        return itemsAt(suite, 'suites').map((inner) => ({
          suite: inner,
          path: tally.nameOf(joined(path, wordsAt(inner, 'title')))
        }))
      })
    if (level.length > 0)
      return {
        kind: 'unreadable',
        reason: `The suites are nested deeper than ${MOST_LEVELS} others`,
        isReport: true
      }
    if (itemsAt(document, 'errors').length > 0) tally.interrupt('The run failed outside of its tests')
    return tally.reading('playwright')
  }
}

/** Titles from the outermost to the innermost. */
const joined = (path: string, title: string | null) => [path, title].filter(Boolean).join(' > ')

function readSpec(spec: Json, path: string, tally: TestTally): void {
  const file = wordsAt(spec, 'file')
  const name = joined(path, wordsAt(spec, 'title'))
  for (const test of itemsAt(spec, 'tests')) {
    const project = wordsAt(test, 'projectName')
    const suite = [file, project && `[${project}]`].filter(Boolean).join(' ')
    tally.add({ suite, name, file, ...resultOf(test) })
  }
}

function resultOf(test: Json): Pick<FoundTest, 'status' | 'durationMs' | 'failure' | 'flaky'> {
  const results = itemsAt(test, 'results')
  const failed = results.find((result) => isObject(valueAt(result, 'error')))
  const outcome = wordsAt(test, 'status')
  return {
    status: statusOf(outcome),
    durationMs: results.reduce<number>((sum, result) => sum + (amountAt(result, 'duration') ?? 0), 0),
    failure: { message: wordsAt(failed, 'error', 'message') ?? wordsAt(failed, 'error', 'value') },
    flaky: outcome === 'flaky'
  }
}

function statusOf(outcome: string | null): ReportedStatus {
  if (outcome === 'expected' || outcome === 'flaky') return 'passed'
  return outcome === 'unexpected' ? 'failed' : 'skipped'
}
