// What the service does, it says: one line for each thing, and none for what was rolled back.
import t from 'tap'
import { refusal } from '#demo/world/faults.js'
import { openLog } from '#logger.js'
import { cancelAction } from '#services/actions/requests.js'
import { recordDecision } from '#services/decisions/record.js'
import { logAfterCommit, loggedTransaction } from '#store/sql/commit-log.js'
import { startActionService } from '#test/fixtures/action-service.js'
import { startSyncService } from '#test/fixtures/sync-service.js'
import { BUG, startTriageService } from '#test/fixtures/triage-service.js'

function keptLog() {
  const lines: string[] = []
  const log = openLog('info', { destination: { write: (line) => void lines.push(line) } })
  return {
    log,
    saying: (msg: string) => lines.map((line) => JSON.parse(line)).filter((line) => line.msg === msg)
  }
}

t.test('a decision that acts is one line, and its action another, with how it ended', async (t) => {
  const { log, saying } = keptLog()
  const triaged = await startTriageService(t, { deps: { log } })
  const { world, repository } = triaged
  const opened = world.createIssue(repository, BUG)
  await triaged.send(opened)
  const { number } = opened.issue
  const decided = saying('Decision acted').filter(({ source }) => source === 'triage')
  t.match(decided, [{ level: 30, repo: 'octo-org/hello', target_type: 'issue', number }])
  t.equal(decided.length, 1)
  const ended = saying('Action ended').filter(({ action }) => action === 'add-label')
  t.match(ended, [
    { level: 30, repo: 'octo-org/hello', outcome: 'succeeded', decision_id: decided[0]?.decision_id }
  ])
  t.equal(ended.length, 1)
})

t.test('a dry run decides, and does not act', async (t) => {
  const { log, saying } = keptLog()
  const triaged = await startTriageService(t, { deps: { log } })
  await triaged.configure({ settings: { dry_run: true } })
  const opened = triaged.world.createIssue(triaged.repository, BUG)
  await triaged.send(opened)
  t.equal((await triaged.decisionsOn(opened.issue.number)).length, 1)
  t.equal(saying('Decision acted').length, 0)
})

const ADDED = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels'

t.test('an action ends once, and says by itself that its effect was found after that', async (t) => {
  const { log, saying } = keptLog()
  const acting = await startActionService(t, { deps: { log } })
  await acting.configure()
  const { world, repository, deps } = acting
  const number = world.createIssue(repository).issue.number
  const propose = (label: string) =>
    acting.propose({
      actionType: 'add-label',
      arguments: { label },
      pillar: 'triage',
      target: { type: 'issue', number }
    })
  const cancel = (id: number) => cancelAction(deps, id, { reason: 'no', actor: 'admin' })
  const outcomesOf = (id: number, msg = 'Action ended') =>
    saying(msg)
      .filter(({ action_id }) => action_id === id)
      .map(({ outcome }) => outcome)

  const failed = await propose('bug')
  world.refuseNext(ADDED, 1, () => refusal(422, 'Validation Failed'))
  await acting.carryOut(failed)
  await cancel(failed)
  t.same(outcomesOf(failed), ['failed'])

  const late = await propose('priority:high')
  const held = world.fake.hold(`POST /repos/octo-org/hello/issues/${number}/labels`)
  const work = acting.carryOut(late)
  await held.arrived
  await cancel(late)
  held.release()
  await work
  t.same(outcomesOf(late), ['cancelled'])
  t.same(outcomesOf(late, 'Action had its effect after it ended'), ['cancelled'])
})

t.test('a decision of a person that acts is a line too', async (t) => {
  const { log, saying } = keptLog()
  const acting = await startActionService(t, { deps: { log } })
  await acting.deps.transaction((tx) =>
    recordDecision(tx, {
      repoId: acting.repoId,
      source: 'custom_rules',
      triggerEvent: 'issues.opened',
      targetType: 'issue',
      targetNumber: 1,
      pillar: 'triage',
      actor: 'admin',
      decision: 'acted',
      reason: 'wanted',
      conditions: [],
      inputs: {},
      evaluator: null,
      createdAt: acting.world.now()
    })
  )
  t.match(saying('Decision acted'), [{ repo: 'octo-org/hello', source: 'custom_rules', number: 1 }])
})

t.test('a sync that has finished is one line', async (t) => {
  const { log, saying } = keptLog()
  const synced = await startSyncService(t, {}, { log })
  const { installation } = synced.world.createInstallation('octo-org')
  for (const name of ['octo-org/hello', 'octo-org/other'])
    synced.world.createRepository(name, { installation })
  await synced.sync()
  t.same(
    saying('Repository synced')
      .map(({ repo }) => repo)
      .sort(),
    ['octo-org/hello', 'octo-org/other']
  )
})

t.test('what is rolled back is not said, and what runs again is said once', async (t) => {
  const { log, saying } = keptLog()
  const { deps } = await startTriageService(t, { work: false })
  const transaction = loggedTransaction(deps.transaction, log)
  const failing = transaction(async (tx) => {
    logAfterCommit(tx, {}, 'never')
    throw new Error('rolled back')
  })
  await t.rejects(failing)
  await loggedTransaction(async (work) => {
    await deps.transaction(work)
    return deps.transaction(work)
  }, log)(async (tx) => logAfterCommit(tx, {}, 'once'))
  t.same([saying('never').length, saying('once').length], [0, 1])
})
