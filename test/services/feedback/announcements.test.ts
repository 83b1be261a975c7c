import t, { type Test } from 'tap'
import { runConfigValidation } from '#services/enforcement/config-validation.js'
import { startChat } from '#test/fixtures/chat-server.js'
import { feedbackOf, SLACK, startFeedback, TEAMS } from '#test/fixtures/feedback-service.js'
import { NETWORK, startHealService, TYPE_ERROR, UNFORMATTED } from '#test/fixtures/heal-service.js'
import { pushedFiles } from '#test/fixtures/pushed-files.js'
import { startRepairService } from '#test/fixtures/repair-service.js'

async function startHealing(t: Test) {
  const chat = await startChat(t)
  const healed = await startHealService(t, { work: true, deps: { postMessage: chat.post } })
  const feedback = feedbackOf(healed)
  await feedback.rule({ event_type: 'ci_failure', slack_webhook: SLACK })
  await feedback.rule({ event_type: 'ci_heal', slack_webhook: SLACK })
  const texts = () => chat.messages.map(({ body }) => JSON.stringify(body))
  return { ...feedback, ...healed, texts }
}

t.test('whoever asked for it hears once why a run failed, and that it passes again', async (t) => {
  const { failed, send, ends, texts, states } = await startHealing(t)
  const broken = failed([{ name: 'build', log: NETWORK }])
  await send(broken)
  t.match(texts(), [/CI failed.*Cause.*network|CI failed.*ECONNRESET/i])
  await send(ends(broken.run.id, 'success'))
  const [first, second, ...more] = texts()
  t.same(more, [])
  t.ok(first)
  t.match(second, /CI passes again/)
  t.same(await states(), ['slack sent', 'slack sent'], 'there is no pull request to comment on')
})

t.test('a failure that needs people is told as well, on the pull request too', async (t) => {
  const { failed, world, repository, send, texts, states, deeds } = await startHealing(t)
  const opened = world.openPull(repository, { head: 'topic', headSha: 'e'.repeat(40) })
  await send(opened)
  const broken = failed([{ log: TYPE_ERROR }], { branch: 'topic', headSha: 'e'.repeat(40) })
  await send(broken)
  t.match(texts(), [/CI failed/])
  t.same(await states(), ['pr_comment sent', 'slack sent'])
  const own = deeds.comments.filter(({ body }) => String(body).includes('service:feedback:ci_failure'))
  t.match(own, [{ body: /\*\*Cause:\*\*.*\n/ }])
  t.equal(own.length, 1)
})

t.test(
  'whoever wants a preview of a repair sees which files it changes, and by how many lines',
  async (t) => {
    const chat = await startChat(t)
    const healed = await startRepairService(t, { work: true, deps: { postMessage: chat.post } })
    const { rule } = feedbackOf(healed)
    await rule({ event_type: 'ci_heal', slack_webhook: SLACK, include_diff_preview: true })
    await rule({ event_type: 'ci_heal', teams_webhook: TEAMS })
    await healed.send(healed.failedAtHead(UNFORMATTED))
    const textTo = (host: RegExp) =>
      chat.messages.filter((message) => host.test(message.host)).map(({ body }) => JSON.stringify(body))
    t.match(textTo(/slack/), [/A repair for CI is proposed.*\+\d+ -\d+ {2}[\w/]+\.\w+/])
    const [other] = textTo(/teams/)
    t.match(other, /A repair for CI is proposed/)
    t.notMatch(other, /\+\d+ -\d+ /)
  }
)

const CI = '.github/workflows/ci.yml'
const BROKEN = 'on: push\njobs:\n  test:\n    steps:\n      - run: npm test\n'

t.test('whoever asked for it hears once of the files of a commit that are not valid', async (t) => {
  const feedback = await startFeedback(t)
  const { rule, post, chat, states, deps } = feedback
  const pushed = pushedFiles(feedback)
  await rule({ event_type: 'config_failed', slack_webhook: SLACK })
  const jobs = await pushed.push([{ [CI]: BROKEN, 'package.json': '{' }], 'topic')
  for (const job of jobs) await runConfigValidation(deps, job)
  await post()
  t.same(await states(), ['slack sent'])
  t.match(JSON.stringify(chat.messages), /not valid.*ci\.yml.*missing_runs_on.*package\.json/)
  await pushed.push([{ [CI]: BROKEN.replace('steps', 'runs-on: ubuntu-latest\n    steps') }], 'topic')
  t.same(await states(), ['slack sent'], 'nothing is said of a valid commit')
})
