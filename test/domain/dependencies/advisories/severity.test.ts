import fc from 'fast-check'
import t from 'tap'
import { scoreVector, severityOf } from '#domain/dependencies/advisories/severity.js'

/** As the examples of the specifications and the national database give them. */
const PUBLISHED: readonly (readonly [string, number, string])[] = [
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10, 'critical'],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8, 'critical'],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', 7.5, 'high'],
  ['CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1, 'low'],
  ['CVSS:3.0/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4, 'medium'],
  ['CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1, 'medium'],
  ['CVSS:3.1/AV:P/AC:H/PR:H/UI:R/S:U/C:N/I:N/A:N', 0, 'none'],
  ['CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 7.3, 'high'],
  ['CVSS:4.0/AV:N/AC:H/AT:P/PR:N/UI:P/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 7.7, 'high'],
  ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N/E:A', 8.7, 'high'],
  ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H/E:A', 10, 'critical'],
  ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N', 0, 'none']
]

t.test('a vector has the score and the word that its specification gives it', async (t) => {
  for (const [vector, score, severity] of PUBLISHED) t.same(scoreVector(vector), { score, severity }, vector)
})

t.test('a word begins where the specification says', async (t) => {
  const words = [0, 0.1, 3.9, 4, 6.9, 7, 8.9, 9, 10].map(severityOf)
  t.same(words, ['none', 'low', 'low', 'medium', 'medium', 'high', 'high', 'critical', 'critical'])
})

t.test('what is no whole vector has no score', async (t) => {
  for (const vector of [
    '',
    'AV:N/AC:L/Au:N/C:N/I:N/A:C',
    'CVSS:2.0/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:X',
    'CVSS:3.1/AV:N/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H/ZZ:H',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H/constructor:H',
    'CVSS:3.1/AV:N:X/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
    'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H',
    'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:S/SA:H',
    'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H/MXX:H',
    `CVSS:3.1/${'AV:N/'.repeat(1_000)}`
  ])
    t.equal(scoreVector(vector), null, vector.slice(0, 80))
})

t.test('what is said of time and place is known by both versions', async (t) => {
  const three = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'
  t.equal(scoreVector(`${three}/E:P/RL:O/RC:C/MAV:X`)?.score, 9.8, 'the base score')
  const four = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N'
  t.equal(scoreVector(`${four}/E:X/CR:X/MSI:X/S:P/AU:Y/R:I/V:C/RE:M/U:Amber`)?.score, 9.3)
  t.equal(scoreVector(`${four}/MSI:S`)?.score, 10)
  t.equal(scoreVector(`${four}/E:U`)?.score, 8.1)
})

const LADDERS = { AV: 'NALP', AC: 'LH', AT: 'NP', PR: 'NLH', UI: 'NPA', VC: 'HLN', VI: 'HLN', VA: 'HLN' }
const vectors = fc.record({
  values: fc.tuple(...Object.values(LADDERS).map((values) => fc.constantFrom(...values))),
  at: fc.nat(Object.keys(LADDERS).length - 1)
})
const REST = '/SC:N/SI:N/SA:N'
const vectorOf = (values: readonly string[]) =>
  `CVSS:4.0/${Object.keys(LADDERS)
    .map((name, at) => `${name}:${values[at]}`)
    .join('/')}${REST}`

t.test('no vector scores more when one of its metrics gets better', async (t) => {
  fc.assert(
    fc.property(vectors, ({ values, at }) => {
      const ladder = Object.values(LADDERS)[at] ?? ''
      const better = ladder.charAt(ladder.indexOf(values[at] ?? '') + 1)
      if (better === '') return true
      const score = scoreVector(vectorOf(values))?.score ?? Number.NaN
      return (scoreVector(vectorOf(values.with(at, better)))?.score ?? Number.NaN) <= score
    }),
    { numRuns: 2_000 }
  )
  t.pass()
})
