import fc from 'fast-check'
import t from 'tap'
import {
  brokenRepositoryRules,
  isReportedOnly,
  type ObservedRepository,
  type RepositoryRules
} from '#domain/enforcement/repository-rules.js'
import { missingOf, repositoryWish } from '#domain/enforcement/repository-wish.js'
import { REPOSITORY_SETTINGS } from '#schemas/host/settings.js'

const NOTHING: RepositoryRules = {
  requiredFiles: [],
  forbidOutsideAdmins: null,
  forbidDangerousWorkflows: null,
  allowedActions: null,
  readOnlyWorkflowToken: null,
  requiredLabels: {},
  repositorySettings: {}
}
const BARE: ObservedRepository = {
  files: new Set(),
  workflows: [],
  outsideAdmins: ['eve'],
  isTokenReadOnly: false,
  labels: [],
  settings: {}
}

const color = fc.constantFrom('d73a4a', 'D73A4A', '0075ca')
const labelName = fc.constantFrom('bug', 'Bug', 'docs')
const settings = fc.dictionary(fc.constantFrom(...REPOSITORY_SETTINGS), fc.boolean())
const rules: fc.Arbitrary<RepositoryRules> = fc.record({
  requiredFiles: fc.subarray(['SECURITY.md', 'docs/a.md']),
  forbidOutsideAdmins: fc.option(fc.boolean()),
  forbidDangerousWorkflows: fc.option(fc.boolean()),
  allowedActions: fc.option(fc.constant(['actions/*'])),
  readOnlyWorkflowToken: fc.option(fc.boolean()),
  requiredLabels: fc
    .uniqueArray(fc.tuple(labelName, color), { selector: ([name]) => name.toLowerCase() })
    .map((labels) => Object.fromEntries(labels)),
  repositorySettings: settings
})
const observed: fc.Arbitrary<ObservedRepository> = fc.record({
  files: fc.subarray(['SECURITY.md', '.github/SECURITY.md', 'docs/a.md']).map((paths) => new Set(paths)),
  workflows: fc.constant([]),
  outsideAdmins: fc.subarray(['eve']),
  isTokenReadOnly: fc.boolean(),
  labels: fc.uniqueArray(fc.record({ name: labelName, color }), {
    selector: ({ name }) => name.toLowerCase()
  }),
  settings: fc.record(Object.fromEntries(REPOSITORY_SETTINGS.map((key) => [key, fc.boolean()])))
})

t.test('a policy that names no rule finds nothing', (t) => {
  t.same(brokenRepositoryRules(NOTHING, BARE), [])
  fc.assert(
    fc.property(rules, observed, (one, seen) => {
      const off = {
        ...one,
        forbidOutsideAdmins: false,
        forbidDangerousWorkflows: false,
        readOnlyWorkflowToken: false
      }
      const fields = brokenRepositoryRules(off, seen).map(({ field }) => String(field))
      return !fields.some((field) => /admins|dangerous|token/.test(field))
    })
  )
  t.end()
})

t.test('what corrects a repository leaves only what people have to mend, and is not written twice', (t) => {
  fc.assert(
    fc.property(fc.array(rules, { maxLength: 3 }), observed, (policies, seen) => {
      const due = missingOf(policies, seen)
      const labels = new Map(seen.labels.map((label) => [label.name.toLowerCase(), label]))
      for (const label of due.labels) labels.set(label.name.toLowerCase(), label)
      const after = {
        ...seen,
        labels: [...labels.values()],
        settings: { ...seen.settings, ...due.settings },
        isTokenReadOnly: seen.isTokenReadOnly || due.isTokenReadOnly
      }
      t.same(missingOf(policies, after), { labels: [], settings: {}, isTokenReadOnly: false })
      const [only, ...others] = policies
      // Several may contradict each other.
      if (only && others.length === 0) t.ok(brokenRepositoryRules(only, after).every(isReportedOnly))
    })
  )
  t.end()
})

t.test('of policies that contradict each other, nobody wins', (t) => {
  const one = {
    ...NOTHING,
    requiredLabels: { bug: 'd73a4a', docs: '0075ca' },
    repositorySettings: { has_wiki: true }
  }
  const other = {
    ...NOTHING,
    requiredLabels: { Bug: '000000', DOCS: '0075CA' },
    repositorySettings: { has_wiki: false, has_issues: true }
  }
  t.same(repositoryWish([one, other]), {
    labels: { docs: '0075ca' },
    settings: { has_issues: true },
    isTokenReadOnly: false
  })
  t.end()
})

t.test('a file is found where the host looks for it, and a path only where it says', (t) => {
  const asks = { ...NOTHING, requiredFiles: ['SECURITY.md', 'CODEOWNERS', 'src/README.md'] }
  const files = new Set(['.github/SECURITY.md', 'docs/CODEOWNERS', 'README.md'])
  t.same(brokenRepositoryRules(asks, { ...BARE, files }), [
    { field: 'required_files', expected: ['src/README.md'], actual: [] }
  ])
  t.end()
})
