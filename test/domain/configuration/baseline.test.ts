import t from 'tap'
import { parseConfigFile } from '#domain/configuration/file.js'
import { resolveConfig } from '#domain/configuration/resolve.js'
import type { JsonObject } from '#schemas/common.js'

const faultsOf = (baseline: JsonObject) =>
  parseConfigFile(JSON.stringify({ baseline }), { mayLock: false }).errors.map(({ path, message }) => ({
    path: path.replace('/baseline/', ''),
    message
  }))

t.test('nothing of a baseline has a default', async (t) => {
  const { config } = resolveConfig({ org: {}, repo: {}, db: {}, isReadable: true })
  t.same(config.baseline, {})
})

t.test('a baseline within its bounds is accepted, in part and in whole', async (t) => {
  for (const baseline of [
    {},
    { protection: { min_reviews: 6, required_status_check_contexts: ['build'] } },
    { labels: { bug: 'D73a4a', 'good first issue': '000000' } },
    { settings: { allow_squash_merge: false, allow_merge_commit: false } }
  ])
    t.same(faultsOf(baseline), [], JSON.stringify(baseline))
})

t.test('what cannot be is refused where it stands, with its bound', async (t) => {
  const cases: [JsonObject, string, RegExp][] = [
    [{ protection: { min_reviews: 7 } }, 'protection/min_reviews', /0 to 6/],
    [{ protection: { min_review: 1 } }, 'protection/min_review', /known keys are min_reviews/],
    [{ rules: {} }, 'rules', /known keys are protection, labels, settings/],
    [{ labels: { bug: 'red' } }, 'labels/bug', /a string of 6 characters/],
    [{ labels: { bug: 'gggggg' } }, 'labels/bug', /six hexadecimal digits/],
    [{ labels: { bug: 123456 } }, 'labels/bug', /string/],
    [{ labels: { bug: 'd73a4a', Bug: '000000' } }, 'labels/Bug', /named twice/],
    [{ labels: { ['a'.repeat(51)]: 'd73a4a' } }, `labels/${'a'.repeat(51)}`, /at most 50 characters/],
    [{ labels: { ' bug': 'd73a4a' } }, 'labels/ bug', /space/],
    [{ labels: { '..': 'd73a4a' } }, 'labels/..', /a dot or two/],
    [
      { settings: { allow_squash_merge: false, allow_merge_commit: false, allow_rebase_merge: false } },
      'settings',
      /one way to merge/
    ]
  ]
  for (const [baseline, path, message] of cases) t.match(faultsOf(baseline), [{ path, message }])
  const labels = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`l${at}`, 'd73a4a']))
  t.match(faultsOf({ labels }), [{ path: 'labels', message: /at most 100/ }])
})
