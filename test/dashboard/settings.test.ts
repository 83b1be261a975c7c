import t from 'tap'
import {
  differences,
  type Edits,
  faultsOfEdits,
  flatSettings,
  heldDraft,
  overridesWith,
  type Setting,
  withEdit
} from '#dashboard/pages/configuration/settings.js'
import { serviceConfig } from '../../openapi/fields.js'

const SETTINGS = flatSettings(
  { pillars: serviceConfig.pillars, custom_rules: serviceConfig.custom_rules },
  []
)

function settingAt(pointer: string): Setting {
  const found = SETTINGS.find((one) => one.pointer === pointer)
  if (found === undefined) throw new Error(`there is no setting ${pointer}`)
  return found
}

const ATTEMPTS = '/pillars/ci_healing/max_fix_attempts'
const CLOSE = '/pillars/maintainer/stale/issues/close_days'
const BRANCHES = '/pillars/triage/triggers/branches'

t.test('only what is edited becomes an override, and the others stay', (t) => {
  const overrides = { pillars: { trust: { quarantine_days: 9 } } }
  const edits: Edits = { [ATTEMPTS]: '5', [BRANCHES]: ['main'] }
  t.same(overridesWith(overrides, SETTINGS, edits), {
    pillars: {
      trust: { quarantine_days: 9 },
      ci_healing: { max_fix_attempts: 5 },
      triage: { triggers: { branches: ['main'] } }
    }
  })
  t.same(overrides, { pillars: { trust: { quarantine_days: 9 } } }, 'what is stored is not touched')
  t.end()
})

t.test('an override that is taken away leaves no empty object behind', (t) => {
  const overrides = { pillars: { ci_healing: { max_fix_attempts: 5 }, trust: { enabled: false } } }
  t.same(overridesWith(overrides, SETTINGS, { [ATTEMPTS]: null }), { pillars: { trust: { enabled: false } } })
  t.end()
})

t.test('an empty field is a value where nothing is one, and a fault elsewhere', (t) => {
  t.same(overridesWith({}, SETTINGS, { [CLOSE]: '' }), {
    pillars: { maintainer: { stale: { issues: { close_days: null } } } }
  })
  t.same(faultsOfEdits(SETTINGS, { [CLOSE]: '' }), {})
  t.same(faultsOfEdits(SETTINGS, { [ATTEMPTS]: '', [BRANCHES]: ['main', ''] }), {
    [ATTEMPTS]: 'is required',
    [`${BRANCHES}/1`]: 'must not be empty'
  })
  t.end()
})

t.test('what is edited back is no edit', (t) => {
  const setting = settingAt(ATTEMPTS)
  const base = { config: { pillars: { ci_healing: { max_fix_attempts: 3 } } }, overrides: {} }
  const held = heldDraft(setting, base)
  const edits = withEdit({}, setting, '4', held)
  t.same(edits, { [ATTEMPTS]: '4' })
  t.same(withEdit(edits, setting, '3', held), {})
  t.end()
})

t.test('rules merge, so the form holds only those that are set here', (t) => {
  const setting = settingAt('/custom_rules')
  const rule = { if: 'is_new', run: [{ action: 'skip' }] }
  const base = {
    config: { custom_rules: { ofFile: rule, here: rule } },
    overrides: { custom_rules: { here: rule } }
  }
  const draft = heldDraft(setting, base)
  t.match(draft, [{ name: 'here', value: { if: 'is_new' } }])
  t.equal(Array.isArray(draft) && draft.length, 1)
  t.same(overridesWith({}, SETTINGS, { '/custom_rules': draft }), { custom_rules: { here: rule } })
  t.end()
})

t.test('a difference names each value, and says where there was none', (t) => {
  t.same(differences({ a: { b: 1, c: [1] } }, { a: { b: 2, c: [1] }, 'd/e': { f: null } }), [
    { pointer: '/a/b', from: 1, to: 2 },
    { pointer: '/d~1e/f', from: undefined, to: null }
  ])
  t.end()
})
