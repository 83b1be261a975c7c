import fc from 'fast-check'
import t from 'tap'
import { recommendSettings } from '#domain/config-lab/advice.js'
import type { AdviceFacts } from '#domain/config-lab/advice-input.js'
import { checkLayer } from '#domain/configuration/findings.js'
import { mergeLayers } from '#domain/configuration/layers/layers.js'
import { resolveConfig } from '#domain/configuration/resolve.js'
import type { JsonObject } from '#schemas/common.js'
import { ADVICE_IDS, type AdviceId } from '#schemas/config-lab/advice.js'
import { documents } from '../configuration/fixtures/documents.js'

const configOf = (repo: JsonObject) => resolveConfig({ org: {}, repo, db: {}, isReadable: true }).config
const NOTHING: AdviceFacts = { defaultBranch: null, shadows: [], idleGates: [], waivers: [], dryRuns: {} }

function advice(repo: JsonObject, facts: Partial<AdviceFacts> | null = null) {
  const { recommendations } = recommendSettings({
    config: configOf(repo),
    facts: facts && { ...NOTHING, ...facts }
  })
  return recommendations
}

const ids = (...asked: Parameters<typeof advice>) => advice(...asked).map(({ id }) => id)

const facts: fc.Arbitrary<AdviceFacts | null> = fc.option(
  fc.record({
    defaultBranch: fc.option(fc.constantFrom('main', 'trunk')),
    shadows: fc.constantFrom([], [{ path: '/pillars/a~1b', asked: 1, holds: 'x', layer: 'safety' as const }]),
    idleGates: fc.array(fc.string(), { maxLength: 2 }),
    waivers: fc.constantFrom([], [{ id: 1, scope: 'branch' as const, scopeValue: 'ma*', expiresAt: null }]),
    dryRuns: fc.dictionary(fc.constantFrom('issue_fix', 'spam_gate', 'triage'), fc.nat())
  })
)

t.test('no valid file, and nothing that is known beside it, is too much for the rules', async (t) => {
  let told = 0
  const property = fc.property(documents, facts, (repo, known) => {
    t.same(checkLayer(repo, { mayLock: false }).errors, [])
    const { summary, recommendations } = recommendSettings({ config: configOf(repo), facts: known })
    told += recommendations.length
    return summary.critical + summary.warning + summary.info === recommendations.length
  })
  fc.assert(property, { numRuns: 300 })
  t.ok(told > 300)
})

t.test('what is suggested is valid, and settles what it is suggested for', async (t) => {
  const property = fc.property(documents, (repo) =>
    advice(repo).every(({ id, path, suggested_change: change }) => {
      if (change === null) return true
      const changed = mergeLayers(repo, change)
      const left = advice(changed).filter((one) => one.id === id && one.path === path)
      return left.length === 0 && checkLayer(changed, { mayLock: false }).errors.length === 0
    })
  )
  fc.assert(property, { numRuns: 300 })
  t.pass('in 300 files')
})

t.test('the gravest come first', async (t) => {
  const found = advice({ pillars: { issue_fix: { enabled: true, daily_limit: 9 } } })
  t.same(
    found.map(({ id, severity }) => [id, severity]),
    [
      ['dry_run_first', 'critical'],
      ['patches_protected_branches', 'warning'],
      ['limit_raised', 'info']
    ]
  )
})

const idle = { pillars: { ci_healing: { auto_patch: false } } }
const withIdle = (more: JsonObject): JsonObject => mergeLayers(idle, more)
const approving = { custom_rules: { yes: { if: 'true', run: [{ action: 'approve' }] } } }
const shadow = { path: '/settings/dry_run', asked: false, holds: true, layer: 'org' as const }

/** Each rule with a file and facts of which it alone has something to say, and what its evidence is. */
const CASES: Readonly<Record<AdviceId, [JsonObject, Partial<AdviceFacts> | null, JsonObject]>> = {
  dry_run_first: [
    withIdle({ pillars: { spam_gate: { enabled: true } } }),
    { dryRuns: { triage: 3 } },
    { dry_run: false, dry_run_decisions: 0, days: 30 }
  ],
  merge_without_checks: [
    withIdle({ pillars: { merge_queue: { enabled: true } } }),
    null,
    { enabled: true, required_checks: [] }
  ],
  protection_dropped: [
    withIdle({ pillars: { ci_healing: { blocked_file_patterns: ['**/.env*', '*.key', 'secrets/**'] } } }),
    null,
    { missing: ['*.pem'] }
  ],
  patches_protected_branches: [
    { pillars: { ci_healing: { triggers: { branches: ['tr*', 'fix/**'] } } } },
    { defaultBranch: 'trunk' },
    { branches: ['tr*', 'fix/**'], reached: ['trunk'] }
  ],
  confidence_lowered: [
    withIdle({ pillars: { ci_healing: { min_confidence_to_patch: 'low' } } }),
    null,
    { value: 'low', default: 'medium' }
  ],
  closes_early: [
    withIdle({ pillars: { maintainer: { stale: { prs: { warn_days: 10, close_days: 5 } } } } }),
    null,
    { warn_days: 10, close_days: 5, default_warn_days: 30 }
  ],
  approval_mismatch: [withIdle(approving), null, { rules: ['yes'], allow_auto_approve: false }],
  no_effect: [idle, { shadows: [shadow] }, { asked: false, holds: true, layer: 'org' }],
  limit_raised: [
    withIdle({ pillars: { ci_healing: { max_fix_attempts: 4 } } }),
    null,
    { value: 4, default: 3 }
  ],
  gate_never_evaluated: [idle, { idleGates: ['calm'] }, { gates: ['calm'] }],
  dry_run_without_end: [
    withIdle({ settings: { dry_run: true } }),
    { dryRuns: { triage: 3 } },
    { dry_run_decisions: { triage: 3 } }
  ]
}

t.test('each rule says what it found, and from what', async (t) => {
  t.same(ids(idle, NOTHING), [])
  for (const id of ADVICE_IDS) {
    const [repo, known, evidence] = CASES[id]
    t.match(advice(repo, known), [{ id, evidence }], id)
    t.equal(advice(repo, known).length, 1, id)
  }
})

t.test('what has been tried, is waived or is switched off needs no advice', async (t) => {
  t.same(ids(withIdle({ pillars: { issue_fix: { enabled: true } } }), { dryRuns: { issue_fix: 1 } }), [])
  const waiver = { id: 1, scope: 'repo' as const, scopeValue: null, expiresAt: null }
  t.same(ids({}, { waivers: [waiver] }), [])
  t.same(ids({ pillars: { ci_healing: { enabled: false, max_fix_attempts: 9 } } }), [])
  t.same(ids(withIdle({ settings: { dry_run: true } }), NOTHING), [])
  t.same(ids(withIdle({ settings: { allow_auto_approve: true } })), ['approval_mismatch'])
  t.same(ids(withIdle({ ...approving, settings: { allow_auto_approve: true } })), [])
})
