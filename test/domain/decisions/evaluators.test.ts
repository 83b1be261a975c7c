import fc from 'fast-check'
import t from 'tap'
import { registry } from '#capabilities/index.js'
import { mergeLayers } from '#domain/configuration/layers/layers.js'
import { verdictText } from '#domain/decisions/verdict.js'
import { canonicalJson, sha256Of } from '#domain/json/canonical.js'
import type { JsonObject } from '#schemas/common.js'
import { SAID_OF_DUPLICATES } from '../fixtures/duplicate-verdicts.js'
import { fixingOn, goodFix, SAID_OF_FIXES } from '../fixtures/fix-verdicts.js'
import {
  good as goodRun,
  on as healingOn,
  mendable,
  patchOn,
  SAID_OF_HEALING
} from '../fixtures/heal-verdicts.js'
import { SAID_OF_TRIAGE } from '../fixtures/triage-verdicts.js'
import { SAID } from '../fixtures/verdicts.js'

const DECISIONS = 10_000
const NAMES = [
  'guards@1',
  'quality_gates@1',
  'retry_request@1',
  'custom_rule@1',
  'ci_heal@1',
  'issue_fix@1',
  'ci_heal@2',
  'duplicates@1',
  'duplicates@2',
  'issue_triage@1',
  'pull_triage@1'
]

const words = fc.constantFrom(
  'triage',
  'ci_healing',
  'custom_rules',
  'main',
  'service/x',
  'bot[bot]',
  '**',
  '*',
  ''
)
const flag = fc.boolean()

/** Inputs as those who decide give them. */
const inputs = fc.record(
  {
    is_readable: flag,
    pillar: fc.option(words),
    needs: fc.array(fc.constantFrom('settings.allow_auto_approve', 'pillars.triage.enabled'), {
      maxLength: 2
    }),
    event: fc.record(
      {
        branch: fc.option(words),
        author: fc.option(words),
        files: fc.option(fc.array(words, { maxLength: 3 }))
      },
      { requiredKeys: [] }
    ),
    waiver: fc.option(fc.record({ id: fc.nat() })),
    lease: fc.option(fc.constantFrom('free', 'taken')),
    limits: fc.array(fc.record({ check: words, passes: flag, detail: fc.string() }), { maxLength: 3 }),
    risk: fc.record({ score: fc.nat(100), most: fc.nat(100) }),
    duplicates: fc.record({
      is_open: flag,
      indexed: fc.nat(),
      cut_offs: fc.record({
        duplicate: fc.double({ min: 0, max: 1 }),
        related: fc.double({ min: 0, max: 1 })
      }),
      compared: fc.array(
        fc.record({
          issue_id: fc.nat(),
          number: fc.nat(),
          similarity: fc.double({ min: 0, max: 1 }),
          known: fc.option(fc.constantFrom('pending', 'confirmed', 'dismissed'))
        }),
        { maxLength: 12 }
      )
    }),
    status: fc.constantFrom('failed', 'succeeded'),
    retries: fc.nat(5),
    max_retries: fc.nat(5),
    issue_triage: fc.record({
      type: fc.constantFrom('bug', 'feature', 'other', 'nothing'),
      probability: fc.double({ min: 0, max: 1, noNaN: true }),
      is_sure: flag,
      evidence: fc.array(fc.record({ feature: fc.string(), weight: fc.double({ noNaN: true }) }), {
        maxLength: 3
      }),
      said: fc.record({
        type: fc.option(fc.constant('question')),
        refused_type: fc.option(fc.constant('bug'))
      }),
      labels: fc.record({ type: fc.option(words), is_on: flag, own: fc.array(words, { maxLength: 2 }) }),
      says_little: flag
    }),
    pull_triage: fc.record({
      type: fc.constantFrom('feature', 'docs', 'nothing'),
      size: fc.option(fc.constantFrom('size/XS', 'size/XL')),
      risk: fc.constantFrom('low', 'high'),
      reasons: fc.array(fc.string(), { maxLength: 3 }),
      labels: fc.record({ size: fc.option(words), is_on: flag, is_said: flag })
    })
  },
  { requiredKeys: [] }
)

const triggers = fc.record(
  {
    branches: fc.array(words, { maxLength: 2 }),
    ignore_authors: fc.array(words, { maxLength: 2 }),
    paths: fc.array(words, { maxLength: 2 })
  },
  { requiredKeys: [] }
)
const settings = fc.record({
  settings: fc.record({ dry_run: flag, allow_auto_approve: flag }),
  pillars: fc.record({
    triage: fc.record({ enabled: flag, triggers }),
    ci_healing: fc.record({ enabled: flag })
  })
})

