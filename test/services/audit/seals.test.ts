import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import t from 'tap'
import type { ExportSettings } from '#deps.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { generateReport } from '#services/audit/compliance.js'
import { exportDay } from '#services/audit/export.js'
import { auditEntryAt, loadTrail, recordEntries } from '#test/fixtures/audit-trail.js'
import { tampered, writtenAnew } from '#test/fixtures/tampering.js'
import { sealedAnew } from '#test/fixtures/verifier.js'
import { EXPORT_KEY, KEY, startTestService } from '#test/harness/app.js'

const FORMER_KEY = 'a former key of at least 32 characters'
const NEW_KEY = 'a new key of at least 32 characters'
const FORGERS_KEY = 'the key of a forger, also long enough'
const SETTINGS: Omit<ExportSettings, 'directory'> = {
  key: EXPORT_KEY,
  formerKeys: [],
  signedSince: undefined
}
const exports = { directory: mkdtempSync(join(tmpdir(), 'exports-')), ...SETTINGS }

let now = new Date('2026-03-09T12:00:00.000Z')
const service = await startTestService({ work: false, deps: { now: () => now, exports } })
t.teardown(async () => {
  await service.close()
  rmSync(exports.directory, { recursive: true })
})
service.test.leaveWrongSums('the trail is forged')
const { client, deps } = service

/** Three days of four entries, each exported after its end; and four entries of today. */
const DAYS = ['2026-03-09', '2026-03-10', '2026-03-11'] as const
const pathOf = (day: string) => join(exports.directory, 'exports', `audit-${day}.jsonl`)
for (const day of [...DAYS, '2026-03-12']) {
  now = new Date(`${day}T12:00:00.000Z`)
  for (let n = 1; n <= 4; n += 1) await recordEntries(deps, auditEntryAt(now, { prNumber: n }))
  now = new Date(now.getTime() + 13 * HOUR_MS)
  if (day !== '2026-03-12') await exportDay(deps, day, 'nightly')
}
now = new Date('2026-03-12T18:00:00.000Z')
const trail = await loadTrail(deps)
const texts = DAYS.map((day) => readFileSync(pathOf(day), 'utf8'))

/** What became of the seal of a day, in one of its two places. */
type Fate = 'kept' | 'unsigned' | 'forged' | 'former' | 'garbled' | 'cut' | 'removed'
interface Fates {
  row: Fate
  file: Fate
}
const both = (fate: Fate): Fates => ({ row: fate, file: fate })

const SIGNERS: Partial<Record<Fate, string>> = { forged: FORGERS_KEY, former: FORMER_KEY }

