// What a regular sync costs, in requests: as a share of what the first one did.
import t from 'tap'
import { startSwept } from '#test/fixtures/swept.js'

const PULLS = 'GET /repos/{owner}/{repo}/pulls'
const CONTENTS = 'GET /repos/{owner}/{repo}/contents/{path}'

t.test(
  'each sweep over forty small repositories needs at most a tenth of the requests of the first sync',
  async (t) => {
    const { world, sweep, sweeps, issuesOf } = await startSwept(t)
    const { installation } = world.createInstallation('octo-org')
    const repositories = Array.from({ length: 40 }, (_, nth) => {
      const { repository } = world.createRepository(`octo-org/small-${nth}`, { installation })
      world.fill(repository, { issues: 6, pulls: 2, runs: 4 })
      return repository
    })
    await sweep()
    const first = world.count()
    for (let nth = 1; nth <= 6; nth += 1) {
      const changed = repositories.slice(nth, nth + 2)
      for (const repository of changed) world.closeIssue(repository, nth)
      world.forgetCounts()
      await sweeps(1)
      t.comment(`${world.count()} requests after ${first}`, world.counts())
      t.ok(world.count() <= first / 10, `${world.count()} of ${first}`)
      t.equal(world.count(CONTENTS), 0, 'a file that is not there is not asked for again')
      t.ok(
        world.count(PULLS) <= 2,
        'pull requests are listed only where the list of issues tells of a change'
      )
      for (const { id } of changed)
        t.match(
          (await issuesOf(id)).find(({ number }) => number === nth),
          { state: 'closed' }
        )
    }
  }
)

t.test(
  'each sweep over large repositories needs at most a twentieth of the requests of the first sync',
  async (t) => {
    const { world, sweep, sweeps, issuesOf } = await startSwept(t, { mostPerPage: 3 })
    const { installation } = world.createInstallation('octo-org')
    const repositories = ['large', 'larger'].map((name, nth) => {
      const { repository } = world.createRepository(`octo-org/${name}`, { installation })
      world.fill(repository, { issues: 270 + 90 * nth, pulls: 45, runs: 90 })
      return repository
    })
    await sweep()
    const first = world.count()
    for (let nth = 1; nth <= 4; nth += 1) {
      for (const repository of repositories) world.closeIssue(repository, nth)
      world.forgetCounts()
      await sweeps(1)
      t.comment(`${world.count()} requests after ${first}`, world.counts())
      t.ok(world.count() <= first / 20, `${world.count()} of ${first}`)
      for (const { id } of repositories)
        t.match(
          (await issuesOf(id)).find(({ number }) => number === nth),
          { state: 'closed' }
        )
    }
  }
)
