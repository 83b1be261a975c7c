// The stories of the demo by themselves: no service listens.
import t from 'tap'
import { castOf } from '#demo/cast.js'
import { openCi } from '#demo/ci.js'
import { Director } from '#demo/director.js'
import { plan } from '#demo/month.js'
import { randomOf } from '#demo/random.js'
import { TESTS } from '#demo/stories/flaky.js'
import { startWorld } from '#demo/world/world.js'
import { DAY_MS } from '#domain/time/durations.js'
import { createClient } from '../../openapi/client.js'

const DAYS = 30

/** All that is told in a month. */
async function monthOf(seed: number): Promise<string[]> {
  const start = new Date('2026-03-01T00:00:00Z')
  let now = start
  const world = await startWorld({ clock: () => now })
  const told: string[] = []
  const homes = castOf(world)
  const ci = openCi(world, new Map(homes.map(({ repository }) => [repository.id, TESTS])))
  const director = new Director()
  const stage = {
    world,
    ci,
    homes,
    random: randomOf(seed),
    people: ['ines', 'jon', 'acme-lea'],
    client: createClient({ baseUrl: 'http://service.test', fetch: async () => Response.json({}) }),
    ask: (request: Promise<unknown>) => void request.catch(() => {}),
    tell: (line: string) => void told.push(`${now.toISOString()} ${line}`)
  }
  plan(director, stage, { start, lasting: DAYS * DAY_MS, share: 1 })
  for (let at = director.nextAt; at; at = director.nextAt) {
    now = at
    director.play(now, (error) => {
      throw error
    })
    for (const { repository, sha } of ci.begun()) ci.finish(repository, sha)
  }
  await world.close()
  return told
}

t.test('the same seed and moment bring the same story, and another seed brings another', async (t) => {
  const [one, again, other] = [await monthOf(1), await monthOf(1), await monthOf(2)]
  t.ok(one.length > 40, `${one.length} lines`)
  t.same(again, one)
  t.notSame(other, one)
})
