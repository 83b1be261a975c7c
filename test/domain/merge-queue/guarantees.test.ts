import t from 'tap'
import { MOST_OVERTAKINGS } from '#domain/merge-queue/lane/order.js'
import { realLane as lane } from './simulation/mechanism.js'
import { Scenario } from './simulation/scenario.js'
import { MINUTE_MS } from './simulation/weather.js'

const HOUR_MS = 60 * MINUTE_MS
const from = 1_000_000
const freeze = { from, to: from + 5 * HOUR_MS, reason: 'release' }

t.test('a freeze stops landings and not tests, and what is green lands when it ends', async (t) => {
  const scenario = new Scenario(lane, { freezes: [freeze] })
  for (let pull = 0; pull < 3; pull++) scenario.open()
  scenario.runFor(4 * HOUR_MS)
  t.ok(scenario.sim.tests > 0, 'tests ran')
  t.same(scenario.wished, [])
  scenario.settle()
  t.same(scenario.landed, [1, 2, 3])
  t.equal(scenario.wished[0]?.wishedAt, freeze.to, 'it lands at once')
})

t.test('an urgent entry lands during a freeze', async (t) => {
  const scenario = new Scenario(lane, { freezes: [freeze] })
  scenario.open({ priority: 10 })
  scenario.runFor(4 * HOUR_MS)
  t.same(scenario.landed, [1])
})

t.test('an urgent entry lands during a freeze although a green batch was there before it', async (t) => {
  const scenario = new Scenario(lane, { freezes: [freeze] })
  for (let pull = 0; pull < 3; pull++) scenario.open()
  scenario.runFor(2 * HOUR_MS)
  t.same(scenario.landed, [])
  scenario.open({ priority: 10 })
  scenario.runFor(2 * HOUR_MS)
  t.same(scenario.landed, [4])
  scenario.settle()
  t.same(scenario.landed, [4, 1, 2, 3])
})

t.test('entries land in the order of their priority, then of their admission', async (t) => {
  const scenario = new Scenario(lane, { depth: 1, batchSize: 4 })
  for (const priority of [0, -3, 5, 0, 5]) scenario.open({ priority })
  scenario.settle()
  t.same(scenario.landed, [3, 5, 1, 4, 2])
})

for (const { batchSize, depth } of [
  { batchSize: 1, depth: 1 },
  { batchSize: 4, depth: 1 },
  { batchSize: 4, depth: 3 }
])
  t.test(
    `a ready entry is overtaken ${MOST_OVERTAKINGS} times at most: ${batchSize} by ${depth}`,
    async (t) => {
      const scenario = new Scenario(lane, { batchSize, depth, batchMaxWaitMs: 0 })
      scenario.open()
      const low = scenario.open({ priority: -5 })
      const toCome = 6 * MOST_OVERTAKINGS
      for (let pull = 0; pull < toCome; pull++) {
        scenario.open({ priority: 5 })
        scenario.runFor(3 * MINUTE_MS)
      }
      scenario.settle()
      const before = scenario.landed.indexOf(low.number)
      t.ok(before <= MOST_OVERTAKINGS + 1, `${before} landed before it, one of which was there first`)
      t.equal(scenario.landed.length, toCome + 2)
    }
  )

t.test('a lane whose base holds something else than expected lands nothing until resumed', async (t) => {
  const scenario = new Scenario(lane)
  const { sim } = scenario
  for (let pull = 0; pull < 3; pull++) scenario.open()
  sim.host.surprise = { id: 'surprise', lines: [], feature: 0, isBroken: false, areas: null }
  while (scenario.landed.length === 0) t.ok(sim.advance())
  scenario.runFor(MINUTE_MS)
  t.type(sim.lane.stopped, 'string')
  const wished = scenario.wished.length
  scenario.open({ priority: 10 })
  sim.readBase()
  scenario.runFor(5 * HOUR_MS)
  t.type(sim.lane.stopped, 'string')
  t.equal(scenario.wished.length, wished)
  t.equal(scenario.landed.length, 1)

  sim.now += 1
  sim.send({ is: 'resumed' })
  scenario.settle()
  t.equal(sim.lane.stopped, null)
  t.equal(scenario.landed.length, 4)
})

