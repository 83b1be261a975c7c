import t from 'tap'
import { executeAction } from '#services/actions/execute.js'
import { handleDelivery } from '#services/deliveries/handle.js'
import { runTriage } from '#services/triage/run.js'
import { webhookDeliveries } from '#tables/deliveries/webhook-deliveries.js'
import { retryUntilDone } from '#test/fixtures/action-service.js'
import { checkSums } from '#test/fixtures/recount.js'
import { BUG, checkTriageSums, startTriageService } from '#test/fixtures/triage-service.js'

const MOST_MOMENTS = 60

for (const target_type of ['issue', 'pr'] as const)
  t.test(
    `given a worker crash at any step, the next worker triages an ${target_type} once and acts once`,
    async (t) => {
      const triaged = await startTriageService(t, { work: false })
      const { world, repository, repoId, deeds, mortal, deps } = triaged
      let deaths = 0
      for (let isUntouched = false; !isUntouched; deaths += 1) {
        deeds.written.length = 0
        const opened =
          target_type === 'issue' ? world.createIssue(repository, BUG) : world.openPull(repository)
        await triaged.arrive(opened.events)
        const rows = await deps.db.select({ id: webhookDeliveries.id }).from(webhookDeliveries)
        for (const { id } of rows) await handleDelivery(deps, id)
        const { number } = opened.issue
        const job_id = `00000000-0000-4000-8000-${String(deaths).padStart(12, '0')}`
        const job = { repo_id: repoId, target_type, number, job_id, trigger_event: 'test' }
        triaged.dieAfter(deaths + 1)
        isUntouched = await retryUntilDone(triaged, () => runTriage(mortal, job))
        for (const { id } of await triaged.actionsOn(number)) await executeAction(deps, id)
        const label = target_type === 'issue' ? 'bug' : 'size/XS'
        t.same(deeds.written, [`label ${label} on ${number}`], `dead after ${deaths + 1} moments`)
        t.same(
          (await triaged.decisionsOn(number)).map(({ decision }) => decision),
          ['acted']
        )
        t.equal((await triaged.triagesOn(number)).length, 1)
      }
      t.ok(deaths >= 3 && deaths < MOST_MOMENTS, `${deaths} moments at which it could die`)
      await checkSums(t, deps)
      await checkTriageSums(t, triaged)
    }
  )

t.test('concurrent workers triage one item once', async (t) => {
  const triaged = await startTriageService(t, { work: false })
  const { world, repository, repoId, deps } = triaged
  const opened = world.createIssue(repository, BUG)
  await triaged.arrive(opened.events)
  const rows = await deps.db.select({ id: webhookDeliveries.id }).from(webhookDeliveries)
  for (const { id } of rows) await handleDelivery(deps, id)
  const { number } = opened.issue
  const jobs = [1, 2, 1, 2, 1].map((nth) => ({
    repo_id: repoId,
    target_type: 'issue' as const,
    number,
    trigger_event: 'test',
    job_id: `00000000-0000-4000-8000-00000000000${nth}`
  }))
  await Promise.all(jobs.map((job) => runTriage(deps, job)))
  t.equal((await triaged.triagesOn(number)).length, 1)
  t.equal((await triaged.actionsOn(number)).length, 1)
  const words = (await triaged.decisionsOn(number)).map(({ decision }) => decision)
  t.same(new Set(words.slice(1)), new Set(['skipped']))
  t.equal(words[0], 'acted')
  await checkTriageSums(t, triaged)
})
