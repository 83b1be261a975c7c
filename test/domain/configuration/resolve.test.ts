import fc from 'fast-check'
import t from 'tap'
import { changedKeys } from '#domain/configuration/change-evidence.js'
import { checkLayer } from '#domain/configuration/findings.js'
import { DEFAULTS } from '#domain/configuration/layers/defaults.js'
import { applyLayerPatch, mergeLayers } from '#domain/configuration/layers/layers.js'
import { valueAtPath } from '#domain/configuration/pointer.js'
import { resolveConfig } from '#domain/configuration/resolve.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { LEAST_CONFIDENCES } from '#schemas/configuration/keys.js'
import { LOCKABLE } from '#schemas/configuration/locks.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'

const keys = Object.keys(LOCKABLE)
const globs = fc.uniqueArray(fc.constantFrom('a/**', 'b', '*.c', 'd/*'), { maxLength: 3 })

const valueFor = (key: string): fc.Arbitrary<Json> => {
  switch (LOCKABLE[key]) {
    case 'more':
      return globs
    case 'less':
    case 'greater':
      return fc.integer({ min: 1, max: 20 })
    case 'surer':
      return fc.constantFrom(...LEAST_CONFIDENCES)
    default:
      return fc.boolean()
  }
}

function nested(way: readonly string[], value: Json): JsonObject {
  const [part = '', ...rest] = way
  return { [part]: rest.length === 0 ? value : nested(rest, value) }
}

/** A layer that sets some of the keys that can be locked. */
const layer: fc.Arbitrary<JsonObject> = fc
  .subarray(keys, { maxLength: 8 })
  .chain((chosen) =>
    fc.tuple(...chosen.map((key) => valueFor(key).map((value) => nested(key.split('.'), value))))
  )
  .map((parts) => parts.reduce<JsonObject>((all, part) => mergeLayers(all, part), {}))

/** Any document of few names, so that layers meet. */
const document = fc.letrec<{ any: Json; object: JsonObject }>((tie) => ({
  any: fc.oneof({ depthSize: 'small' }, fc.boolean(), fc.integer(), fc.array(fc.integer()), tie('object')),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('any'))
})).object

const RANKS: readonly Json[] = LEAST_CONFIDENCES

/** As a document like any other. */
const plain = (config: ServiceConfig): JsonObject => JSON.parse(JSON.stringify(config))

const isTighter: Record<string, (held: Json, locked: Json) => boolean> = {
  on: (held, locked) => held === true || locked === false,
  off: (held, locked) => held === false || locked === true,
  more: (held, locked) => [locked].flat().every((one) => [held].flat().includes(one)),
  less: (held, locked) => Number(held) <= Number(locked),
  greater: (held, locked) => Number(held) >= Number(locked),
  fixed: (held, locked) => held === locked,
  surer: (held, locked) => RANKS.indexOf(held) >= RANKS.indexOf(locked)
}

t.test('what is locked is never loosened, whatever lies above it', async (t) => {
  fc.assert(
    fc.property(layer, layer, layer, fc.subarray(keys), (org, repo, db, locked) => {
      const { config } = resolveConfig({ org: { ...org, locked }, repo, db, isReadable: true })
      const upToOrganisation = mergeLayers(DEFAULTS, org)
      return locked.every((key) => {
        const way = key.split('.')
        const held = valueAtPath(plain(config), way)
        const was = valueAtPath(upToOrganisation, way)
        // Keys of the baseline have no default: what the organisation has not set, it cannot lock.
        if (was === undefined) return key.startsWith('baseline.')
        if (held === undefined) return false
        return isTighter[LOCKABLE[key] ?? '']?.(held, was) === true
      })
    }),
    { numRuns: 300 }
  )
  t.pass('in 300 cases')
})

t.test('without locks each value is that of the uppermost layer that has it', async (t) => {
  fc.assert(
    fc.property(layer, layer, layer, (org, repo, db) => {
      const { config, sources } = resolveConfig({ org, repo, db, isReadable: true })
      const layers: Record<string, JsonObject> = { defaults: DEFAULTS, org, repo, db }
      return Object.entries(sources).every(([pointer, source]) => {
        const way = pointer.split('/').slice(1)
        const value = JSON.stringify(valueAtPath(plain(config), way))
        return value === JSON.stringify(valueAtPath(layers[source] ?? {}, way))
      })
    }),
    { numRuns: 200 }
  )
  t.pass('in 200 cases')
})

t.test('while a file was never read, whatever acts is off', async (t) => {
  fc.assert(
    fc.property(layer, layer, (org, db) => {
      const { config } = resolveConfig({ org, repo: {}, db, isReadable: false })
      const acting = Object.entries(config.pillars).filter(([name]) => name !== 'insights')
      return config.settings.dry_run && acting.every(([, { enabled }]) => !enabled)
    }),
    { numRuns: 100 }
  )
  t.pass('in 100 cases')
})

t.test('layers lie over one another in any grouping, and nothing lies over nothing', async (t) => {
  fc.assert(
    fc.property(document, document, (below, above) => {
      const both = mergeLayers(below, above)
      t.same(mergeLayers(both, above), both)
      t.same(mergeLayers(below, {}), below)
      t.same(mergeLayers({}, above), above)
    }),
    { numRuns: 100 }
  )
})

t.test('a patch applied twice is a patch applied once', async (t) => {
  const patch = document.map((one): JsonObject => {
    const [first] = Object.keys(one)
    return first === undefined ? one : { ...one, [first]: null }
  })
  fc.assert(
    fc.property(document, patch, (overrides, change) => {
      const once = applyLayerPatch(overrides, change)
      t.same(applyLayerPatch(once, change), once)
    }),
    { numRuns: 100 }
  )
})

t.test('nothing is changed without being told as changed', async (t) => {
  fc.assert(
    fc.property(document, document, (before, after) => {
      t.equal(changedKeys(before, before).length, 0)
      const isSame = JSON.stringify(before) === JSON.stringify(after)
      t.equal(changedKeys(before, after).length === 0, isSame)
    }),
    { numRuns: 50 }
  )
})

t.test('the defaults are valid, and every key that can be locked is one of them', async (t) => {
  t.same(checkLayer(DEFAULTS, { mayLock: false }), { errors: [], warnings: [] })
  t.same(
    keys.filter((key) => !key.startsWith('baseline.') && valueAtPath(DEFAULTS, key.split('.')) === undefined),
    []
  )
  for (const key of keys) t.same(checkLayer({ locked: [key] }, { mayLock: true }).errors, [])
})

t.test('any JSON whatever is either refused or told as sound, and never throws', async (t) => {
  const anything = fc.oneof(fc.jsonValue(), fc.record({ pillars: fc.jsonValue(), settings: fc.jsonValue() }))
  fc.assert(
    fc.property(anything, (value) => {
      const { errors } = checkLayer(value, { mayLock: true })
      return Array.isArray(errors) && errors.length <= 50
    }),
    { numRuns: 500 }
  )
  t.pass('in 500 cases')
})