t.test('a check that fails by chance does not eject', async (t) => {
  const scenario = new Scenario(lane, { batchSize: 1 }, { flaky: 1 })
  scenario.open()
  while (scenario.sim.tests === 0) t.ok(scenario.sim.advance())
  // What was built by now is tested by the weather of then: let the second test be built in the new one.
  scenario.sim.weather = { ...scenario.sim.weather, flaky: 0 }
  scenario.settle()
  t.same(scenario.landed, [1])
  t.equal(scenario.sim.tests, 2)
})

t.test('a candidate whose checks never answer does not hold up those behind it', async (t) => {
  const scenario = new Scenario(lane, { batchSize: 1, depth: 1 }, { unanswered: 1 })
  scenario.open()
  scenario.runFor(MINUTE_MS)
  scenario.sim.weather = { ...scenario.sim.weather, unanswered: 0 }
  scenario.open()
  scenario.settle()
  t.ok(scenario.landed.includes(2))
})

t.test('whoever leaves while it is landing stays out, although it is pushed to afterwards', async (t) => {
  const scenario = new Scenario(lane)
  const { sim } = scenario
  const { number, head } = scenario.open()
  while (scenario.wished.length === 0) t.ok(sim.advance())
  const headSha = `${head.sha}-new`
  sim.host.setHead(number, { ...head, sha: headSha })
  sim.send({ is: 'left', number, reason: 'unlabelled' })
  sim.send({ is: 'pushed', number, headSha, areas: null })
  scenario.settle()
  t.same(scenario.landed, [])
  t.equal(scenario.wished.length, 1, 'it is not tried again')
})

t.test('pull requests of areas that do not touch do not wait for one another', async (t) => {
  const scenario = new Scenario(lane, { batchSize: 1, depth: 1, batchMaxWaitMs: 0 })
  scenario.open({ areas: ['api'] })
  scenario.open({ areas: ['web'] })
  scenario.runFor(5 * MINUTE_MS)
  t.equal(scenario.sim.lane.batches.length, 2, 'both are tested at once')
  scenario.settle()
  t.equal(scenario.landed.length, 2)
  t.equal(scenario.sim.tests, 2, 'neither is tested again because the other has landed')
})

t.test(
  'a pull request that may touch everything waits for those before it, and for nobody else',
  async (t) => {
    const scenario = new Scenario(lane, { batchSize: 1, depth: 1, batchMaxWaitMs: 0 })
    for (const areas of [['api'], ['web'], null]) scenario.open({ areas })
    for (let pull = 0; pull < 10; pull++) {
      scenario.open({ areas: [pull % 2 === 0 ? 'api' : 'web'] })
      scenario.runFor(MINUTE_MS)
    }
    scenario.settle()
    t.equal(scenario.landed.indexOf(3), 2)
    t.equal(scenario.landed.length, 13)
    t.equal(scenario.sim.tests, 13)
  }
)

t.test('what is red together is found in one area while the others land', async (t) => {
  const scenario = new Scenario(lane, { batchSize: 4, depth: 2, batchMaxWaitMs: MINUTE_MS })
  for (let pull = 0; pull < 4; pull++) scenario.open({ areas: ['api'], isBroken: pull === 2 })
  for (let pull = 0; pull < 4; pull++) scenario.open({ areas: ['web'] })
  scenario.settle()
  t.same(
    scenario.landed.toSorted((one, other) => one - other),
    [1, 2, 4, 5, 6, 7, 8]
  )
  t.same(scenario.landed.slice(0, 4), [5, 6, 7, 8])
})

t.test('without strictness a green head lands on a base that has moved, and nothing is built', async (t) => {
  const scenario = new Scenario(lane, { strict: false })
  for (let pull = 0; pull < 3; pull++) scenario.open()
  scenario.settle()
  t.same(scenario.landed, [1, 2, 3])
  t.equal(scenario.ledger.candidates.size, 0)
})
