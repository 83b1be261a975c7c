// What becomes of the pull requests of updates: closed, reopened, divided, and refused by the host.
import t from 'tap'
import { refusal } from '#demo/world/faults.js'
import { LARGEST_PATCH } from '#services/patches/propose.js'
import { ofRequests, REQUIREMENTS, startUpdates, statesOf } from '#test/fixtures/update-service.js'

const URLLIB = { ghsaId: 'GHSA-bbbb-bbbb-bbbb', packageName: 'urllib3', patched: '1.24.2' }
const TWO = `${REQUIREMENTS}urllib3==1.24.1\n`

/** With an open pull request for one vulnerability. */
async function startOpen(t: Parameters<typeof startUpdates>[0]) {
  const service = await startUpdates(t)
  service.alerts.alerts.push(ofRequests())
  await service.scan()
  await service.update()
  const number = service.pulls()[0]?.number ?? 0
  t.same(await statesOf(service), [`requests pr_opened ${number}`])
  return { ...service, number, pull: () => service.pulls().find((one) => one.number === number) }
}

t.test(
  'a pull request whose vulnerabilities are all fixed or dismissed is closed, and says why',
  async (t) => {
    const service = await startOpen(t)
    const { list, dismiss, settle, pull, git, number, stats, scan } = service
    await dismiss((await list()).data[0]?.id ?? 0, { reason: 'It is not used' })
    await settle()
    t.match(pull(), { state: 'closed', body: /every vulnerability of pip packages .* fixed or dismissed/ })
    t.match(git.comments(number), [/`requests` .*: dismissed/])
    t.match((await stats()).recent_batches, [{ status: 'closed' }])
    await scan()
    await settle()
    t.equal(git.comments(number).length, 1)
  }
)

t.test('a pull request that nobody needs any more stays open if people have pushed to it', async (t) => {
  const service = await startOpen(t)
  const { alerts, scan, settle, pull, git, hear, number } = service
  await hear(git.pushToPull(number, { 'more.txt': 'by a person' }))
  alerts.alerts.length = 0
  await scan()
  await settle()
  t.same(await statesOf(service), [`requests fixed ${number}`])
  t.match(pull(), { state: 'open' })
  t.same(git.comments(number), [])
})

t.test('a pull request that people open again is followed again', async (t) => {
  const service = await startOpen(t)
  const { git, hear, settle, number, stats, merge, alerts, scan } = service
  await hear(git.close(number))
  await settle()
  t.same(await statesOf(service), ['requests open null'])
  await hear(git.reopen(number))
  await settle()
  t.same(await statesOf(service), [`requests pr_opened ${number}`])
  t.match((await stats()).recent_batches, [{ status: 'open', pr_number: number }])
  await merge(number)
  alerts.alerts.length = 0
  await scan()
  t.same(await statesOf(service), [`requests fixed ${number}`])
})

t.test('what does not fit into one pull request comes when it is merged', async (t) => {
  const folders = Array.from({ length: LARGEST_PATCH.files }, (_, index) => `part-${index}/requirements.txt`)
  const service = await startUpdates(t, {
    'requirements.txt': 'urllib3==1.24.1\n',
    ...Object.fromEntries(folders.map((path) => [path, 'requests==2.19.0\n']))
  })
  const { alerts, scan, update, pulls, merge, list } = service
  const pathsOf = async (number: number) =>
    (await list({ per_page: 100 })).data
      .filter(({ fix_pr_number: pull }) => pull === number)
      .map(({ manifest_path: path }) => path)
  alerts.alerts.push(
    ...folders.map((manifestPath) => ofRequests({ manifestPath, severity: 'medium' })),
    ofRequests({ ...URLLIB, severity: 'high' })
  )
  await scan()
  await update()
  const first = pulls()[0]?.number ?? 0
  t.match(pulls()[0], { body: /requests.*comes with the next one/ })
  const taken = await pathsOf(first)
  t.equal(taken.length, LARGEST_PATCH.files)
  t.ok(taken.includes('requirements.txt'), 'the worst comes first')
  await merge(first)
  const second = pulls().at(-1)
  t.match(second, { state: 'open', title: 'Update requests from 2.19.0 to 2.20.0' })
  t.equal((await pathsOf(second?.number ?? 0)).length, 1)
})

t.test('pull requests that change the same file do not hold each other up', async (t) => {
  const service = await startUpdates(t, { 'requirements.txt': TWO })
  const { alerts, scan, settle, update, pulls, changed, merge } = service
  alerts.alerts.push(ofRequests({ severity: 'critical' }), ofRequests(URLLIB))
  await scan()
  await settle()
  await update()
  t.equal(pulls().length, 2)
  t.match(changed('service/deps-pip'), /requests\[security\]==2\.19\.0[\s\S]*urllib3==1\.24\.2/)
  await merge(pulls().find(({ pull }) => pull?.head === 'service/deps-critical-pip')?.number ?? 0)
  t.match(changed('service/deps-pip'), /requests\[security\]==2\.20\.0[\s\S]*urllib3==1\.24\.2/)
  t.equal(pulls().length, 2)
})

t.test('what was refused is planned again when a manifest has changed, and not before', async (t) => {
  const service = await startUpdates(t)
  const { alerts, scan, settle, decisions, git, world } = service
  alerts.alerts.push(ofRequests({ severity: 'critical', patched: '3.0.0' }))
  const plans = async () =>
    (await decisions()).filter(({ target_type: target }) => target === 'branch').length
  const scanAgain = async () => {
    await scan()
    await settle()
    return plans()
  }
  t.equal(await scanAgain(), 1)
  t.equal(await scanAgain(), 1)
  git.pushOutside({ 'requirements.txt': `${REQUIREMENTS}# changed\n` })
  t.equal(await scanAgain(), 2)
  await service.configure({ settings: { dry_run: true } })
  t.equal(await scanAgain(), 3)
  world.advance(7 * 86_400_000)
  t.equal(await scanAgain(), 4)
})

t.test('an update that the host forbids leaves its reason, and the vulnerabilities open', async (t) => {
  const service = await startUpdates(t)
  const { alerts, scan, update, pulls, decisions, world } = service
  alerts.alerts.push(ofRequests())
  await scan()
  const message = 'Resource not accessible by integration'
  world.refuseNext('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', 9, () => refusal(403, message))
  await update()
  t.same(pulls(), [])
  t.same(await statesOf(service), ['requests open null'])
  t.match((await decisions())[0], { decision: 'blocked', reason: /not accessible by integration/ })
})

t.test('a pull request that the host forbids leaves its reason, and is no open one', async (t) => {
  const service = await startUpdates(t)
  const { alerts, scan, update, stats, world, client } = service
  alerts.alerts.push(ofRequests())
  await scan()
  world.refuseNext('POST /repos/{owner}/{repo}/git/trees', 9, () =>
    refusal(403, 'Resource not accessible by integration')
  )
  await update()
  t.same(await statesOf(service), ['requests open null'])
  t.match((await stats()).recent_batches, [{ status: 'closed', pr_number: null }])
  const { data } = await client.GET('/api/actions', { params: { query: { action_type: 'keep-patch-pr' } } })
  t.match(data?.data, [{ action_type: 'keep-patch-pr', error_message: /not accessible/ }])
})
