// The life of a finding, and what a scan plans, for any sequence of what scans see.
import fc from 'fast-check'
import t from 'tap'
import {
  type FindingLife,
  type LivedFinding,
  whenDismissed,
  whenLapsed,
  whenSeen,
  whenUnseen
} from '#domain/dependencies/findings/findings.js'
import { namesIn, observe, type SeenVulnerability } from '#domain/dependencies/findings/observation.js'
import { type KnownFinding, planFindings } from '#domain/dependencies/findings/plan.js'
import { locatePackages, type ReadManifest } from '#domain/dependencies/findings/resolved-packages.js'
import { VULNERABILITY_SEVERITIES } from '#schemas/dependencies/enums.js'

const BASE: SeenVulnerability = {
  ecosystem: 'npm',
  packageName: 'left-pad',
  manifestPath: 'package-lock.json',
  manifestLine: null,
  advisoryId: 'GHSA-1',
  aliases: [],
  affectedRange: '< 2',
  installedVersion: '1.0.0',
  patchedVersion: '2.0.0',
  direct: true,
  dev: false,
  severity: 'high',
  scoreTenths: null,
  summary: null,
  publishedAt: null,
  fromAlert: false,
  fromRecords: true,
  alertNumber: null,
  dismissal: null
}
const dayAt = (day: number) => new Date(Date.UTC(2026, 0, 1 + day))

const seen = fc.record({
  severity: fc.constantFrom(...VULNERABILITY_SEVERITIES),
  fromAlert: fc.boolean(),
  fromRecords: fc.boolean(),
  isDismissed: fc.boolean()
})
const step = fc.record({
  what: fc.constantFrom('seen', 'unseen', 'dismiss', 'sweep'),
  seen,
  asked: fc.record({ alerts: fc.boolean(), database: fc.boolean() }),
  days: fc.option(fc.integer({ min: 1, max: 3 }))
})

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
type Moved = { life: FindingLife; severity: LivedFinding['severity'] } | undefined

function livedBySeen(known: LivedFinding | undefined, { asked, seen: what }: Step, at: Date): Moved {
  const sources = {
    fromAlert: what.fromAlert && asked.alerts,
    fromRecords: what.fromRecords && asked.database
  }
  if (!sources.fromAlert && !sources.fromRecords) return undefined
  const dismissal = what.isDismissed && sources.fromAlert ? { category: null, reason: null } : null
  const vulnerability = { ...BASE, ...sources, severity: what.severity, dismissal }
  return { life: whenSeen(known, vulnerability, { asked, at }).life, severity: what.severity }
}

function livedByPeople(known: LivedFinding, { days }: Step, at: Date): FindingLife | undefined {
  if (known.status === 'fixed') return undefined
  const until = days === null ? null : new Date(at.getTime() + days * 86_400_000)
  return whenDismissed(known, { by: 'mona', category: null, reason: null, until }, at)
}

function livedByClock(known: LivedFinding, at: Date): FindingLife | undefined {
  const { status, dismissedUntil } = known
  return status === 'dismissed' && dismissedUntil !== null && dismissedUntil <= at
    ? whenLapsed(known, at).life
    : undefined
}

function lived(known: LivedFinding | undefined, one: Step, at: Date): Moved {
  if (one.what === 'seen') return livedBySeen(known, one, at)
  if (!known) return undefined
  const lives = {
    unseen: () => whenUnseen(known, one.asked, at)?.life,
    dismiss: () => livedByPeople(known, one, at),
    sweep: () => livedByClock(known, at)
  }
  const life = lives[one.what]()
  return life && { life, severity: known.severity }
}

function isSound(
  known: LivedFinding | undefined,
  { life }: NonNullable<Moved>,
  { what, asked }: Step
): boolean {
  if (!isConsistent(life)) return false
  if (life.status !== 'fixed' || known?.status === 'fixed') return true
  const isAllAsked = (!known?.fromAlert || asked.alerts) && (!known?.fromRecords || asked.database)
  return what === 'sweep' || (what === 'unseen' && isAllAsked)
}

function isConsistent(life: FindingLife): boolean {
  return (
    (life.status === 'fixed') === (life.fixedAt !== null) &&
    (life.status === 'dismissed') === (life.dismissedAt !== null) &&
    (life.status === 'dismissed' || life.dismissedBy === null)
  )
}

t.test('whatever happens, a finding is fixed only when no source that told of it still does', async (t) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let known: LivedFinding | undefined
      for (const [day, one] of steps.entries()) {
        const next = lived(known, one, dayAt(day))
        if (next && !isSound(known, next, one)) return false
        if (next) known = { ...next.life, severity: next.severity }
      }
      return true
    })
  )
  t.pass()
})

