import fc from 'fast-check'
import t from 'tap'
import { DAY_MS } from '#domain/time/durations.js'
import { exportDay } from '#services/audit/export.js'
import { auditEntryAt, recordEntries } from './fixtures/audit-trail.js'
import { openVerifier, sealedAnew } from './fixtures/verifier.js'
import { EXPORT_KEY, KEY, startTestService } from './harness/app.js'

let now = new Date('2026-03-09T12:00:00.000Z')
const service = await startTestService({ work: false, deps: { now: () => now } })
const { check, keys, close } = await openVerifier()
t.teardown(async () => {
  await service.close()
  close()
})
const { deps, inject } = service

/** Three days, exported each after its end. */
const DAYS = ['2026-03-09', '2026-03-10', '2026-03-11'] as const
const files: string[] = []
/** Of the second day, made when half of its entries were there. */
let early = ''
for (const day of DAYS) {
  now = new Date(`${day}T12:00:00.000Z`)
  for (let n = 1; n <= 4; n += 1) {
    await recordEntries(
      deps,
      auditEntryAt(now, { prNumber: n, payload: { line: `a\nb\u2028c\0d`, n: 1e21, day } })
    )
    if (day === DAYS[1] && n === 2) early = await exported(day)
  }
  now = new Date(now.getTime() + DAY_MS)
  files.push(await exported(day))
}

async function exported(day: string): Promise<string> {
  await exportDay(deps, day, 'nightly')
  const headers = { authorization: `Bearer ${KEY}` }
  return (await inject({ url: `/api/audit/export/${day}`, headers })).body
}

const [first = '', second = '', third = ''] = files
const OTHER_KEY = 'another key of at least 32 characters'
const THIRD_KEY = 'a third key of at least 32 characters'
const lines = (text: string) => text.trimEnd().split('\n')
const joined = (parts: readonly string[]) => `${parts.join('\n')}\n`
const key = keys(EXPORT_KEY)
const PART = '--part'

t.test('exports as they were downloaded are valid, one by one and together, in any order', async (t) => {
  t.match(await check([second], PART, ...key), {
    code: 0,
    out: /4 entries, 5 to 8, all as written; .*\nvalid/
  })
  const together = await check([third, first, second], ...key, '--last-seq', '12')
  t.match(together, {
    code: 0,
    out: /1 to 4.*signature right\n.*5 to 8.*\n.*9 to 12.*signature right\nvalid\n$/
  })
})

t.test('without the key nothing shows who made the files, and that is not called valid', async (t) => {
  t.match(await check(files), { code: 3, out: /signature not checked\nNOT AUTHENTICATED/ })
})

t.test('days that are missing are found at the beginning, in between and at the end', async (t) => {
  t.match(await check([second, third], ...key), { code: 1, out: /gap: the trail begins at entry 5/ })
  t.match(await check([first, third], ...key), { code: 1, out: /gap: at entry 5/ })
  t.match(await check([first, second], ...key, '--last-seq', '12'), {
    code: 1,
    out: /gap: the trail ends at entry 8, not at 12/
  })
})

t.test('an export of a day that was not over yet does not pass for its last one', async (t) => {
  t.match(await check([first, early], ...key), { code: 1, out: /not_final: the export of 2026-03-10/ })
  t.match(await check([early, third], PART, ...key), { code: 1, out: /not_final: the export of 2026-03-10/ })
  t.match(await check([first, early], PART, ...key), {
    code: 0,
    out: /5 to 6.*made before the day was over\nvalid/
  })
})

t.test('whatever was done to a file is found, and called what it is', async (t) => {
  const [one = '', two = '', three = '', four = '', seal = ''] = lines(second)
  const cases: [string, string[], RegExp][] = [
    ['an edited field', [second.replace('"actor":"api"', '"actor":"eve"')], /entry_mismatch: at entry 5/],
    [
      'an edited payload',
      [joined([one, two.replace('"n":1e+21', '"n":2'), three, four, seal])],
      /payload_mismatch: at entry 6/
    ],
    ['a deleted entry', [joined([one, three, four, seal])], /gap: at entry 6/],
    ['a cut head', [joined([three, four, seal])], /gap: at entry 5/],
    ['a cut tail before the seal', [joined([one, two, seal])], /gap: at entry 7/],
    ['a cut tail with the seal', [joined([one, two])], /not_sealed/],
    ['an entry twice', [joined([one, two, two, three, four, seal])], /chain_broken: at entry 6/],
    ['entries in another order', [joined([two, one, three, four, seal])], /chain_broken|gap/],
    ['something else in between', [joined([one, 'hello', two, three, four, seal])], /not_an_entry: line 2/],
    ['something behind the seal', [`${second}{}\n`], /not_an_entry: line 6/],
    ['an edited seal', [second.replace(/"entry_count":4/, '"entry_count":5')], /seal_mismatch/],
    [
      'the file of another trail',
      [first, second.replaceAll(/"prev_hash":"\w{64}"/g, '"prev_hash":null')],
      /entry_mismatch/
    ],
    ['nothing at all', [''], /not_sealed/]
  ]
  for (const [name, texts, words] of cases) t.match(await check(texts, PART), { code: 1, out: words }, name)
})

t.test('a forged seal is found by whoever has the key, and a wrong key is said', async (t) => {
  const forged = second.replace('"date_covered":"2026-03-10"', '"date_covered":"2026-03-12"')
  t.match(await check([forged], PART), { code: 3 })
  t.match(await check([forged], PART, ...key), { code: 1, out: /signature_mismatch/ })
  t.match(await check([second], PART, ...keys(OTHER_KEY)), {
    code: 1,
    out: /unknown_key: the seal was signed with key \w{16}, not with \w{16}\nNOT VALID/
  })
  const unsigned = second.replace(/"signature":"\w+"/, '"signature":null')
  t.match(await check([unsigned], PART, ...key), { code: 1, out: /signature_mismatch/ })
})

