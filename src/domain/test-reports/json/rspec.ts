// The JSON of RSpec.
import type { Json } from '#schemas/common.js'
import { valueAt } from '../../json/path.js'
import type { ReportedStatus } from '../report.js'
import type { FoundTest } from '../tally.js'
import { amountAt, itemsAt, millisecondsAt, wordsAt } from '../values.js'
import type { ReportDocument } from './document.js'

/** Any other status is pending. */
const STATUSES = new Map(Object.entries<ReportedStatus>({ passed: 'passed', failed: 'failed' }))

export const RSPEC: ReportDocument = {
  isKnown: (document) => Array.isArray(valueAt(document, 'examples')),
  read(document, tally) {
    for (const example of itemsAt(document, 'examples')) tally.add(foundTest(example))
    if ((amountAt(document, 'summary', 'errors_outside_of_examples_count') ?? 0) > 0)
      tally.interrupt('The run failed outside of its examples')
    return tally.reading('rspec')
  }
}

function foundTest(example: Json): FoundTest {
  const status = wordsAt(example, 'status') ?? ''
  const file = wordsAt(example, 'file_path')
  return {
    suite: file ?? '',
    name: wordsAt(example, 'full_description') ?? wordsAt(example, 'description') ?? '',
    status: STATUSES.get(status) ?? 'skipped',
    durationMs: millisecondsAt(example, 'run_time'),
    failure: {
      errorClass: wordsAt(example, 'exception', 'class'),
      message: wordsAt(example, 'exception', 'message')
    },
    file
  }
}
