// A process that dies at every step of a command: it is carried out once, and replied to once.
import t from 'tap'
import { payloadOf } from '#demo/world/world.js'
import type { Deps } from '#deps.js'
import { HOUR_MS } from '#domain/time/durations.js'
import { objectAt } from '#host/payload.js'
import { startCommands } from '#test/fixtures/command-service.js'
import { openCrashableJobs } from '#test/fixtures/crashable-jobs.js'

const MOST_MOMENTS = 60

/** The process may die before each call to the host, and after it. */
function withMortalHost(deps: Deps, step: () => void): Deps {
  const { effects } = deps.host
  const host: Deps['host'] = {
    ...deps.host,
    async accessLevelOf(...asked) {
      step()
      return deps.host.accessLevelOf(...asked)
    },
    effects: {
      ...effects,
      perform: (place, order, mayWrite) =>
        effects.perform(place, order, async () => {
          step()
          await mayWrite()
          step()
        })
    }
  }
  return { ...deps, host }
}

t.test('killed at any step, a waiver is granted once and announced once', async (t) => {
  const { written, hear, world, deps, deeds, repository, waivers, governance } = await startCommands(t)
  const jobs = openCrashableJobs(deps, withMortalHost)
  let moments = 1
  for (let isWhole = false; !isWhole && moments < MOST_MOMENTS; moments += 1) {
    const [event, ...rest] = written('/service waive triage reason "Noise"')
    if (!event) throw new Error('a comment is delivered')
    await hear([event, ...rest])
    const comment_id = Number(objectAt(payloadOf(event), 'comment')?.['id'])
    jobs.add('commands.run', { repo_id: repository.id, comment_id })
    jobs.dieAfter(moments)
    for (let due = await jobs.work(); due; due = await jobs.work())
      world.advance(Math.max(0, due.getTime() - world.now().getTime()) + HOUR_MS)
    isWhole = jobs.hasSurvived()
    t.match(deeds.comments.splice(0), [{ body: /Waiver \d+ exempts/ }], `dead after ${moments} moments`)
    t.equal((await waivers()).length, moments)
    t.equal((await governance()).length, moments)
    jobs.forget()
  }
  t.ok(moments > 8 && moments < MOST_MOMENTS, `${moments} moments at which it could die`)
})