/** Keys by a letter; a dash for none. */
const KEYS: Record<string, string> = { N: EXPORT_KEY, O: OTHER_KEY, F: THIRD_KEY }
/** The last day of the former key. */
const LAST_DAYS: Record<string, string> = { O: DAYS[0] }
const givenAs = (letter: string) =>
  [KEYS[letter], ...(LAST_DAYS[letter] ? [LAST_DAYS[letter]] : [])].join('@')

interface Signed {
  name: string
  /** Who signed each of the three days. */
  signers: string
  /** The keys of whoever checks. */
  given: string
  since?: string
  code: number
  out: RegExp
}

const SIGNED: Signed[] = [
  { name: 'a key that was rotated', signers: 'ONN', given: 'NO', code: 0, out: /\nvalid\n$/ },
  { name: 'keys in another order', signers: 'ONN', given: 'ON', code: 0, out: /\nvalid\n$/ },
  { name: 'a former key that is not given', signers: 'ONN', given: 'N', code: 1, out: /^0.*unknown_key/ },
  { name: 'a former key after its last day', signers: 'ONO', given: 'NO', code: 1, out: /^2.*expired_key/m },
  { name: 'signatures removed from all', signers: '---', given: 'N', code: 1, out: /^0.*not_signed/ },
  { name: 'all signed by a forger', signers: 'FFF', given: 'NO', code: 1, out: /^0.*unknown_key/ },
  { name: 'a signature removed in between', signers: 'N-N', given: 'N', code: 1, out: /^1.*not_signed/m },
  { name: 'a signature removed at the end', signers: 'NN-', given: 'N', code: 1, out: /^2.*not_signed/m },
  {
    name: 'days before the first key',
    signers: '--N',
    given: 'N',
    code: 0,
    out: /^0.*not signed\n.*\n.*\nvalid/
  },
  { name: 'a lost key', signers: 'ONN', given: 'N', since: DAYS[1], code: 0, out: /^0.*with another key\n/ },
  { name: 'a pause in signing', signers: 'N-N', given: 'N', since: DAYS[2], code: 0, out: /\nvalid\n$/ },
  {
    name: 'nothing signed yet',
    signers: '---',
    given: 'N',
    since: '2026-03-12',
    code: 3,
    out: /\(none of the keys/
  },
  {
    name: 'a lost key at the end',
    signers: 'NNO',
    given: 'N',
    since: '2026-03-12',
    code: 3,
    out: /\(none of the keys/
  },
  { name: 'no key at all', signers: 'NF-', given: '', code: 3, out: /NOT AUTHENTICATED \(no --key-file\)/ }
]

t.test('who signed which file decides what is said of them together', async (t) => {
  for (const { name, signers, given, since, code, out } of SIGNED) {
    const texts = files.map((text, at) => sealedAnew(text, KEYS[signers[at] ?? '']))
    const options = keys(...[...given].map(givenAs))
    if (since) options.push('--signed-since', since)
    t.match(await check(texts, ...options), { code, out }, name)
  }
})

t.test('a seal of a former key is named for each day after its last one, and for no other day', async (t) => {
  const day = fc.integer({ min: 0, max: 2 })
  const property = fc.asyncProperty(
    fc.array(fc.constantFrom('N', 'O'), { minLength: 3, maxLength: 3 }),
    day,
    async (signers, last) => {
      const texts = files.map((text, at) => sealedAnew(text, KEYS[signers[at] ?? '']))
      const { code, out } = await check(texts, ...keys(EXPORT_KEY, `${OTHER_KEY}@${DAYS[last]}`))
      const late = signers.flatMap((signer, at) => (signer === 'O' && at > last ? [`${at}.jsonl`] : []))
      const named = [...out.matchAll(/^(\d\.jsonl): expired_key/gm)].map(([, file]) => file)
      return code === (late.length > 0 ? 1 : 0) && named.join() === late.join()
    }
  )
  await fc.assert(property, { numRuns: 12 })
  t.pass()
})

t.test('two keys without a last day are refused, because either could be a former one', async (t) => {
  t.match(await check([first], PART, ...keys(EXPORT_KEY, OTHER_KEY)), { code: 2, out: /KEY@DAY/ })
  t.match(await check([first], PART, ...keys('k'.repeat(31))), { code: 2, out: /at least 32 characters/ })
  t.match(await check([first], PART, ...keys(`${EXPORT_KEY}@2026-02-30`)), { code: 2, out: /KEY@DAY/ })
})

t.test('without files it says how it is used, and a file that is not there is named', async (t) => {
  t.match(await check([]), { code: 2, out: /usage: verify-audit/ })
  t.match(await check([first], '--last-seq', 'twelve'), { code: 2, out: /usage: verify-audit/ })
  t.match(await check([first], '--signed-since', 'May'), { code: 2, out: /usage: verify-audit/ })
  t.match(await check([first], ...keys('short')), { code: 2, out: /a key of at least 32 characters/ })
  t.match(await check([], 'missing.jsonl'), { code: 2, out: /missing\.jsonl/ })
})

t.test('who asks for help is told how it is used, and nothing else', async (t) => {
  for (const option of ['--help', '-h'])
    t.match(await check([], option), { code: 0, out: /^usage: verify-audit/ })
})

t.test('a file that holds more than one key, such as secrets.json, does not pass for a key', async (t) => {
  const secrets = JSON.stringify({ apiKey: KEY, auditExportKey: EXPORT_KEY }, null, 2)
  t.match(await check([first], PART, ...keys(secrets)), { code: 2, out: /does not hold a key alone/ })
})
