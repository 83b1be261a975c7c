// Pull requests that update vulnerable packages: what they change, and what becomes of the vulnerabilities.
import { randomBytes } from 'node:crypto'
import t from 'tap'
import {
  ofRequests,
  REQUIREMENTS,
  startUpdates,
  statesOf,
  UPDATED,
  UPDATES
} from '#test/fixtures/update-service.js'
import { KEY } from '#test/harness/app.js'

t.test('an update changes what fixes, and what it fixes is `pr_opened`', async (t) => {
  const service = await startUpdates(t)
  const { alerts, scan, update, pulls, changed, stats } = service
  alerts.alerts.push(ofRequests())
  await scan()
  const { data, response } = await update()
  t.equal(response.status, 202)
  t.match(data, { started: true, repo: 'octo-org/hello', ecosystem: 'pip', deduplicated: false })
  const [pull] = pulls()
  t.match(pull, { title: 'Update requests from 2.19.0 to 2.20.0', state: 'open' })
  t.same(pull?.labels.map(({ name }) => name).sort(), ['dependencies', 'pip', 'security'])
  t.equal(changed('service/deps-pip'), REQUIREMENTS.replace('2.19.0', '2.20.0'))
  t.same(await statesOf(service), [`requests pr_opened ${pull?.number}`])
  t.match((await stats()).recent_batches, [
    {
      ecosystem: 'pip',
      status: 'open',
      pr_number: pull?.number,
      packages: [{ name: 'requests', from: '2.19.0', to: '2.20.0' }]
    }
  ])
})

t.test('what a pull request does not fix is never `pr_opened`, and the decision says why', async (t) => {
  const service = await startUpdates(t)
  const { alerts, scan, update, pulls, decisions } = service
  await update({ ecosystem: 'pip' })
  t.match(await decisions(), [{ decision: 'skipped', reason: /request a scan first/ }])
  alerts.alerts.push(ofRequests({ patched: '3.0.0' }))
  await scan()
  await update()
  t.same(pulls(), [])
  t.same(await statesOf(service), ['requests open null'])
  const decision = (await decisions()).find(({ reason }) => reason?.startsWith('Nothing can be changed'))
  t.match(decision, { decision: 'skipped', reason: /requests \(requirements\.txt\): .*major/i })
  await update({ ecosystem: 'pip', allow_major: true })
  t.match(pulls(), [{ title: 'Update requests from 2.19.0 to 3.0.0' }])
})

t.test('the open pull request is updated in place', async (t) => {
  const service = await startUpdates(t, { 'requirements.txt': `${REQUIREMENTS}urllib3==1.24.1\n` })
  const { alerts, scan, update, pulls, changed } = service
  alerts.alerts.push(ofRequests())
  await scan()
  await update()
  alerts.alerts.push(ofRequests({ ghsaId: 'GHSA-bbbb-bbbb-bbbb', packageName: 'urllib3', patched: '1.24.2' }))
  await scan()
  await update()
  t.equal(pulls().length, 1)
  t.match(pulls()[0]?.title, /2 pip packages/)
  t.match(changed('service/deps-pip'), /requests\[security\]==2\.20\.0[\s\S]*urllib3==1\.24\.2/)
  t.same(await statesOf(service), [
    `requests pr_opened ${pulls()[0]?.number}`,
    `urllib3 pr_opened ${pulls()[0]?.number}`
  ])
})

t.test('a pull request that people close opens its vulnerabilities again', async (t) => {
  const service = await startUpdates(t)
  const { alerts, scan, update, pulls, git, hear, settle, stats, world } = service
  alerts.alerts.push(ofRequests())
  await scan()
  await update()
  await hear(git.close(pulls()[0]?.number ?? 0))
  await settle()
  t.same(await statesOf(service), ['requests open null'])
  t.match((await stats()).recent_batches, [{ status: 'closed' }])
  world.advance(25 * 3_600_000)
  await update()
  t.equal(pulls().length, 1, 'what people have closed is not asked for again as it was')
  t.match((await stats()).recent_batches, [{ status: 'closed' }])
  t.same(await statesOf(service), ['requests open null'])
})

t.test('what a merged pull request fixes is fixed once a scan no longer finds it', async (t) => {
  const service = await startUpdates(t)
  const { alerts, scan, update, pulls, merge, stats } = service
  alerts.alerts.push(ofRequests())
  await scan()
  await update()
  const number = pulls()[0]?.number ?? 0
  await merge(number)
  t.match((await stats()).recent_batches, [{ status: 'merged' }])
  t.same(await statesOf(service), [`requests pr_opened ${number}`])
  alerts.alerts.length = 0
  await scan()
  t.same(await statesOf(service), [`requests fixed ${number}`])
})

t.test('what a scan still finds after its pull request was merged is open again', async (t) => {
  const service = await startUpdates(t)
  const { alerts, scan, update, pulls, merge, world } = service
  alerts.alerts.push(ofRequests())
  await scan()
  await update()
  const number = pulls()[0]?.number ?? 0
  await merge(number)
  await scan()
  t.same(await statesOf(service), [`requests pr_opened ${number}`], 'the host closes alerts a while later')
  world.advance(2 * 3_600_000)
  t.match(await scan(), { status: 'completed', failures: [] })
  t.same(await statesOf(service), ['requests open null'])
})

