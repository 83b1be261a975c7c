import t from 'tap'
import { executeAction } from '#services/actions/execute.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import { applyRules } from '#services/rules/apply.js'
import { retryUntilDone } from '#test/fixtures/action-service.js'
import { comment, label, startRuleService, when } from '#test/fixtures/rule-service.js'

const MOST_MOMENTS = 60

t.test('given a worker crash at any step, the next worker decides once and acts once', async (t) => {
  const ruled = await startRuleService(t, { work: false })
  const { world, repository, deeds, mortal, deps } = ruled
  const rules = { first: when('files', label('bug')), second: when('true', comment('Hello.')) }
  let deaths = 0
  for (let isUntouched = false; !isUntouched; deaths += 1) {
    await ruled.rule(rules)
    deeds.written.length = 0
    const { issue, events } = world.openPull(repository)
    await ruled.arrive(events)
    const row = (await ruled.deliveryOf(events[0]?.guid ?? ''))?.id ?? 0
    await handleDelivery(deps, row)
    ruled.dieAfter(deaths + 1)
    isUntouched = await retryUntilDone(ruled, () => applyRules(mortal, row))
    for (const { id } of await ruled.actionsOn(issue.number)) await executeAction(deps, id)
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
})
