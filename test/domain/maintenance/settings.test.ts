import fc from 'fast-check'
import t from 'tap'
import type { ConfigLayers } from '#domain/configuration/resolve.js'
import {
  findWarningFaults,
  NOTHING_STORED,
  patchSettings,
  resolveSettings,
  settingsWithDefaults
} from '#domain/maintenance/settings.js'
import type { JsonObject } from '#schemas/common.js'

const maintainer = (keys: JsonObject): JsonObject => ({ pillars: { maintainer: keys } })
const NO_LAYERS: ConfigLayers = { org: {}, repo: {}, db: {}, isReadable: true }
const resolved = (layers: Partial<ConfigLayers>, stored = {}) =>
  resolveSettings({ ...NO_LAYERS, ...layers }, { ...NOTHING_STORED, ...stored })

t.test('without anything set, nothing is closed or deleted, and the defaults say so', async (t) => {
  const { effective, sources } = resolved({})
  t.same(effective, {
    stale_issue_days: 60,
    stale_pr_days: 30,
    stale_warn_days: 7,
    cleanup_branches: false,
    enabled: true,
    auto_close: false,
    close_issue_days: null,
    close_pr_days: null
  })
  t.same([...new Set(Object.values(sources))], ['defaults'])
  const { close_issue_days: _, close_pr_days: __, ...settings } = effective
  t.same(settingsWithDefaults(NOTHING_STORED), settings)
})

t.test('each layer wins over those below, and what is stored over all', async (t) => {
  const days = (warn_days: number) => maintainer({ stale: { issues: { warn_days } } })
  const layers = { org: days(20), repo: days(30), db: days(40) }
  const found = (of: Partial<ConfigLayers>, stored = {}) => {
    const { effective, sources } = resolved(of, stored)
    return [effective.stale_issue_days, sources.stale_issue_days]
  }
  t.same(found({ org: layers.org }), [20, 'org'])
  t.same(found({ org: layers.org, repo: layers.repo }), [30, 'repo'])
  t.same(found(layers), [40, 'db'])
  t.same(found(layers, { stale_issue_days: 50 }), [50, 'settings'])
  t.same(found(layers, { stale_pr_days: 50 }), [40, 'db'])
})

t.test('a key that closes in the configuration closes its kind alone, that many days later', async (t) => {
  const repo = maintainer({ stale: { prs: { warn_days: 20, close_days: 14 } } })
  t.match(resolved({ repo }), {
    effective: { auto_close: true, close_issue_days: null, close_pr_days: 34 },
    sources: { auto_close: 'repo' }
  })
  t.match(resolved({ repo }, { auto_close: true }), {
    effective: { auto_close: true, close_issue_days: 60, close_pr_days: 34 },
    sources: { auto_close: 'settings' }
  })
  t.match(resolved({ repo }, { auto_close: false }), {
    effective: { auto_close: false, close_issue_days: null, close_pr_days: null },
    sources: { auto_close: 'settings' }
  })
})

t.test('what the organisation has locked is not loosened by what is stored, but tightened', async (t) => {
  const locked = ['pillars.maintainer.enabled', 'pillars.maintainer.branch_cleanup.enabled']
  const org = { ...maintainer({ enabled: false, branch_cleanup: { enabled: true } }), locked }
  t.match(resolved({ org }, { enabled: true, cleanup_branches: true }), {
    effective: { enabled: false, cleanup_branches: true },
    sources: { enabled: 'org' }
  })
  t.match(resolved({ org }, { cleanup_branches: false }), {
    effective: { cleanup_branches: false },
    sources: { cleanup_branches: 'settings' }
  })
})

t.test('while a file cannot be read, nothing that is stored turns maintenance on', async (t) => {
  t.match(resolved({ isReadable: false }, { enabled: true }), {
    effective: { enabled: false },
    sources: { enabled: 'safety' }
  })
})

t.test('a warning that would come too late is refused, by the field that makes it so', async (t) => {
  const faults = (patch: object, layers = NO_LAYERS, stored = NOTHING_STORED) => {
    const next = patchSettings(stored, patch)
    return findWarningFaults(patch, next, resolveSettings(layers, next)).map(
      ({ path, message }) => `${path} ${message}`
    )
  }
  t.same(faults({ stale_pr_days: 7 }), ['/stale_pr_days must be greater than stale_warn_days, which is 7'])
  t.same(faults({ stale_warn_days: 60 }), [
    '/stale_warn_days must be less than stale_issue_days, which is 60',
    '/stale_warn_days must be less than stale_pr_days, which is 30'
  ])
  t.same(faults({ stale_pr_days: 7, stale_warn_days: 6 }), [])
  const repo = maintainer({ stale: { issues: { warn_days: 5 }, prs: { warn_days: 5 } } })
  t.same(faults({ cleanup_branches: true }, { ...NO_LAYERS, repo }), [])
  t.same(faults({ stale_issue_days: 90 }, { ...NO_LAYERS, repo }), [])
  t.same(faults({ stale_warn_days: 4 }, { ...NO_LAYERS, repo }), [])
  t.equal(resolved({ repo }).effective.stale_warn_days, 4)
})

const days = fc.integer({ min: 1, max: 3_650 })
const stale = fc.record({ warn_days: days, close_days: fc.option(days) }, { requiredKeys: [] })
const layer = fc
  .record(
    {
      enabled: fc.boolean(),
      branch_cleanup: fc.record({ enabled: fc.boolean() }),
      stale: fc.record({ issues: stale, prs: stale }, { requiredKeys: [] })
    },
    { requiredKeys: [] }
  )
  // Cast: the generated values are JSON.
  .map((keys) => maintainer(keys as JsonObject))
const stored = fc.record({
  stale_issue_days: fc.option(days),
  stale_pr_days: fc.option(days),
  stale_warn_days: fc.option(fc.integer({ min: 0, max: 365 })),
  cleanup_branches: fc.option(fc.boolean()),
  enabled: fc.option(fc.boolean()),
  auto_close: fc.option(fc.boolean())
})

t.test('in any layers, what is stored is in force, and a warning comes before what it warns of', async () => {
  const layers = fc.record({ org: layer, repo: layer, db: layer, isReadable: fc.constant(true) })
  fc.assert(
    fc.property(layers, stored, (below, settings) => {
      const { effective, sources } = resolveSettings(below, settings)
      const { stale_issue_days, stale_pr_days, stale_warn_days } = effective
      const without = resolveSettings(below, NOTHING_STORED)
      const isInForce = (['stale_issue_days', 'stale_pr_days', 'cleanup_branches', 'enabled'] as const).every(
        (key) => {
          const isStored = settings[key] !== null
          return (
            effective[key] === (settings[key] ?? without.effective[key]) &&
            sources[key] === (isStored ? 'settings' : without.sources[key])
          )
        }
      )
      const closing = [effective.close_issue_days, effective.close_pr_days]
      return (
        isInForce &&
        stale_warn_days >= 0 &&
        stale_warn_days < Math.min(stale_issue_days, stale_pr_days) &&
        (settings.auto_close === null || effective.auto_close === settings.auto_close) &&
        effective.auto_close === closing.some((one) => one !== null) &&
        (effective.close_issue_days ?? Number.MAX_VALUE) >= stale_issue_days &&
        (effective.close_pr_days ?? Number.MAX_VALUE) >= stale_pr_days
      )
    })
  )
})
