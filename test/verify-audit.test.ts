import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import t from 'tap'
import { PACKAGE_FOLDER } from '#paths.js'
import { exportDay } from '#services/audit/export.js'
import { entryAt, record } from './fixtures/trail.js'
import { EXPORT_KEY, KEY, startTestService } from './harness/app.js'

let now = new Date('2026-03-09T12:00:00.000Z')
const service = await startTestService({ work: false, deps: { now: () => now } })
const folder = mkdtempSync(join(tmpdir(), 'verifier-'))
t.teardown(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
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
    await record(deps, entryAt(now, { prNumber: n, payload: { line: `a\nb\u2028c\0d`, n: 1e21, day } }))
    if (day === DAYS[1] && n === 2) early = await exported(day)
  }
  now = new Date(now.getTime() + 24 * 3_600_000)
  files.push(await exported(day))
}

async function exported(day: string): Promise<string> {
  await exportDay(deps, day, 'nightly')
  const headers = { authorization: `Bearer ${KEY}` }
  return (await inject({ url: `/api/audit/export/${day}`, headers })).body
}

// The program alone, in a folder of its own: nothing of the service is beside it.
const program = join(folder, 'verify-audit.mjs')
await build({
  entryPoints: [join(PACKAGE_FOLDER, 'src/verify-audit.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile: program
})
writeFileSync(join(folder, 'key'), `${EXPORT_KEY}\n`)
writeFileSync(join(folder, 'other-key'), 'another key of at least 32 characters')

let runs = 0
async function check(texts: readonly string[], ...options: string[]) {
  runs += 1
  const place = join(folder, String(runs))
  mkdirSync(place)
  const names = texts.map((text, at) => {
    writeFileSync(join(place, `${at}.jsonl`), text)
    return `${at}.jsonl`
  })
  return new Promise<{ code: number; out: string }>((resolve) => {
    execFile(
      process.execPath,
      [program, ...options, ...names],
      { cwd: place, env: {} },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr })
    )
  })
}

const [first = '', second = '', third = ''] = files
const lines = (text: string) => text.trimEnd().split('\n')
const joined = (parts: readonly string[]) => `${parts.join('\n')}\n`
const key = ['--key-file', '../key']
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
  t.match(await check([second], PART, '--key-file', '../other-key'), { code: 1, out: /signature_mismatch/ })
  const unsigned = second.replace(/"signature":"\w+"/, '"signature":null')
  t.match(await check([unsigned], PART, ...key), { code: 1, out: /signature_mismatch/ })
})

t.test('without files it says how it is used, and a file that is not there is named', async (t) => {
  t.match(await check([]), { code: 2, out: /usage: verify-audit/ })
  t.match(await check([first], '--last-seq', 'twelve'), { code: 2, out: /usage: verify-audit/ })
  t.match(await check([], 'missing.jsonl'), { code: 2, out: /missing\.jsonl/ })
})
