import t from 'tap'
import { jobs } from '#capabilities/index.js'
import { startRuleService } from '#test/fixtures/rule-service.js'
import { startJourney } from './journey.js'

t.test('a delivery that failed is retried on its page, and what it told of is known then', async (t) => {
  let isBroken = true
  const usual = jobs['delivery.handle']
  const handle: typeof usual.handle = async (...given) => {
    if (isBroken) throw new Error('The test keeps it from being handled.')
    return usual.handle(...given)
  }
  const broken = { ...jobs, 'delivery.handle': { ...usual, retryLimit: 0, handle } }
  const service = await startRuleService(t, { work: true, jobs: broken })
  await service.configure()
  const { issue, events } = service.world.createIssue(service.repository, { title: 'The gate is shut' })
  await service.arrive(events)
  await service.idle()
  const { open, follow, ask, sees, complaints } = await startJourney(t, service.app)

  await open('/dashboard/deliveries')
  await follow('issues')
  await sees('The test keeps it from being handled.')
  isBroken = false
  await ask('Retry')
  await service.idle()
  await sees('processed')
  await open('/dashboard/issues')
  await sees('The gate is shut')
  t.ok(issue.number)
  t.same(complaints, [], 'the console was silent')
})
