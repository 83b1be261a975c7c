import t from 'tap'
import { ADMIN_KEY, startTestService } from '#test/harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { client } = service

const check = async (body: {
  yaml?: string
  config?: Record<string, unknown>
  of?: 'repository' | 'organisation'
}) => (await client.POST('/api/config/validate', { body })).data

t.test('a sound file is told whole, with what it switches on and what to think about twice', async (t) => {
  const found = await check({ yaml: 'pillars:\n  issue_fix: { enabled: true }\n  gardening: {}\n' })
  t.match(found, {
    valid: true,
    errors: [],
    dry_run: false,
    warnings: [{ path: '/pillars/gardening', severity: 'warning', line: 3 }],
    normalized_config: { pillars: { issue_fix: { enabled: true, max_file_changes: 3 } } }
  })
  t.ok(found?.enabled_pillars.includes('issue_fix'))
  t.same(
    found?.risky_settings.map(({ path, severity }) => [path, severity]),
    [
      ['/pillars/issue_fix/enabled', 'high'],
      ['/pillars/ci_healing/auto_patch', 'medium']
    ]
  )
})

t.test('a dry run keeps from every risk but a shallow review', async (t) => {
  const config = { settings: { dry_run: true }, pillars: { ai_review: { adversarial_review: false } } }
  const found = await check({ config })
  t.equal(found?.dry_run, true)
  t.same(
    found?.risky_settings.map(({ severity, mitigated_by_dry_run }) => [severity, mitigated_by_dry_run]),
    [
      ['medium', true],
      ['low', false]
    ]
  )
})

t.test('what is not valid is told with its places, and is no fault of the request', async (t) => {
  const found = await check({ yaml: 'settings:\n  dry_run: perhaps\n' })
  t.match(found, {
    valid: false,
    errors: [{ path: '/settings/dry_run', severity: 'error', line: 2, column: 12 }],
    enabled_pillars: [],
    normalized_config: null
  })
  t.match(await check({ config: { plugins: {} } }), { valid: false, errors: [{ path: '/plugins' }] })
  t.match(await check({ yaml: '[' }), { valid: false, errors: [{ line: 1 }] })
})

t.test('the file of an organisation may lock keys, and is checked as such where that is said', async (t) => {
  const yaml = 'locked: [settings.dry_run]\nsettings: { dry_run: true }\n'
  t.match(await check({ yaml, of: 'organisation' }), { valid: true, errors: [], dry_run: true })
  const wrong = { config: { locked: ['settings.colour'] }, of: 'organisation' } as const
  t.match(await check(wrong), { valid: false, errors: [{ path: '/locked/0' }] })
  for (const more of [{}, { of: 'repository' as const }])
    t.match(await check({ yaml, ...more }), { valid: false, errors: [{ path: '/locked' }] })
})

t.test('what looks like a secret is not told again', async (t) => {
  const [token, key] = ['ghp_0123456789abcdef', 'hunter2hunter2']
  const yaml = [
    `pillars: { spam_gate: { close_message: 'Ask with ${token}.' }, gardening: { api_key: ${key} } }`,
    `settings: { dry_run: ${token} }`
  ]
  for (const text of [yaml[0], yaml.join('\n')]) {
    const reply = JSON.stringify(await check({ yaml: text ?? '' }))
    for (const secret of [token, key]) t.notMatch(reply, secret)
  }
  const found = await check({ yaml: yaml[0] ?? '' })
  t.match(found?.normalized_config?.pillars, {
    spam_gate: { close_message: 'Ask with [redacted].' },
    gardening: { api_key: '[redacted]' }
  })
})

t.test('either a text or a configuration is asked about', async (t) => {
  for (const body of [{}, { yaml: '', config: {} }, { of: 'organisation' as const }])
    t.equal((await client.POST('/api/config/validate', { body })).response.status, 400)
})

t.test('faults of kinds do not hide what else is wrong, and all is told in one answer', async (t) => {
  const when = { metric: 'open_issues', operator: '<', threshold: 1 }
  const config = {
    settings: { dry_run: 'perhaps' },
    plugins: {},
    custom_rules: {
      half: { if: 'author == ', run: 'nothing' },
      steps: { if: 'true', run: [{ action: 5 }, { action: 'add-label', args: { user: 'a' } }] },
      lacking: { run: [{ action: 'skip', args: { label: 'a' } }] }
    },
    expressions: { sound: 'true', '1': 'true', wrong: 5 },
    quality_gates: { never: { conditions: [{ ...when, metric: 5 }, when, { ...when, operator: '>' }] } }
  }
  const wanted = [
    '/plugins',
    '/settings/dry_run',
    '/custom_rules/half/run',
    '/custom_rules/steps/run/0/action',
    '/custom_rules/lacking',
    '/expressions/wrong',
    '/quality_gates/never/conditions/0/metric',
    '/expressions/1',
    '/custom_rules/half/if',
    '/custom_rules/steps/run/1/args/user',
    '/custom_rules/lacking/run/0/args/label',
    '/quality_gates/never/conditions/2'
  ]
  for (const body of [{ config }, { yaml: JSON.stringify(config) }]) {
    const found = await check(body)
    t.same(found?.errors.map(({ path }) => path).sort(), [...wanted].sort())
  }
  const many = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`n${at}`, { if: '(', run: 5 }]))
  t.equal((await check({ config: { custom_rules: many } }))?.errors.length, 50)
})

t.test(
  'a name that stands twice in a body of JSON is refused with its path, as it is in a file',
  async (t) => {
    const twice = (config: string, rest = '') => `{"config":${config}${rest}}`
    const settings = '{"settings":{"dry_run":true},"settings":{"dry_run":false}}'
    const rules = '{"custom_rules":{"a":{"if":"true","if":"false","run":[]}}}'
    const cases: ['POST' | 'PUT' | 'PATCH', string, string, string][] = [
      ['POST', 'validate', twice(settings), '/config/settings'],
      ['POST', 'validate', twice(rules), '/config/custom_rules/a/if'],
      ['POST', 'validate', twice('{}', ',"config":{}'), '/config'],
      ['PUT', 'octo-org/none', settings, '/settings'],
      ['PATCH', 'octo-org/none', settings, '/settings'],
      ['POST', 'simulate', '{"repo":"a/b","repo":"c/d","yaml":""}', '/repo'],
      ['POST', 'diff-impact', '{"repo":"a/b","yaml":"","yaml":""}', '/yaml'],
      ['POST', 'recommendations', '{"yaml":"","yaml":""}', '/yaml'],
      ['POST', 'playground', '{"rule":"true","rule":"false"}', '/rule']
    ]
    for (const [method, url, payload, path] of cases) {
      const headers = { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' }
      const reply = await service.inject({ method, url: `/api/config/${url}`, headers, payload })
      t.equal(reply.statusCode, 400, `${method} ${url}`)
      t.match(reply.json(), { code: 'invalid_config', details: [{ path, message: /occurs twice/ }] })
    }
  }
)
