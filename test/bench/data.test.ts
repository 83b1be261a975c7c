import t from 'tap'
import { fill } from '../../bench/mirror/fill.js'
import { FLEET } from '../../src/store/tallies.js'
import { startTestService } from '../app.js'
import { keptSums, recountedSums, repositoriesOf, wronglyShown } from '../services/fixtures/recount.js'

const SCALE = 0.08

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { deps, test } = service

t.test('what benches measure on has the sums and flags that the service would have kept', async (t) => {
  if (test.url === undefined) {
    t.pass('benches of the mirror measure on a server')
    return
  }
  await fill(test.url, SCALE, new Date())
  const known = await repositoriesOf(deps)
  t.equal(known.length, 1_000 * SCALE)
  for (const { hostId, openIssues, openPrs } of known.filter(({ hostId }) => hostId % 10 === 7)) {
    const sums = await keptSums(deps, hostId)
    t.same(sums, await recountedSums(deps, [hostId]), `repository ${hostId}`)
    t.equal(openIssues, sums['-infinity issues.open'] ?? 0)
    t.equal(openPrs, sums['-infinity prs.open'] ?? 0)
  }
  const there = known.filter(({ deletedAt }) => deletedAt === null).map(({ hostId }) => hostId)
  t.ok(there.length < known.length, 'some repositories are gone')
  t.same(await keptSums(deps, FLEET), {
    ...(await recountedSums(deps, there)),
    '-infinity repos': there.length
  })
  t.equal(await wronglyShown(deps), 0)
})
