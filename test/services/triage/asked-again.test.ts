// What people get who ask by a comment for another triage.
import t from 'tap'
import { runTriage } from '#services/triage/run.js'
import { markOtherLabelsGone, saveLabels } from '#store/mirror/labels.js'
import {
  BUG,
  checkTriageSums,
  FEATURE_REQUEST,
  startTriageService,
  type TriageService
} from '#test/fixtures/triage-service.js'

/** A comment of somebody who may write to the repository, and what the host was told but the reply. */
async function askAgain({ world, repository, deeds, send }: TriageService, number: number) {
  world.addCollaborator(repository, 'maya', 'push')
  const facts = { author: 'maya', association: 'COLLABORATOR', body: '/service run triage' }
  await send({ events: world.commentOn(repository, number, facts) })
  const comments = deeds.comments.splice(0).map(({ body }) => String(body))
  t.match(comments, [/will be triaged again/], 'the reply is the only comment')
  return deeds.written.filter((one) => !one.startsWith('comment'))
}

t.test('a command has unchanged content judged again, by what is known now', async (t) => {
  const triaged = await startTriageService(t)
  const { world, repository, repoId, deps, send } = triaged
  await deps.transaction((tx) => markOtherLabelsGone(tx, repoId, [], deps.now()))
  const { issue, events } = world.createIssue(repository, BUG)
  await send({ events })
  t.match(await triaged.decisionsOn(issue.number), [{ decision: 'skipped' }])
  const label = { hostId: 1, name: 'bug', color: null, description: null }
  await deps.transaction((tx) => saveLabels(tx, repoId, [label], deps.now()))
  t.same(await askAgain(triaged, issue.number), [`label bug on ${issue.number}`])
  const asked = (await triaged.decisionsOn(issue.number)).filter(({ source }) => source === 'triage')
  t.match(asked.at(-1), { decision: 'acted', triggerEvent: 'command' })
  const pull = world.openPull(repository)
  await send(pull)
  await askAgain(triaged, pull.issue.number)
  const judged = (await triaged.decisionsOn(pull.issue.number)).filter(({ source }) => source === 'triage')
  t.equal(judged.length, 2)
  for (const { reason } of judged) t.match(reason, /^A docs change/, 'it is judged, and not taken for known')
  await checkTriageSums(t, triaged)
})

t.test('what people have said still holds when a command asks again', async (t) => {
  const triaged = await startTriageService(t)
  const { world, repository, send } = triaged
  const refused = world.createIssue(repository, BUG)
  await send(refused)
  await send({ events: world.labelIssue(repository, refused.issue.number, 'bug') })
  const corrected = world.createIssue(repository, FEATURE_REQUEST)
  await send(corrected)
  await send({ events: world.labelIssue(repository, corrected.issue.number, 'question') })
  for (const [{ issue }, word] of [
    [refused, { heard: 'refused', heardType: null, heardBy: 'octo-org', heardAt: Date }],
    [corrected, { heard: 'corrected', heardType: 'question', heardBy: 'octo-org', heardAt: Date }]
  ] as const) {
    const [before] = await triaged.triagesOn(issue.number)
    t.match(before, word)
    await askAgain(triaged, issue.number)
    const after = await triaged.triagesOn(issue.number)
    t.match(after, [{ ...word, heardAt: before?.heardAt }])
    t.not(after[0]?.decisionId, before?.decisionId)
  }
  t.match(await triaged.issue(refused.issue.number), { triage_type: null, labels: [] })
  t.match(await triaged.issue(corrected.issue.number), { triage_type: 'question' })
  await checkTriageSums(t, triaged)
})

t.test('details are asked for once, however often a command asks for triage', async (t) => {
  const triaged = await startTriageService(t)
  const { world, repository, deeds, send } = triaged
  const { issue, events } = world.createIssue(repository, { title: BUG.title, body: '' })
  await send({ events })
  t.equal(deeds.comments.splice(0).length, 1)
  await askAgain(triaged, issue.number)
  await askAgain(triaged, issue.number)
})

t.test('a command whose job is carried out twice has one judgement', async (t) => {
  const triaged = await startTriageService(t)
  const { world, repository, repoId, deps, send } = triaged
  const { issue, events } = world.createIssue(repository, BUG)
  await send({ events })
  const job = {
    repo_id: repoId,
    target_type: 'issue' as const,
    number: issue.number,
    job_id: '00000000-0000-4000-8000-000000000001',
    trigger_event: 'command'
  }
  await runTriage(deps, job)
  await runTriage(deps, job)
  t.equal((await triaged.decisionsOn(issue.number)).length, 2)
})