/** The text of an export after that, undefined where it is gone. */
function suffered(text: string, fate: Fate): string | undefined {
  if (fate === 'kept') return text
  if (fate === 'removed') return undefined
  if (fate === 'garbled') return text.replace(/"signature":"\w{8}/, '"signature":"00000000')
  if (fate === 'cut') return text.trimEnd().split('\n').slice(0, -1).join('\n')
  return sealedAnew(text, SIGNERS[fate])
}

const lastLineOf = (text: string) => text.trimEnd().split('\n').at(-1) ?? ''

/** The hashes of a trail that was written anew, in place of the true ones. */
function withHashes(text: string, hashes: ReadonlyMap<number, string>): string {
  const anew = new Map([...hashes].map(([seq, hash]) => [trail[seq - 1]?.entry_hash, hash]))
  return text.replace(/[0-9a-f]{64}/g, (hash) => anew.get(hash) ?? hash)
}

interface Attack {
  fates: readonly Fates[]
  settings?: Partial<typeof SETTINGS>
  /** From which entry on the trail was written anew. */
  forgedFrom?: number
  query?: { from?: number }
}

const verify = async (query: { from?: number } = {}) => {
  const { data } = await client.GET('/api/audit/verify', { params: { query } })
  if (!data) throw new Error('no verdict')
  return data
}

/** What the service answers after that, and to the wish to export what there is of today. */
async function answerAfter<More>(
  { fates, settings = {}, forgedFrom, query }: Attack,
  lookFurther: () => Promise<More | undefined> = async () => undefined
) {
  const { changes, hashes } =
    forgedFrom === undefined ? { changes: [], hashes: new Map() } : writtenAnew(trail, forgedFrom)
  const after = (at: number, place: keyof Fates) => {
    const [text = '', fate = 'kept'] = [texts[at], fates[at]?.[place]]
    return fate === 'kept' ? text : suffered(withHashes(text, hashes), fate)
  }
  DAYS.forEach((day, at) => {
    putFile(day, after(at, 'file'))
  })
  Object.assign(exports, settings)
  const rows = DAYS.map((day, at) => rowChange(day, after(at, 'row')))
  try {
    return await tampered(deps, [...changes, ...rows], async () => {
      const verdict = await verify(query)
      const { response, error } = await client.POST('/api/audit/export', { body: {} })
      return { verdict, exported: response.status, error, further: await lookFurther() }
    })
  } finally {
    Object.assign(exports, SETTINGS)
    DAYS.forEach((day, at) => {
      putFile(day, texts[at])
    })
    putFile('2026-03-12', undefined)
  }
}

function putFile(day: string, text: string | undefined): void {
  if (text === undefined) rmSync(pathOf(day), { force: true })
  else writeFileSync(pathOf(day), text)
}

function rowChange(day: string, text: string | undefined): SQL {
  if (text === undefined) return sql`delete from audit_exports where date_covered = ${day}::date`
  const seal = lastLineOf(text)
  const head = /"head_hash":"(\w+)"/.exec(seal)?.[1] ?? null
  return sql`update audit_exports set seal = ${`${seal}\n`}, head_hash = coalesce(${head}, head_hash)
    where date_covered = ${day}::date`
}

const finding = (day: number, kept_in: 'database' | 'file', reason: string) => ({
  date_covered: DAYS[day],
  kept_in,
  reason,
  last_seq: 4 * (day + 1)
})

interface Case {
  name: string
  fates: [Fates, Fates, Fates]
  settings?: Partial<typeof SETTINGS>
  reason?: string
  found?: object[]
  authenticatedTo: number | null
}
const kept = both('kept')

const CASES: Case[] = [
  { name: 'nothing happened', fates: [kept, kept, kept], authenticatedTo: 12 },
  {
    name: 'a key was rotated and the former one is configured',
    fates: [both('former'), both('former'), kept],
    settings: { formerKeys: [{ key: FORMER_KEY, lastDay: DAYS[1] }] },
    authenticatedTo: 12
  },
  {
    name: 'only the former key has signed so far',
    fates: [kept, kept, kept],
    settings: { key: FORMER_KEY, formerKeys: [{ key: EXPORT_KEY, lastDay: DAYS[2] }] },
    authenticatedTo: 12
  },
  {
    name: 'a former key signed after its last day',
    fates: [both('former'), { row: 'kept', file: 'former' }, kept],
    settings: { formerKeys: [{ key: FORMER_KEY, lastDay: DAYS[0] }] },
    reason: 'expired_key',
    found: [finding(1, 'file', 'expired_key')],
    authenticatedTo: 12
  },
  {
    name: 'a former key signed after its last day, and signing was to begin later',
    fates: [both('former'), both('former'), kept],
    settings: { formerKeys: [{ key: FORMER_KEY, lastDay: DAYS[0] }], signedSince: DAYS[2] },
    reason: 'expired_key',
    found: [finding(1, 'database', 'expired_key'), finding(1, 'file', 'expired_key')],
    authenticatedTo: 12
  },
  {
    name: 'a key was rotated and the former one is not configured',
    fates: [both('former'), kept, kept],
    reason: 'unknown_key',
    found: [finding(0, 'database', 'unknown_key'), finding(0, 'file', 'unknown_key')],
    authenticatedTo: 12
  },
  {
    name: 'a former key is lost and the settings say since when all is signed',
    fates: [both('former'), kept, kept],
    settings: { signedSince: DAYS[1] },
    authenticatedTo: 12
  },
  {
    name: 'signing began on the last day',
    fates: [both('unsigned'), both('unsigned'), kept],
    authenticatedTo: 12
  },
  {
    name: 'the signature of a later day was removed',
    fates: [kept, both('unsigned'), kept],
    reason: 'not_signed',
    found: [finding(1, 'database', 'not_signed'), finding(1, 'file', 'not_signed')],
    authenticatedTo: 12
  },
  {
    name: 'the signature of the first day was removed from its file alone',
    fates: [{ row: 'kept', file: 'unsigned' }, kept, kept],
    reason: 'not_signed',
    found: [finding(0, 'file', 'not_signed')],
    authenticatedTo: 12
  },
  {
    name: 'all signatures were removed',
    fates: [both('unsigned'), both('unsigned'), both('unsigned')],
    reason: 'not_signed',
    authenticatedTo: null
  },
  {
    name: 'all signatures were removed of days since which all is signed',
    fates: [both('unsigned'), both('unsigned'), both('unsigned')],
    settings: { signedSince: DAYS[2] },
    reason: 'not_signed',
    found: [finding(2, 'database', 'not_signed'), finding(2, 'file', 'not_signed')],
    authenticatedTo: null
  },
  {
    name: 'signing has not begun by the settings',
    fates: [both('unsigned'), both('unsigned'), both('unsigned')],
    settings: { signedSince: '2026-03-12' },
    authenticatedTo: null
  },
  {
    name: 'all seals were replaced by those of another key',
    fates: [both('forged'), both('forged'), both('forged')],
    reason: 'unknown_key',
    authenticatedTo: null
  },
  {
    name: 'a signature is wrong, also before the day since which all is signed',
    fates: [both('garbled'), kept, kept],
    settings: { signedSince: DAYS[2] },
    reason: 'signature_mismatch',
    authenticatedTo: 12
  },
  {
    name: 'a seal was cut off its file',
    fates: [kept, kept, { row: 'kept', file: 'cut' }],
    reason: 'not_sealed',
    authenticatedTo: 12
  },
  {
    name: 'rows are gone and their files are there',
    fates: [kept, kept, { row: 'removed', file: 'kept' }],
    authenticatedTo: 12
  },
  {
    name: 'no key is configured',
    fates: [kept, both('forged'), both('unsigned')],
    settings: { key: undefined },
    authenticatedTo: null
  }
]

for (const { name, fates, settings = {}, reason, found, authenticatedTo } of CASES) {
  const says = reason === undefined ? 'valid, and today can be exported' : `not valid: ${reason}`
  t.test(`where ${name}, the trail is ${says}`, async (t) => {
    const { verdict, exported, error } = await answerAfter({ fates, settings })
    t.match(verdict, { valid: reason === undefined, authenticated_to: authenticatedTo })
    t.equal(verdict.reason, reason)
    const findings = verdict.unverified_seals.map(({ key_id: _, ...rest }) => rest)
    if (reason === undefined || found) t.same(findings, found ?? [])
    t.equal(exported, reason === undefined ? 200 : 409)
    if (reason) t.match(error, { code: 'audit_broken', message: new RegExp(reason) })
  })
}

t.test(
  'a seal names the key that signed it by an id, and a part of the trail is judged by all seals',
  async (t) => {
    const { verdict } = await answerAfter({ fates: [both('forged'), kept, kept], query: { from: 9 } })
    t.match(verdict, {
      valid: false,
      broken_at: 4,
      reason: 'unknown_key',
      first_seq: 9,
      authenticated_to: 12
    })
    t.match(verdict.unverified_seals[0]?.key_id, /^[0-9a-f]{16}$/)
    t.notMatch(JSON.stringify(verdict), FORGERS_KEY)
  }
)

const download = (day: string) =>
  service.inject({ url: `/api/audit/export/${day}`, headers: { authorization: `Bearer ${KEY}` } })

t.test('after a rotation the new key alone signs, and both verify', async (t) => {
  const settings = { key: NEW_KEY, formerKeys: [{ key: EXPORT_KEY, lastDay: DAYS[2] }] }
  const { further } = await answerAfter({ fates: [kept, kept, kept], settings }, async () => ({
    verdict: await verify(),
    text: (await download('2026-03-12')).body
  }))
  t.match(further?.verdict, { valid: true, authenticated_to: 16 })
  t.equal(further?.text, sealedAnew(further?.text ?? '', NEW_KEY))
})

t.test('a modified export file is restored when its export is downloaded', async (t) => {
  const fates = [{ row: 'kept', file: 'forged' }, kept, kept] as const
  const { verdict, further } = await answerAfter({ fates }, async () => {
    await download(DAYS[0])
    return verify()
  })
  t.match(verdict, { valid: false, reason: 'unknown_key' })
  t.match(further, { valid: true, authenticated_to: 12 })
})

for (const [what, make] of [
  ['a folder', (path: string) => mkdirSync(path)],
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])]
] as const)
  t.test(`${what} with the name of an export is an export without a seal`, async (t) => {
    t.teardown(() => rmSync(pathOf('2026-03-08'), { recursive: true }))
    make(pathOf('2026-03-08'))
    t.match(await verify(), {
      valid: false,
      reason: 'not_sealed',
      unverified_seals: [{ date_covered: '2026-03-08', kept_in: 'file' }],
      authenticated_to: 12
    })
  })

