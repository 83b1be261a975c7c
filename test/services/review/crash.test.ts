// A process that dies at every step of a review: people read one review all the same.
import t from 'tap'
import type { Deps } from '#deps.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { openCrashableJobs } from '#test/fixtures/crashable-jobs.js'
import { MARKED, REVIEWED, startReviews } from '#test/fixtures/review-service.js'

const MOST_MOMENTS = 120

/** The process may die before each read of the change, and around each write to the host. */
function withMortalHost(deps: Deps, step: () => void): Deps {
  const { effects, livePull, changedTexts, fetchSourceTree } = deps.host
  const perform: typeof effects.perform = async (place, order, mayWrite) => {
    const done = await effects.perform(place, order, async () => {
      step()
      await mayWrite()
      step()
    })
    step()
    return done
  }
  const mortal =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      step()
      const result = await call(...args)
      step()
      return result
    }
  const reads = {
    livePull: mortal(livePull),
    changedTexts: mortal(changedTexts),
    fetchSourceTree: mortal(fetchSourceTree)
  }
  return { ...deps, host: { ...deps.host, ...reads, effects: { ...effects, perform } } }
}

t.test('killed at any step, a review is submitted once', async (t) => {
  const { deps, client, git, world, onHost, checks, last } = await startReviews(t, {
    service: { work: false }
  })
  const jobs = openCrashableJobs(deps, withMortalHost)
  let moments = 1
  for (let isWhole = false; !isWhole && moments < MOST_MOMENTS; moments += 1) {
    const { number } = git.openPull({ files: { [`src/${moments}.js`]: MARKED } })
    const path = { ...REVIEWED, pr: number }
    const { data } = await client.POST('/api/review/trigger/{owner}/{repo}/{pr}', { params: { path } })
    jobs.add('review.run', { review_id: data?.review_id ?? 0, round: 1 })
    jobs.dieAfter(moments)
    for (let due = await jobs.work(); due; due = await jobs.work())
      world.advance(Math.max(0, due.getTime() - world.now().getTime()) + HOUR_MS)
    isWhole = jobs.hasSurvived()
    jobs.forget()
    world.takeEvents()
    t.match(await last(), { pr_number: number, status: 'completed', blocked: true }, `dead after ${moments}`)
    t.equal(onHost(number).length, 1)
    t.equal(checks(number)[0], 'failure')
  }
  t.ok(moments > 15 && moments < MOST_MOMENTS, `${moments} moments at which it could die`)
})
