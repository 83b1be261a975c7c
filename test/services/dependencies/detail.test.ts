// One vulnerability: where it stands, and the update that ends it.
import t from 'tap'
import { ofRequests, REQUIREMENTS, startUpdates } from '#test/fixtures/update-service.js'

const service = await startUpdates(t, { 'tools/requirements.txt': REQUIREMENTS })
const { client, alerts, list, scan, update, pulls } = service
const detail = (id: number) =>
  client.GET('/api/phase3/dependencies/vulnerabilities/{id}', { params: { path: { id } } })

t.test('a vulnerability names its manifest with its line, and the others that have it', async (t) => {
  alerts.alerts.push(ofRequests(), ofRequests({ manifestPath: 'tools/requirements.txt' }))
  await scan()
  const rows = (await list()).data
  t.equal(rows.length, 2)
  for (const row of rows) {
    const other = rows.find(({ id }) => id !== row.id)
    const { data } = await detail(row.id)
    t.match(data, row)
    t.match(data, {
      manifest: { file_path: row.manifest_path, status: 'read' },
      also_in: [{ id: other?.id, manifest_path: other?.manifest_path, status: 'open' }],
      advisory_url: 'https://github.com/advisories/GHSA-aaaa-aaaa-aaaa',
      update: null,
      update_action_id: null,
      update_decision_id: null
    })
    t.ok(
      data?.manifest_url?.includes(`/blob/${service.git.tip()}/${row.manifest_path}`),
      data?.manifest_url ?? ''
    )
  }
})

t.test('an update is named with its pull request, its action and its decision', async (t) => {
  await update()
  const [row] = (await list({ status: 'pr_opened' })).data
  const { data } = await detail(row?.id ?? 0)
  t.match(data, {
    status: 'pr_opened',
    fix_pr_number: pulls()[0]?.number,
    update: { ecosystem: 'pip', status: 'open', pr_number: pulls()[0]?.number },
    update_action_id: Number,
    update_decision_id: Number
  })
  const path = { id: data?.update_decision_id ?? 0 }
  const { data: decision } = await client.GET('/api/decisions/{id}', { params: { path } })
  t.match(decision, { decision: 'acted', action_ids: [data?.update_action_id] })
})

t.test('a vulnerability that nobody knows is 404', async (t) => {
  const { response, error } = await detail(99_999)
  t.equal(response.status, 404)
  t.match(error, { code: 'vulnerability_not_found' })
})
