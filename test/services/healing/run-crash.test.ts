import t from 'tap'
import type { Delivery } from '#demo/world/world.js'
import { executeAction } from '#services/actions/execute.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import { handleCompletedRun } from '#services/healing/completed-run.js'
import { runHeal } from '#services/healing/run.js'
import { retryUntilDone } from '#test/fixtures/action-service.js'
import { healJobOf, NETWORK, startHealService } from '#test/fixtures/heal-service.js'
import { checkSums } from '#test/fixtures/recount.js'

const MOST_MOMENTS = 120

t.test('given a worker crash at any step of healing, nothing is lost or done twice', async (t) => {
  const healed = await startHealService(t, { work: false })
  const { deeds, mortal, deps, failed, ends, healsOf, runOf, decisionsOf, actionsFor } = healed
  await healed.configure({ pillars: { ci_healing: { max_fix_attempts: 20 } } })
  let deaths = 0
  for (let isUntouched = false; !isUntouched; deaths += 1) {
    deeds.written.length = 0
    const branch = `fix/${deaths}`
    const { run, events } = failed([{ log: NETWORK }], { branch })
    await handled(events)
    healed.dieAfter(deaths + 1)
    isUntouched = await retryUntilDone(healed, () => allOf(run.id, branch))
    const told = `dead after ${deaths + 1} moments`
    t.same([...deeds.written].sort(), [`comment on ${run.headSha}`, `rerun ${run.id}`], told)
    t.match(await healsOf(run.id), [{ status: 'healed', outcome: 'verified', attempt: 1 }], told)
    t.equal((await healsOf(run.id)).length, 1, told)
    t.match(await runOf(run.id), { healStatus: 'healed' }, told)
    t.equal((await decisionsOf()).filter(({ targetBranch }) => targetBranch === branch).length, 1, told)
    t.equal((await healed.feedOf()).length, deaths + 1, told)
  }
  t.ok(deaths >= 20 && deaths < MOST_MOMENTS, `${deaths} moments at which it could die`)
  await checkSums(t, deps)

  async function handled(events: readonly Delivery[]): Promise<void> {
    await healed.arrive(events)
    for (const { guid } of events) await handleDelivery(deps, (await healed.deliveryOf(guid))?.id ?? 0)
  }

  /** What the jobs do, one after the other; the host carries out the re-run in between. */
  async function allOf(id: number, branch: string): Promise<void> {
    const news = { host_run_id: id, trigger: 'webhook' } as const
    await handleCompletedRun(mortal, news)
    const heals = await healsOf(id)
    for (const heal of heals) await runHeal(mortal, healJobOf(heal))
    const actions = (await Promise.all(heals.map((heal) => actionsFor(heal.id)))).flat()
    for (const action of actions.filter(({ targetBranch }) => targetBranch === branch))
      await executeAction(mortal, action.id)
    const run = healed.repository.runs.get(id)
    if (run?.status === 'queued') await handled(ends(id, 'success').events)
    await handleCompletedRun(mortal, news)
  }
})
