// What people were told before is known again, and nothing new is taken for it.
import t from 'tap'
import { recogniseFindings } from '#domain/review/told.js'
import type { FindingOutcome, ReviewSeverity } from '#schemas/review/enums.js'
import { findingAt } from './model/samples.js'

const found = (severity: ReviewSeverity, title: string) => ({
  ...findingAt(severity, { title }),
  fingerprint: 'new',
  outcome: 'open' as const
})

const told = (severity: ReviewSeverity, outcome: FindingOutcome = 'open') => ({
  fingerprint: 'known',
  file: 'src/a.ts',
  rule: null,
  severity,
  outcome,
  title: 'User input is not validated in the search query'
})

const AGAIN = 'The search query: user input is not validated there'
const OTHER = 'User input is not validated in the shell command'

const fingerprintOf = (...[finding, known]: [ReturnType<typeof found>, ReturnType<typeof told>]) =>
  recogniseFindings([finding], [known])[0]?.fingerprint

t.test('a finding in other words is the same finding', async (t) => {
  t.equal(fingerprintOf(found('high', AGAIN), told('high')), 'known')
  t.equal(fingerprintOf(found('medium', AGAIN), told('high')), 'known')
})

t.test('what is graver than what was told is told anew', async (t) => {
  t.equal(fingerprintOf(found('critical', OTHER), told('high')), 'new')
})

t.test('what was decided is over: nothing new hides behind it', async (t) => {
  for (const outcome of ['mended', 'refused', 'ignored', 'helped'] as const)
    t.equal(fingerprintOf(found('high', AGAIN), told('high', outcome)), 'new')
})