t.test('a pull request fixes only what it raises far enough', async (t) => {
  const service = await startUpdates(t)
  const { alerts, scan, settle, update, pulls } = service
  alerts.alerts.push(
    ofRequests(),
    ofRequests({ ghsaId: 'GHSA-bbbb-bbbb-bbbb', severity: 'critical', patched: '3.0.0' })
  )
  await scan()
  await settle()
  await update()
  const [pull] = pulls()
  t.match(pull, { title: 'Update requests from 2.19.0 to 2.20.0' })
  t.same(await statesOf(service), ['requests open null', `requests pr_opened ${pull?.number}`])
})

t.test('a pull request that people close before the service has noted it is a closed one', async (t) => {
  const service = await startUpdates(t)
  const { alerts, scan, client, work, world, hear, git, settle, pulls, stats } = service
  alerts.alerts.push(ofRequests())
  await scan()
  await client.POST(UPDATES, { params: { path: UPDATED }, body: { ecosystem: 'pip' } })
  t.same(await work(['dependencies']), [])
  t.same(await work(['action']), [])
  await hear(world.takeEvents())
  await hear(git.close(pulls()[0]?.number ?? 0))
  await settle()
  t.same(await statesOf(service), ['requests open null'])
  t.match((await stats()).recent_batches, [{ status: 'closed' }])
})

t.test(
  'what opens a pull request anew, because the last one was merged meanwhile, is followed',
  async (t) => {
    const service = await startUpdates(t, { 'requirements.txt': `${REQUIREMENTS}urllib3==1.24.1\n` })
    const { alerts, scan, update, client, work, merge, pulls, stats } = service
    alerts.alerts.push(ofRequests())
    await scan()
    await update()
    const first = pulls()[0]?.number ?? 0
    alerts.alerts.push(
      ofRequests({ ghsaId: 'GHSA-bbbb-bbbb-bbbb', packageName: 'urllib3', patched: '1.24.2' })
    )
    await scan()
    await client.POST(UPDATES, { params: { path: UPDATED }, body: { ecosystem: 'pip' } })
    t.same(await work(['dependencies']), [])
    await merge(first)
    const second = pulls().find(({ state }) => state === 'open')?.number
    t.match((await stats()).recent_batches, [
      { status: 'open', pr_number: second },
      { status: 'merged', pr_number: first }
    ])
    t.ok((await statesOf(service)).includes(`urllib3 pr_opened ${second}`))
  }
)

t.test('packages are chosen by any spelling that their registry knows', async (t) => {
  const { alerts, scan, update, pulls } = await startUpdates(t)
  alerts.alerts.push(ofRequests())
  await scan()
  await update({ ecosystem: 'pip', packages: ['flask'] })
  t.same(pulls(), [])
  await update({ ecosystem: 'pip', packages: ['Requests'] })
  t.match(pulls(), [{ title: 'Update requests from 2.19.0 to 2.20.0' }])
})

t.test('an update of many packages is requested like any other', async (t) => {
  const { update } = await startUpdates(t)
  const packages = Array.from({ length: 200 }, () => randomBytes(100).toString('hex'))
  t.equal((await update({ ecosystem: 'pip', packages })).response.status, 202)
})

t.test('a critical vulnerability of which no version is known asks for no update', async (t) => {
  const service = await startUpdates(t)
  service.alerts.alerts.push(ofRequests({ packageName: 'unheard-of', severity: 'critical' }))
  await service.scan()
  await service.settle()
  t.notOk((await service.decisions()).some(({ reason }) => reason?.startsWith('No open vulnerability')))
})

t.test('a critical vulnerability has a pull request before anybody asks', async (t) => {
  const service = await startUpdates(t)
  const { alerts, scan, settle, pulls } = service
  alerts.alerts.push(ofRequests({ severity: 'critical' }))
  await scan()
  await settle()
  t.match(pulls(), [{ pull: { head: 'service/deps-critical-pip' } }])
  t.same(
    pulls()[0]
      ?.labels.map(({ name }) => name)
      .sort(),
    ['critical', 'dependencies', 'security']
  )
})

t.test('an ecosystem that nobody can update, and a repository that nobody knows, are refused', async (t) => {
  const { client, inject, configure, update } = await startUpdates(t)
  const wrong = await inject({
    method: 'POST',
    url: '/api/phase3/dependencies/octo-org/hello/batch-pr',
    headers: { authorization: `Bearer ${KEY}` },
    payload: { ecosystem: 'hex' }
  })
  t.equal(wrong.statusCode, 400)
  const unknown = await client.POST(UPDATES, {
    params: { path: { owner: 'octo-org', repo: 'none' } },
    body: null
  })
  t.equal(unknown.response.status, 404)
  await configure({ pillars: { trust: { dependency_scanning: false } } })
  t.equal((await update()).response.status, 409)
})

t.test('a dry run opens no pull request, and says what it would have done', async (t) => {
  const service = await startUpdates(t)
  const { alerts, scan, update, pulls, configure, decisions } = service
  await configure({ settings: { dry_run: true } })
  alerts.alerts.push(ofRequests())
  await scan()
  await update()
  t.same(pulls(), [])
  t.same(await statesOf(service), ['requests open null'])
  t.ok(
    (await decisions()).some(
      ({ decision, reason }) => decision === 'dry_run' && /It fixes requests/.test(reason ?? '')
    )
  )
})
