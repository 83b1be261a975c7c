import t from 'tap'
import { startActionService } from '#test/fixtures/action-service.js'
import { hasBrowser, noBrowser } from './browser.js'
import { startJourney } from './journey.js'

if (!hasBrowser) {
  t.comment(noBrowser)
  process.exit(0)
}

t.test(
  'an action is cancelled on its page and leaves the host alone; retried there, it takes effect',
  async (t) => {
    const acting = await startActionService(t)
    await acting.configure()
    const { issue } = acting.world.createIssue(acting.repository)
    const id = await acting.propose({
      actionType: 'add-label',
      arguments: { label: 'bug' },
      pillar: 'triage',
      target: { type: 'issue', number: issue.number }
    })
    const { open, follow, ask, sees } = await startJourney(t, acting.app)

    await open('/dashboard/actions')
    await follow('Add label')
    await ask('Cancel')
    await sees('Cancelled')
    await acting.carryOut(id)
    t.same(acting.deeds.written, [], 'nothing was written')

    await ask('Retry')
    await acting.carryOut(id + 1)
    await open(`/dashboard/actions/${id + 1}`)
    await sees('Succeeded')
    await follow(String(id))
    await sees('Cancelled')
    t.same(acting.deeds.written, [`label bug on ${issue.number}`])
  }
)
