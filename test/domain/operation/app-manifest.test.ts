import t from 'tap'
import { appManifest, isAccountName, publicAddress, registrationUrl } from '#domain/operation/app-manifest.js'
import { missingPermissions, NEEDED_PERMISSIONS } from '#domain/operation/permissions.js'
import { CONNECTED_PILLARS, type ConnectedPillar } from '#schemas/operation/connection.js'

const manifestFor = (...pillars: ConnectedPillar[]) =>
  appManifest({
    pillars,
    address: 'https://automation.test/',
    redirectUrl: 'http://127.0.0.1:4000/made'
  })

const READ = { metadata: 'read', contents: 'read', issues: 'read', pull_requests: 'read', actions: 'read' }
const WRITES = { contents: 'write', issues: 'write', pull_requests: 'write' }

/** What each pillar is asked for, written out: neither more nor less. */
const ASKED: Record<ConnectedPillar, Record<string, string>> = {
  insights: READ,
  triage: { ...READ, issues: 'write', pull_requests: 'write' },
  custom_rules: { ...READ, issues: 'write', pull_requests: 'write' },
  spam_gate: { ...READ, issues: 'write', pull_requests: 'write' },
  quality_gates: { ...READ, checks: 'write' },
  ai_review: { ...READ, pull_requests: 'write', checks: 'write' },
  issue_fix: { ...READ, ...WRITES },
  ci_healing: { ...READ, ...WRITES, actions: 'write', workflows: 'write' },
  maintainer: { ...READ, ...WRITES, administration: 'write', members: 'read' },
  enforcement: { ...READ, ...WRITES, checks: 'write', administration: 'write' },
  merge_queue: {
    ...READ,
    contents: 'write',
    pull_requests: 'write',
    actions: 'write',
    checks: 'write',
    statuses: 'read'
  },
  trust: {
    ...READ,
    contents: 'write',
    pull_requests: 'write',
    checks: 'write',
    workflows: 'write',
    vulnerability_alerts: 'read'
  }
}

t.test('an App is asked for exactly what its pillars need, and lacks nothing with it', async (t) => {
  t.same(Object.keys(ASKED).sort(), [...CONNECTED_PILLARS].sort())
  for (const pillar of CONNECTED_PILLARS) {
    const { default_permissions: asked } = manifestFor(pillar)
    t.same(asked, ASKED[pillar], pillar)
    t.same(missingPermissions(new Map(Object.entries(asked)), [pillar]), [], pillar)
  }
})

t.test('several pillars are asked for together, each permission at its highest level', async (t) => {
  t.same(manifestFor('insights', 'quality_gates', 'triage').default_permissions, {
    ...READ,
    issues: 'write',
    pull_requests: 'write',
    checks: 'write'
  })
  const all = manifestFor(...CONNECTED_PILLARS).default_permissions
  t.same(Object.keys(all).sort(), [...new Set(NEEDED_PERMISSIONS.map(({ name }) => name))].sort())
  t.same(missingPermissions(new Map(Object.entries(all))), [])
})

t.test('no permission is asked for that no pillar misses', async (t) => {
  for (const pillar of CONNECTED_PILLARS) {
    const asked = Object.entries(manifestFor(pillar).default_permissions)
    for (const [name] of asked) {
      const others = new Map(asked.filter(([other]) => other !== name))
      t.match(missingPermissions(others, [pillar]), [{ name, cost: /\.$/ }], `${pillar} without ${name}`)
    }
  }
})

t.test(
  'an App subscribes to what its pillars act on, and to nothing that its permissions do not cover',
  async (t) => {
    const COMMON = [
      'repository',
      'push',
      'release',
      'issues',
      'issue_comment',
      'label',
      'pull_request',
      'pull_request_review',
      'pull_request_review_comment',
      'pull_request_review_thread',
      'workflow_run'
    ]
    const RULES = ['branch_protection_rule', 'branch_protection_configuration', 'repository_ruleset']
    t.same(manifestFor('triage').default_events, COMMON)
    t.same(manifestFor('quality_gates').default_events, COMMON, 'reporting a check needs no event')
    t.same(manifestFor('merge_queue').default_events, [...COMMON, 'check_run', 'check_suite', 'status'])
    t.same(manifestFor('enforcement').default_events, [...COMMON, ...RULES])
    t.same(manifestFor('maintainer').default_events, [...COMMON, ...RULES, 'member', 'organization'])
  }
)

t.test('an App is private, and its webhook is that of the service', async (t) => {
  t.match(manifestFor('triage'), {
    public: false,
    url: 'https://automation.test',
    hook_attributes: { url: 'https://automation.test/webhooks/host', active: true },
    redirect_url: 'http://127.0.0.1:4000/made'
  })
})

t.test('an App is registered for a person or an organisation, and the state goes along', async (t) => {
  t.equal(registrationUrl('https://h.test', undefined, 'a&b'), 'https://h.test/settings/apps/new?state=a%26b')
  t.equal(
    registrationUrl('https://h.test/ghe', 'octo-org', 's'),
    'https://h.test/ghe/organizations/octo-org/settings/apps/new?state=s'
  )
  for (const name of ['octo-org', 'a', 'A1']) t.ok(isAccountName(name), name)
  for (const name of ['', '-a', 'a--b', 'a/b', 'a b', '..', 'a'.repeat(200)])
    t.notOk(isAccountName(name), name)
})

t.test('only an https address without anything secret is one for webhooks', async (t) => {
  t.equal(publicAddress('https://automation.test/base/'), 'https://automation.test/base')
  for (const text of [
    'automation.test',
    'http://a.test',
    'https://u:p@a.test',
    'https://a.test/?x',
    'https://a.test/#x'
  ])
    t.equal(publicAddress(text), undefined, text)
})
