import t from 'tap'
import { executeAction } from '#services/actions/execute.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import { handleCompletedRun } from '#services/healing/completed-run.js'
import { runHeal } from '#services/healing/run.js'
import { followPatch } from '#services/patches/follow.js'
import { retryUntilDone } from '#test/fixtures/action-service.js'
import { DEPRECATED_ACTION, healJobOf } from '#test/fixtures/heal-service.js'
import { checkSums } from '#test/fixtures/recount.js'
import { A, startRepairService } from '#test/fixtures/repair-service.js'

const MOST_MOMENTS = 200
/** Between a failure and its pull request there are many moments: every third is tried. */
const STEP = 3

t.test(
  'given a worker crash at any step of a repair, nothing is done twice and no branch is left',
  async (t) => {
    const healed = await startRepairService(t, { work: false })
    const { deeds, mortal, deps, healsOf, actionsFor } = healed
    await healed.configure({ pillars: { ci_healing: { max_fix_attempts: 20 } } })
    let deaths = 0
    for (let isUntouched = false; !isUntouched; deaths += STEP) {
      deeds.written.length = 0
      const branch = `fix/${deaths}`
      deeds.refs.set(branch, A)
      const { run, events } = healed.failed([{ log: DEPRECATED_ACTION }], { branch, headSha: A })
      await healed.arrive(events)
      for (const { guid } of events) await handleDelivery(deps, (await healed.deliveryOf(guid))?.id ?? 0)
      healed.dieAfter(deaths + 1)
      isUntouched = await retryUntilDone(healed, () => allOf(run.id))
      const told = `dead after ${deaths + 1} moments`
      const own = deeds.written.filter((one) => one.includes(`service/heal-${run.id}`))
      t.same(own, [`branch service/heal-${run.id}`, `pull of service/heal-${run.id}`], told)
      t.equal(deeds.written.filter((one) => one.startsWith('label ci-heal')).length, 1, told)
      t.equal(deeds.written.filter((one) => one.startsWith('ask')).length, 1, told)
      t.match(await healsOf(run.id), [{ status: 'healed', prNumber: healed.repository.lastNumber }], told)
    }
    t.ok(deaths >= 20 && deaths < MOST_MOMENTS, `${deaths} moments at which it could die`)
    await checkSums(t, deps)

    /** What the jobs do, one after the other. */
    async function allOf(id: number): Promise<void> {
      await handleCompletedRun(mortal, { host_run_id: id, trigger: 'webhook' })
      const [heal] = await healsOf(id)
      if (!heal) return
      await runHeal(mortal, healJobOf(heal))
      for (const action of await actionsFor(heal.id)) {
        await executeAction(mortal, action.id)
        await followPatch(mortal, action.id)
      }
      for (const action of await actionsFor(heal.id)) await executeAction(mortal, action.id)
    }
  }
)
