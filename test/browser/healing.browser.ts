import t from 'tap'
import { UNFORMATTED } from '#test/fixtures/heal-service.js'
import { startRepairService } from '#test/fixtures/repair-service.js'
import { startJourney } from './journey.js'

t.test(
  'a failed run is seen and its diagnosis read; asked to heal it, the service opens a pull request',
  async (t) => {
    const healed = await startRepairService(t)
    await healed.configure({ pillars: { ci_healing: { auto_patch: false } } })
    const broken = healed.failedAtHead(UNFORMATTED)
    await healed.send(broken)
    const { open, follow, ask, sees, complaints } = await startJourney(t, healed.app)

    await open('/dashboard/runs?conclusion=failure')
    await follow(broken.run.workflow)
    await sees('Linting or formatting')
    await sees('Auto patch off')
    await healed.configure({})
    await ask('Heal')
    await healed.idle()
    const number = healed.repository.lastNumber
    await sees(`#${number}`)
    await sees('healed')
    t.match(healed.repository.issues.get(number), {
      title: 'Resolve lint_format in src/a.ts',
      pull: { base: 'main', head: `service/heal-${broken.run.id}` }
    })
    t.same(complaints, [], 'the console was silent')
  }
)