/** Whatever else JSON can hold, keys included that mean something to JavaScript. */
const anything = fc.dictionary(
  fc.oneof(
    fc.string(),
    fc.constantFrom('__proto__', 'constructor', 'pillars', 'event', 'limits', 'settings')
  ),
  fc.jsonValue()
)

// The border to the generators, which make JSON.
const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as JsonObject

function evaluated(name: string, given: JsonObject, config: JsonObject): string {
  const evaluator = registry.evaluators.get(name)
  if (!evaluator) throw new Error(`no ${name}`)
  return verdictText(evaluator.evaluate(given, config))
}

t.test('what was decided is decided again to the same byte, from what was recorded of it', async (t) => {
  let replays = 0
  const some = fc.oneof({ weight: 4, arbitrary: inputs }, { weight: 1, arbitrary: anything })
  const under = fc.oneof({ weight: 4, arbitrary: settings }, { weight: 1, arbitrary: anything })
  const property = fc.property(fc.constantFrom(...NAMES), some, under, (name, raw, config) => {
    const [given, used] = [json(raw), json(config)]
    const first = evaluated(name, given, used)
    const recorded = [canonicalJson(given), canonicalJson(used)].map((text) => JSON.parse(text))
    replays += 1
    return evaluated(name, recorded[0], recorded[1]) === first
  })
  fc.assert(property, { numRuns: DECISIONS })
  t.ok(replays >= DECISIONS)
})

t.test('a version of an evaluator says for ever what it has said', async (t) => {
  for (const [name, given, config, hash] of [
    ...SAID,
    ...SAID_OF_DUPLICATES,
    ...SAID_OF_TRIAGE,
    ...SAID_OF_HEALING,
    ...SAID_OF_FIXES
  ])
    t.equal(sha256Of(evaluated(name, given, config)), hash, canonicalJson({ name, given, config }))
})

t.test(
  'no evaluator acts where the configuration cannot be read, a pillar is off, or it is a dry run',
  async (t) => {
    const stops: [JsonObject, JsonObject][] = [
      [{ is_readable: false }, {}],
      [{}, { pillars: { triage: { enabled: false } } }],
      [{}, { settings: { dry_run: true } }],
      [{ waiver: { id: 3 } }, {}],
      [{ needs: ['settings.allow_auto_approve'] }, { settings: { allow_auto_approve: false } }],
      [{ lease: 'taken' }, {}]
    ]
    const good = { is_readable: true, pillar: 'triage' }
    const on = { settings: { dry_run: false }, pillars: { triage: { enabled: true } } }
    t.match(evaluated('guards@1', good, on), '"decision":"acted"')
    for (const [given, config] of stops) {
      const verdict = evaluated('guards@1', { ...good, ...given }, mergeLayers(on, config))
      t.notMatch(verdict, '"decision":"acted"', JSON.stringify([given, config]))
    }
    t.notMatch(
      evaluated('guards@1', good, {}),
      '"decision":"acted"',
      'a setting that is not there is no permission'
    )
  }
)

t.test('healing acts on nothing that is forbidden, unknown, done already, or shared by many', async (t) => {
  const stops: [JsonObject, JsonObject][] = [
    [{ is_readable: false }, {}],
    [{}, { pillars: { ci_healing: { enabled: false } } }],
    [{}, { settings: { dry_run: true } }],
    [{ dry_run: true }, {}],
    [{ waiver: { id: 3 } }, {}],
    [{ run: { is_failed: false } }, {}],
    [{ run: { is_own: true } }, {}],
    [{ run: { was_run_again: true } }, {}],
    [{ branch: { faults: 3 } }, {}],
    [{ signature: { repositories: 5 } }, {}],
    [{ diagnosis: { confidence: 'low' } }, {}],
    [{ diagnosis: { type: 'type_check', transient: false } }, {}]
  ]
  t.match(evaluated('ci_heal@1', goodRun, healingOn), '"decision":"acted"')
  for (const [given, config] of stops) {
    const verdict = evaluated('ci_heal@1', mergeLayers(goodRun, given), mergeLayers(healingOn, config))
    t.notMatch(verdict, '"decision":"acted"', JSON.stringify([given, config]))
  }
  t.notMatch(evaluated('ci_heal@1', goodRun, {}), '"decision":"acted"')
})