t.test(
  'what a pull request is to fix stands until a scan no longer finds it, whatever became of that',
  async (t) => {
    const asked = { alerts: true, database: true }
    const opened = whenSeen(undefined, BASE, { asked, at: dayAt(0) }).life
    const proposed = {
      ...opened,
      status: 'pr_opened' as const,
      fixPrNumber: 7,
      fixPrUrl: 'https://example.com/7'
    }
    const again = whenSeen({ ...proposed, severity: 'high' }, BASE, { asked, at: dayAt(1) })
    t.match(again, { move: 'seen', life: { status: 'pr_opened', fixPrNumber: 7 } })
    t.equal(whenUnseen(proposed, { alerts: true, database: false }, dayAt(2)), undefined)
    const fixed = whenUnseen(proposed, asked, dayAt(2))
    t.match(fixed, { move: 'fixed', life: { status: 'fixed', fixedAt: dayAt(2), fixPrNumber: 7 } })
    const back = fixed && whenSeen({ ...fixed.life, severity: 'high' }, BASE, { asked, at: dayAt(3) })
    t.match(back, { move: 'reopened', life: { status: 'open', fixPrNumber: null, detectedAt: dayAt(3) } })
  }
)

t.test('a person is not overruled by what a source says as before', async (t) => {
  const opened = whenSeen(undefined, BASE, { asked: { alerts: true, database: true }, at: dayAt(0) }).life
  const dismissed = whenDismissed(
    opened,
    { by: 'mona', category: 'not_used', reason: null, until: null },
    dayAt(1)
  )
  const again = whenSeen({ ...dismissed, severity: 'high' }, BASE, {
    asked: { alerts: true, database: true },
    at: dayAt(900)
  })
  t.match(again, {
    move: 'seen',
    life: { status: 'dismissed', dismissedBy: 'mona', dismissedCategory: 'not_used' }
  })
})

const ALERT = {
  state: 'open',
  ecosystem: 'npm',
  packageName: 'left-pad',
  manifestPath: 'package-lock.json',
  isDev: false,
  isDirect: null,
  summary: null,
  severity: 'high',
  score: null,
  affectedRange: '',
  patchedVersion: null,
  publishedAt: null,
  dismissedReason: null,
  dismissedComment: null
}

const NAMES = ['GHSA-1', 'GHSA-2', 'CVE-1', 'PYSEC-1', 'OSV-1']
const named = fc
  .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
  .map(([advisoryId = '', ...aliases]) => ({
    advisoryId,
    aliases
  }))

t.test('a plan touches each known finding once, and no two of its results share a name', async (t) => {
  const life = whenSeen(undefined, BASE, { asked: { alerts: true, database: true }, at: dayAt(0) }).life
  fc.assert(
    fc.property(
      fc.uniqueArray(named, { selector: (one) => one.advisoryId, maxLength: 5 }),
      fc.array(named, { maxLength: 5 }),
      (before, now) => {
        const known: KnownFinding[] = before.map((names, id) => ({ ...life, ...BASE, ...names, id }))
        const alerts = now.map((names, number) => ({
          ...ALERT,
          number,
          ghsaId: names.advisoryId,
          cveId: names.aliases[0] ?? null
        }))
        const seenNow = observe([], new Map(), alerts)
        const all = seenNow.flatMap(namesIn)
        if (new Set(all).size !== all.length) return false
        const plan = planFindings(known, seenNow, { at: dayAt(1), alerts: true, knowsFile: () => true })
        const touched = [
          ...plan.changes.flatMap((one) => one.known ?? []),
          ...plan.superseded,
          ...plan.kept
        ].map(({ id }) => id)
        return new Set(touched).size === touched.length && touched.length === known.length
      }
    )
  )
  t.pass()
})

const manifestOf = (path: string, lockfile: boolean, names: readonly string[]): ReadManifest => ({
  path,
  ecosystem: 'npm',
  lockfile,
  includes: [],
  dependencies: names.map((name) => ({
    name,
    requirement: null,
    resolvedVersion: '1.0.0',
    source: name.startsWith('git') ? 'git+https://example.com/x' : null,
    direct: true,
    dev: false,
    line: 1
  }))
})

t.test('a manifest is not asked about what a lock file above it resolves', async (t) => {
  const { packages, foreign } = locatePackages([
    manifestOf('package-lock.json', true, ['a', 'b']),
    manifestOf('apps/web/package.json', false, ['a', 'c', 'git-x']),
    manifestOf('apps/api/package-lock.json', true, ['a'])
  ])
  t.same(
    packages.map(({ path, name }) => `${path} ${name}`),
    ['package-lock.json a', 'package-lock.json b', 'apps/web/package.json c', 'apps/api/package-lock.json a']
  )
  t.equal(foreign, 1)
})
