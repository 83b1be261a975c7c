import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openDiagnosis } from '#diagnosis/index.js'
import { NETWORK, startHealService, TYPE_ERROR } from '#test/fixtures/heal-service.js'
import { checkSums } from '#test/fixtures/recount.js'
import { until } from '#test/harness/until.js'

t.test(
  'however long a log takes to read, requests are answered meanwhile and the attempt ends',
  async (t) => {
    const thread = join(t.testdir(), 'thread.mjs')
    writeFileSync(
      thread,
      `import { parentPort } from 'node:worker_threads'\nparentPort.on('message', () => { for (;;); })\n`
    )
    let reading = 'not begun'
    const diagnose = openDiagnosis({ budgetMs: 1, onLost: () => undefined, silenceMs: 2_000, thread })
    const { failed, arrive, healsOf, inject, deps } = await startHealService(t, {
      work: true,
      deps: {
        diagnose(log) {
          reading = 'begun'
          return diagnose(log).finally(() => {
            reading = 'over'
          })
        }
      }
    })
    const broken = failed([{ log: TYPE_ERROR }])
    await arrive(broken.events)
    await until('its log is being read', async () => reading === 'begun')
    t.equal((await inject({ method: 'GET', url: '/health' })).statusCode, 200)
    t.equal(reading, 'begun', 'the log is still being read')
    await until('the attempt has ended', async () => (await healsOf(broken.run.id))[0]?.finishedAt != null)
    t.match(await healsOf(broken.run.id), [{ failureType: 'unknown', rootCause: /could not be read/ }])
    await checkSums(t, deps)
  }
)

t.test('a thread reads the log of a failure, and the attempt goes by what it says', async (t) => {
  const diagnose = openDiagnosis({ budgetMs: 60_000, onLost: t.fail })
  const { failed, send, healsOf } = await startHealService(t, { work: true, deps: { diagnose } })
  const broken = failed([{ log: NETWORK }])
  await send(broken)
  t.match(await healsOf(broken.run.id), [{ failureType: 'network', strategy: 'rerun' }])
})
