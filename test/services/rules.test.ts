import t from 'tap'
import { handleDelivery } from '../../src/services/deliveries.js'
import { carryOut } from '../../src/services/execution.js'
import { applyRules } from '../../src/services/rules.js'
import { applyEvent } from '../../src/webhooks/index.js'
import { Death, LEASE_LAPSES_MS } from './fixtures/acting.js'
import { comment, label, startRuled, when } from './fixtures/ruled.js'

const MOST_MOMENTS = 60

t.test('a worker may die at any moment: the next one decides once and does each thing once', async (t) => {
  const ruled = await startRuled(t, { work: false })
  const { world, repository, deeds, mortal, deps } = ruled
  const rules = { first: when('files', label('bug')), second: when('true', comment('Hello.')) }
  let deaths = 0
  for (let isUntouched = false; !isUntouched; deaths += 1) {
    await ruled.rule(rules)
    deeds.written.length = 0
    const { issue, events } = world.openPull(repository)
    await ruled.arrive(events)
    const row = (await ruled.deliveryOf(events[0]?.guid ?? ''))?.id ?? 0
    await handleDelivery(deps, row, applyEvent)
    ruled.dieAfter(deaths + 1)
    isUntouched = await untilDone(() => applyRules(mortal, row))
    for (const { id } of await ruled.actionsOn(issue.number)) await carryOut(deps, id)
    t.same(
      [...deeds.written].sort(),
      [`comment on ${issue.number}`, `label bug on ${issue.number}`],
      `dead after ${deaths + 1} moments`
    )
    t.same(
      (await ruled.decisionsOn(issue.number)).map(({ decision }) => decision),
      ['acted', 'acted']
    )
    t.same(
      (await ruled.actionsOn(issue.number)).map(({ status }) => status),
      ['succeeded', 'succeeded']
    )
  }
  t.ok(deaths >= 8 && deaths < MOST_MOMENTS, `${deaths} moments at which it could die`)

  /** Whether it was done before the process could die. */
  async function untilDone(work: () => Promise<void>): Promise<boolean> {
    for (let life = 1; life < 5; life += 1) {
      try {
        await work()
        ruled.dieAfter(undefined)
        return life === 1
      } catch (error) {
        if (!(error instanceof Death)) throw error
        ruled.dieAfter(undefined)
        world.advance(LEASE_LAPSES_MS)
      }
    }
    throw new Error('it dies again and again')
  }
})