t.test('a pipe in the place of an export is replaced when that export is downloaded', async (t) => {
  rmSync(pathOf(DAYS[0]))
  execFileSync('mkfifo', [pathOf(DAYS[0])])
  t.equal((await download(DAYS[0])).body, texts[0])
  t.match(await verify(), { valid: true, authenticated_to: 12 })
})

t.test('a report is not intact if a seal cannot be verified', async (t) => {
  const isIntact = async () => {
    const { data } = await client.POST('/api/audit/reports', { body: { from: DAYS[0], to: DAYS[2] } })
    const id = data?.id ?? 0
    await generateReport(deps, id)
    const report = await client.GET('/api/audit/reports/{id}', { params: { path: { id } } })
    return report.data?.summary?.chain_intact
  }
  const unsigned = both('unsigned')
  t.equal((await answerAfter({ fates: [kept, kept, kept] }, isIntact)).further, true)
  t.equal((await answerAfter({ fates: [unsigned, unsigned, unsigned] }, isIntact)).further, false)
})

const FATES: readonly Fate[] = ['kept', 'unsigned', 'forged', 'garbled', 'cut', 'removed']
const threeFates = (fates: readonly Fate[]) => {
  const fate = fc.constantFrom(...fates)
  return fc.tuple(...DAYS.map(() => fc.record({ row: fate, file: fate })))
}