t.test('a fix acts on nothing that is forbidden, unknown, too much, or kept from it', async (t) => {
  const stops: [JsonObject, JsonObject][] = [
    [{ is_readable: false }, {}],
    [{ has_model: false }, {}],
    [{ dry_run: true }, {}],
    [{ waiver: { id: 3 } }, {}],
    [{ issue: { is_open: false } }, {}],
    [{ issue: { labels: [] } }, {}],
    [{ attempts: { of_issue: 1 } }, {}],
    [{ attempts: { of_repository: 3 } }, {}],
    [{ analysis: { complexity: 'no such word' } }, {}],
    [{ patch: { offered: [] } }, {}],
    [{ patch: { findings: ['a finding'] } }, {}],
    [{}, { settings: { dry_run: true } }],
    [{}, { pillars: { issue_fix: { enabled: false } } }],
    [{}, { pillars: { issue_fix: { max_file_changes: 0 } } }],
    [{}, { pillars: { issue_fix: { max_line_changes: 1 } } }],
    [{}, { pillars: { issue_fix: { min_confidence_to_submit: 'high' } } }],
    [{}, { pillars: { issue_fix: { min_confidence_to_submit: 'no such word' } } }],
    [{}, { pillars: { issue_fix: { blocked_paths: ['A.TS'] } } }],
    [{}, { pillars: { issue_fix: { triggers: { ignore_authors: ['octo*'] } } } }]
  ]
  t.match(evaluated('issue_fix@1', goodFix, fixingOn), '"next":"submit"')
  for (const [given, config] of stops) {
    const verdict = evaluated('issue_fix@1', mergeLayers(goodFix, given), mergeLayers(fixingOn, config))
    t.notMatch(verdict, '"decision":"acted"', JSON.stringify([given, config]))
  }
  t.notMatch(evaluated('issue_fix@1', goodFix, {}), '"decision":"acted"')
})

t.test('a repair is proposed only where it is known, sure, allowed and past the guard', async (t) => {
  const stops: [JsonObject, JsonObject][] = [
    [{ repair: { refused: 'It is a program.' } }, {}],
    [{ repair: { name: null } }, {}],
    [{ repair: { is_at_head: false } }, {}],
    [{ repair: { objection: 'It is blocked.' } }, {}],
    [{ repair: { files: [] } }, {}],
    [{ signature: { was_proposed: true } }, {}],
    [{ diagnosis: { risk: 50 } }, {}],
    [{ diagnosis: { confidence: 'odd' } }, {}],
    [{ is_own_commit: true }, {}],
    [{}, { pillars: { ci_healing: { auto_patch: false } } }],
    [{}, { pillars: { ci_healing: { min_confidence_to_patch: 'odd' } } }],
    [{ dry_run: true }, {}]
  ]
  t.match(evaluated('ci_heal@2', mendable, patchOn), '"decision":"acted"')
  for (const [given, config] of stops) {
    const verdict = evaluated('ci_heal@2', mergeLayers(mendable, given), mergeLayers(patchOn, config))
    t.notMatch(verdict, '"decision":"acted"', JSON.stringify([given, config]))
  }
  for (const version of ['ci_heal@1', 'ci_heal@2'])
    t.notMatch(evaluated(version, mendable, {}), '"decision":"acted"')
})

t.test('conditions stand in the order of the guards, up to the one that stopped it', async (t) => {
  const given: JsonObject = {
    is_readable: true,
    pillar: 'triage',
    waiver: { id: 12 },
    event: { branch: 'main' }
  }
  const config: JsonObject = {
    settings: { dry_run: true },
    pillars: { triage: { enabled: true, triggers: { branches: ['main'] } } }
  }
  const { conditions, decision } = JSON.parse(evaluated('guards@1', given, config))
  t.equal(decision, 'skipped')
  t.same(
    conditions.map(({ check }: { check: string }) => check),
    ['config_readable', 'pillar_enabled(triage)', 'trigger_filter(triage)', 'waiver_active(12)']
  )
})

t.test('other settings take the place of some, and reserved keys are nothing but keys', async (t) => {
  t.same(mergeLayers({ a: { b: 1, c: [1] } }, { a: { c: [2] } }), { a: { b: 1, c: [2] } })
  const hostile = JSON.parse('{"__proto__":{"settings":{"dry_run":false}}}')
  t.equal(evaluated('guards@1', { is_readable: true }, mergeLayers({}, hostile)).includes('acted'), false)
})
