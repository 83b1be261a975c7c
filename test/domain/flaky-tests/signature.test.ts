import { ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { normaliseFailure, signatureHash } from '#domain/flaky-tests/signature.js'

const normalised = (message: string, errorClass: string | null = null) =>
  normaliseFailure({ errorClass, message })

const ALIKE: readonly [string, string][] = [
  ['timed out after 5000ms', 'timed out after 12034ms'],
  ['no answer from 10.0.0.1:5432', 'no answer from 192.168.12.7:80'],
  ['at 2026-03-01T10:22:13.001Z it stopped', 'at 2026-11-12T03:02:59Z it stopped'],
  ['cannot read /tmp/a8f/x.json', 'cannot read /home/runner/work/x.json'],
  ['cannot read C:\\temp\\x', 'cannot read D:\\a\\b\\c'],
  ['GET http://127.0.0.1:3000/a failed', 'GET http://localhost:41833/b failed'],
  ['pointer 0x7ffe12ab is bad', 'pointer 0xdeadbeef01 is bad'],
  ['user 3f2b9c1e-face-4a1b-beef-00aa11bb22cc is gone', 'user 99999999-1234-dead-0000-abcdefabcdef is gone'],
  ['expected 3 to equal 4', 'expected 17 to equal -2'],
  ['lock a1b2c3d4 is held', 'lock 99887766 is held'],
  ['\u001b[31mred\u001b[0m text', 'red text'],
  ['first\n    at f (x.js:1:2)\n  at g', 'first\n\n   at h (y.js:10:2)']
]

for (const [left, right] of ALIKE)
  t.test(`failures of one cause are alike: ${JSON.stringify(left)}`, async (t) => {
    t.equal(normalised(left), normalised(right))
    t.equal(
      signatureHash({ errorClass: 'E', message: left }),
      signatureHash({ errorClass: 'E', message: right })
    )
  })

t.test('failures of different causes differ', async (t) => {
  const texts = [
    normalised('expected true to equal false'),
    normalised('expected null to equal false'),
    normalised('timed out after 5 ms'),
    normalised('timed out after 5 ms', 'TimeoutError'),
    normalised('[ERROR] no such table: users'),
    normalised('[ERROR] no such table: orders')
  ]
  t.equal(new Set(texts).size, texts.length)
})

t.test('a failure that says nothing has no signature', async (t) => {
  t.equal(signatureHash({ errorClass: null, message: null }), null)
  t.equal(signatureHash({ errorClass: ' ', message: '\n\t\u0000' }), null)
})

t.test('any text is normalised to a short one that can be stored', async (t) => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\ud800', '\u0000', '/', '#', '\u001b[', '0x', '-face-')
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 40 }), fc.integer({ min: 1, max: 500 }), (parts, count) => {
      const text = normalised(parts.join('').repeat(count).slice(0, 10_000), parts.join(''))
      ok(text.length <= 300 && !/[\p{Cc}\p{Surrogate}]/u.test(text))
    })
  )
  t.pass('for any text')
})
