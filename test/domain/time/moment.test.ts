import t from 'tap'
import { parseMoment } from '#domain/time/moment.js'

const at = (text: string, edge: 'start' | 'end' = 'start') => parseMoment('since', text, edge).toISOString()

t.test('a bare date is the first or the last moment of that day in UTC', async (t) => {
  t.equal(at('2026-01-31'), '2026-01-31T00:00:00.000Z')
  t.equal(at('2026-01-31', 'end'), '2026-01-31T23:59:59.999Z')
})

t.test('a date-time means what its zone says, whichever edge is asked for', async (t) => {
  t.equal(at('2026-01-31T09:30:00Z'), '2026-01-31T09:30:00.000Z')
  t.equal(at('2026-01-31T09:30Z', 'end'), '2026-01-31T09:30:00.000Z')
  t.equal(at('2026-01-31T00:30:00.123456789+02:00'), '2026-01-30T22:30:00.123Z')
})

t.test('the 29th of February exists in leap years alone', async (t) => {
  t.equal(at('2028-02-29'), '2028-02-29T00:00:00.000Z')
  t.throws(() => at('2026-02-29'))
})

t.test('whatever else is written is refused by its name, with an example of what is expected', async (t) => {
  const wrong = [
    '',
    'yesterday',
    '2026',
    '2026-1-1',
    '2026-02-31',
    '2026-02-31T00:00:00Z',
    '2026-13-01',
    '2026-01-31T25:00:00Z',
    '2026-01-31T09:30:00',
    '2026-01-31 09:30:00Z',
    '2026-01-31T09:30:00+99:99',
    '1767225600',
    '-000001-01-01',
    '2026-01-31\n',
    '0000-01-01',
    '0000-06-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-12:00'
  ]
  for (const text of wrong)
    t.throws(
      () => at(text),
      { status: 400, code: 'invalid_time', message: /^since: .*2026-01-31T09:30:00Z/ },
      JSON.stringify(text)
    )
})
