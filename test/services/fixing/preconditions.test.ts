import t from 'tap'
import { fault } from '#demo/world/faults.js'
import type { JsonObject } from '#schemas/common.js'
import { executeAction } from '#services/actions/execute.js'
import { runFix } from '#services/fixing/run.js'
import { followPatch } from '#services/patches/follow.js'
import { LEASE_LAPSES_MS } from '#test/fixtures/action-service.js'
import { ANALYSIS, answer, PATCH, startFixService } from '#test/fixtures/fix-service.js'

const fixed = await startFixService(t, { work: false })
const { deps, world, repository, deeds } = fixed
const elsewhere = world.createRepository('octo-org/elsewhere').repository
t.beforeEach(async () => {
  world.mend()
  await fixed.configured()
})

/** A fix that is decided and not proposed yet; nobody tells the service what happens from then on. */
async function decided() {
  const number = await fixed.issueNow()
  const { data } = await fixed.ask(number)
  fixed.model.says(answer(ANALYSIS), answer(PATCH))
  await runFix(deps, { attemptId: data?.attempt_id ?? 0, jobId: data?.job_id ?? '' })
  deeds.written.length = 0
  const { action_id } = await fixed.shown(number)
  return { number, actionId: action_id ?? 0, branch: `service/fix-${number}` }
}

async function proposed(actionId: number) {
  await executeAction(deps, actionId)
  await followPatch(deps, actionId)
  const clearing = (await fixed.actions()).find(({ evidence }) => leftBy(evidence) === actionId)
  if (clearing) await executeAction(deps, clearing.id)
}

// The border to the column: evidence is a JSON object.
const leftBy = (evidence: unknown) => (evidence as JsonObject)['left_by']

/** What people do to the issue, and by which word the attempt ends then. */
const SAID: Record<string, { happens(number: number): unknown; error: string; isDry?: boolean }> = {
  'it is closed': { happens: (number) => world.closeIssue(repository, number), error: 'issue_closed' },
  'its label is taken off': {
    happens: (number) => world.labelIssue(repository, number, 'bug'),
    error: 'label_missing'
  },
  'it is deleted': { happens: (number) => world.deleteIssue(repository, number), error: 'issue_closed' },
  'it becomes a discussion': {
    happens: (number) => world.convertIssue(repository, number),
    error: 'issue_closed'
  },
  'it goes to another repository': {
    happens: (number) => world.transferIssue(repository, number, elsewhere),
    error: 'issue_closed'
  },
  'its label no longer allows it': {
    happens: () => fixed.configured({ pillars: { issue_fix: { allowed_labels: ['help wanted'] } } }),
    error: 'label_missing'
  },
  'its author is one to be left alone': {
    happens: () => fixed.configured({ pillars: { issue_fix: { triggers: { ignore_authors: ['octo*'] } } } }),
    error: 'trigger_filtered'
  },
  'its branch is no longer one of those to be changed': {
    happens: () => fixed.configured({ pillars: { issue_fix: { triggers: { branches: ['next'] } } } }),
    error: 'trigger_filtered'
  },
  'the pillar is switched off': {
    happens: () => fixed.configured({ pillars: { issue_fix: { enabled: false } } }),
    error: 'pillar_disabled'
  },
  'nothing is to be changed any more': {
    happens: () => fixed.configured({ settings: { dry_run: true } }),
    error: 'dry_run',
    isDry: true
  }
}

for (const [what, { happens, error, isDry = false }] of Object.entries(SAID)) {
  t.test(`a fix is not proposed if, after the decision, ${what}`, async (t) => {
    const { number, actionId } = await decided()
    await happens(number)
    await proposed(actionId)
    const ended = { status: 'rejected', error, reason: String, pr_number: null, dry_run: isDry }
    t.match(await fixed.shown(number), ended)
    t.same(deeds.written, [])
  })

  // A dry run deletes nothing either.
  if (!isDry)
    t.test(`the branch of a fix is deleted if ${what}`, async (t) => {
      const { number, actionId, branch } = await decided()
      // The process hears of nothing but the branch.
      world.failNext('POST /repos/{owner}/{repo}/pulls', 1, () => {
        repository.issues.delete(repository.lastNumber)
        deeds.written.pop()
        return fault.broken()({ body: {} }, world.now())
      })
      await executeAction(deps, actionId)
      t.same(deeds.written, [`branch ${branch}`])
      await happens(number)
      world.advance(LEASE_LAPSES_MS)
      await proposed(actionId)
      t.match(await fixed.shown(number), { status: 'rejected', error, pr_number: null })
      t.same(deeds.written, [`branch ${branch}`, `no branch ${branch}`])
    })
}

t.test('while the host does not show the issue, the proposal waits and is made later', async (t) => {
  const { number, actionId } = await decided()
  world.failNext('GET /repos/{owner}/{repo}/issues/{issue_number}', 20, fault.broken())
  await executeAction(deps, actionId)
  t.match(await fixed.shown(number), { status: 'generating' })
  t.same(deeds.written, [])
  world.mend()
  await proposed(actionId)
  t.match(await fixed.shown(number), { status: 'submitted' })
})
