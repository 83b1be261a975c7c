// Many random schedules in a simulated world; `simulation/schedules.ts` says what is checked at every step.
// More of them: node dist/tests/domain/merge-queue/schedules.test.js <how many> <first seed>
import t from 'tap'
import { realLane as lane } from './simulation/mechanism.js'
import { watchedForPurity } from './simulation/purity.js'
import { runSchedules } from './simulation/schedules.js'

const [count = 400, from = 1] = process.argv.slice(2).map(Number)

t.test(
  'whatever happens: what lands was tested as it lands, once, in order, and all comes to rest',
  async (t) => {
    const { steps, tests, landed } = runSchedules(lane, { from, count })
    t.comment(`${count} schedules, ${steps} steps, ${tests} tests, ${landed} landings`)
    t.ok(landed > count * 5, 'the schedules land something')
  }
)

t.test('a step leaves its input as it is, and the same input has the same outcome', async (t) => {
  const { steps } = runSchedules(watchedForPurity(lane), { from, count: Math.ceil(count / 80) })
  t.ok(steps > 0)
})
