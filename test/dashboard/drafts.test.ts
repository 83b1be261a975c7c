import t from 'tap'
import { draftsOf, faultsIn, valuesOf } from '#dashboard/kit/forms/drafts.js'
import { configureQueue, createPolicy, saveGate } from '../../openapi/fields.js'
import { seedRepository } from '../fixtures/seed.js'
import { KEY, startTestService } from '../harness/app.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
await seedRepository(service.deps, { hostId: 42, fullName: 'octo-org/hello' })

const CONDITION = { metric: 'open_issues', operator: '<', threshold: '5' }

t.test(
  'a form finds in lists and groups the faults that the service finds, and in the same words',
  async (t) => {
    const gates = [
      { name: 'release' },
      { name: 'release', conditions: [] },
      { name: 'release', conditions: [{ metric: 'open_issues', operator: '<' }] },
      { name: 'release', conditions: [CONDITION, { metric: 'open_issues', threshold: '1' }] }
    ]
    for (const drafts of gates) {
      const payload = valuesOf(saveGate, drafts)
      const url = '/api/gates/octo-org/hello'
      const headers = { authorization: `Bearer ${KEY}` }
      const reply = await service.inject({ method: 'POST', url, headers, payload })
      const found = reply
        .json()
        .details.map((one: { path: string; message: string }) => [one.path, one.message])
      const mine = Object.entries(faultsIn(saveGate, drafts)).map(([path, fault]) => [`/${path}`, fault])
      t.same(mine.slice(0, 1), found.slice(0, 1), JSON.stringify(drafts))
    }
  }
)

t.test('each row has its own faults', (t) => {
  const areas = [{ name: 'A b', paths: ['', 'src'] }, { name: 'web' }]
  t.same(Object.keys(faultsIn(configureQueue, { areas })), [
    'areas/0/name',
    'areas/0/paths/0',
    'areas/1/paths'
  ])
  t.match(faultsIn(configureQueue, { required_checks: ['build', 'build'] }), {
    required_checks: 'must not hold anything twice'
  })
  t.match(faultsIn(createPolicy, { name: 'x', required_labels: [{ name: 'bug', value: 'red' }] }), {
    'required_labels/0/value': 'must be six hexadecimal digits'
  })
  t.end()
})

t.test('what the service has becomes a draft, and an untouched draft the same again', (t) => {
  const queue = {
    required_checks: ['build', 'test'],
    admit_on: ['label'],
    freezes: [{ from: '2026-01-31T09:30:00.000Z', to: '2026-02-01T09:30:00.000Z', reason: 'Release' }],
    areas: [{ name: 'web', paths: ['web/**'] }],
    batch_size: 3
  }
  t.same(valuesOf(configureQueue, draftsOf(configureQueue, queue)), queue)
  const policy = {
    name: 'x',
    required_labels: { bug: 'd73a4a' },
    repository_settings: { has_wiki: false },
    required_files: []
  }
  t.same(valuesOf(createPolicy, draftsOf(createPolicy, policy)), policy)
  t.same(valuesOf(createPolicy, {}), {}, 'what was never touched is not sent')
  t.end()
})
