import t from 'tap'
import type { Delivery } from '#demo/world/world.js'
import { executeAction } from '#services/actions/execute.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import { runSpamGate } from '#services/spam-gate/run.js'
import { retryUntilDone } from '#test/fixtures/action-service.js'
import { startSpamService } from '#test/fixtures/spam-service.js'

const MOST_MOMENTS = 60

const gated = await startSpamService(t, { work: false })
const { world, repository, deeds, mortal, deps } = gated
await gated.gate({ pillars: { spam_gate: { max_open_issues: 1 } } })

/** Receives the event of a new issue; returns the row of its delivery. */
async function hear([event]: readonly Delivery[]): Promise<number> {
  if (!event) throw new Error('the host tells')
  await gated.arrive([event])
  const row = (await gated.deliveryOf(event.guid))?.id ?? 0
  await handleDelivery(deps, row)
  return row
}

/** The closing, and then what the closing has asked for. */
async function carryOut(number: number): Promise<void> {
  for (let round = 1; round <= 2; round += 1)
    for (const { id } of await gated.actionsOn(number)) await executeAction(deps, id)
}

t.test('given a worker crash at any step, the next worker decides once and closes once', async (t) => {
  let deaths = 0
  for (let isUntouched = false; !isUntouched; deaths += 1) {
    const author = `author-${deaths}`
    await gated.compareMirror(world.now())
    await hear(world.createIssue(repository, { author }).events)
    const { issue, events } = world.createIssue(repository, { author })
    const row = await hear(events)
    deeds.written.length = 0
    gated.dieAfter(deaths + 1)
    isUntouched = await retryUntilDone(gated, () => runSpamGate(mortal, row))
    await carryOut(issue.number)
    const decisions = (await gated.gatedOn(issue.number)).map(({ decision }) => decision)
    t.same(decisions, ['acted'], `dead after ${deaths + 1} moments`)
    t.same(deeds.written, [`close issue ${issue.number}`, `comment on ${issue.number}`])
  }
  t.ok(deaths >= 5 && deaths < MOST_MOMENTS, `${deaths} moments at which it could die`)
})