/** Whether the answer shows that the trail was written anew. */
async function isTold(attack: Attack & { forgedFrom: number }): Promise<boolean> {
  const { fates, forgedFrom } = attack
  const { verdict, exported } = await answerAfter(attack)
  const isAuthenticated = (verdict.authenticated_to ?? 0) >= forgedFrom
  // Only exports that were stored elsewhere tell of seals that are gone from both places.
  const sealed = fates.slice(Math.floor((forgedFrom - 1) / 4)).flatMap(({ row, file }) => [row, file])
  const isGone = sealed.every((one) => one === 'removed')
  return !isAuthenticated && (isGone || (!verdict.valid && exported === 409))
}

t.test(
  'without the key, nobody can rewrite an entry so that it is authenticated or matches a remaining seal',
  async (t) => {
    const property = fc.asyncProperty(
      threeFates(FATES),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(undefined, DAYS[0]),
      (fates, forgedFrom, signedSince) => isTold({ fates, forgedFrom, settings: { signedSince } })
    )
    await fc.assert(property, { numRuns: 60, examples: [[[kept, kept, both('removed')], 5, undefined]] })
    t.pass()
  }
)

t.test('whoever has a former key cannot rewrite an entry of a day after its last one either', async (t) => {
  const property = fc.asyncProperty(
    threeFates([...FATES, 'former', 'former']),
    fc.integer({ min: 5, max: 12 }),
    fc.constantFrom(undefined, DAYS[0]),
    (fates, forgedFrom, signedSince) =>
      isTold({
        fates,
        forgedFrom,
        settings: { signedSince, formerKeys: [{ key: FORMER_KEY, lastDay: DAYS[0] }] }
      })
  )
  const allForged = { row: 'former', file: 'former' } as const
  const examples: [Fates[], number, undefined][] = [[[kept, allForged, allForged], 5, undefined]]
  await fc.assert(property, { numRuns: 30, examples })
  t.pass()
})
