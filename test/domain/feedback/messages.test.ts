// The forms that Slack and Teams receive, signed off as files: `UPDATE_GOLDEN=1` writes them anew.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { feedbackComment } from '#domain/feedback/comment.js'
import { renderDuration } from '#domain/feedback/duration.js'
import { boundedEvent } from '#domain/feedback/events.js'
import { messageFor } from '#domain/feedback/message.js'
import { slackMessage } from '#domain/feedback/slack.js'
import { teamsMessage } from '#domain/feedback/teams.js'
import { PACKAGE_FOLDER } from '#paths.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { feedbackEvents } from '#test/fixtures/feedback-events.js'

const UNPRINTABLE = /(?!\n)\p{Cc}|\u202e/u
const PLACE = { repoFullName: 'octo-org/hello', prNumber: 12 }
const ALL = { logLink: true, diffPreview: true }
const RENDERERS = { slack: slackMessage, teams: teamsMessage }
const NO_FAILURE = {
  workflow_name: 'CI',
  branch: 'main',
  root_cause: null,
  suggested_fix: null,
  run_url: null,
  heal_pr_url: null
}
const HOSTILE = `<!channel> & <https://evil.example|x> *b* _i_ [x](https://evil.example) \`\`\` \u202e\u0000\n${'<&>*_`'.repeat(300)}`

const rendered = (words: string, render: (typeof RENDERERS)['slack']) =>
  feedbackEvents(words).map((event) => ({
    event: event.event,
    message: render(messageFor(boundedEvent(event), ALL), PLACE)
  }))

for (const [chat, render] of Object.entries(RENDERERS))
  t.test(`${chat} receives each event in the form that was signed off`, async (t) => {
    const file = join(PACKAGE_FOLDER, `test/domain/feedback/golden/${chat}.json`)
    const found = rendered('CI of the team', render)
    if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`)
    t.same(found, JSON.parse(readFileSync(file, 'utf8')))
  })

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

const markupIn = (message: JsonObject): string[] => {
  const found: string[] = []
  JSON.stringify(message, (_, value) => {
    if (value?.type === 'mrkdwn') found.push(value.text)
    return value
  })
  return found
}

t.test('in Slack, words from outside are neither mentions nor links nor code, and fit', async (t) => {
  for (const { event, message } of rendered(HOSTILE, slackMessage)) {
    for (const text of [...markupIn(message), String(message['text'])]) {
      const own = text.replaceAll(/<https:\/\/github\.example\/[\w/-]+\|[\w ]+>/g, '')
      t.notMatch(own, /[<>]|&(?!amp;|lt;|gt;)/, event)
      t.notMatch(own.replace(/^```(.*)```$/s, '$1'), /```/, `${event}: a block ends where it ends`)
      t.ok(text.length <= 3_000, `${event}: ${text.length}`)
    }
    // Cast: a message of Slack has blocks.
    for (const { fields = [] } of message['blocks'] as { fields?: { text: string }[] }[])
      for (const { text } of fields) t.ok(text.length <= 2_000, `${event}: ${text.length}`)
    t.notMatch(textsIn(message).join(''), UNPRINTABLE, event)
  }
})

t.test('in Teams, words from outside stand where no markup is read, and fit', async (t) => {
  for (const { event, message } of rendered(HOSTILE, teamsMessage)) {
    const text = JSON.stringify(message)
    t.notMatch(text, /"type":"(TextBlock|FactSet)"/, event)
    t.notMatch(textsIn(message).join(''), UNPRINTABLE, event)
    t.ok(Buffer.byteLength(text) <= 28_000, `${event}: ${Buffer.byteLength(text)}`)
  }
})

t.test('in comments, words from outside keep their direction, and are no mentions', async (t) => {
  for (const event of feedbackEvents(`${HOSTILE} @octocat`)) {
    const text = feedbackComment(messageFor(boundedEvent(event), ALL))
    t.notMatch(text, UNPRINTABLE, event.event)
    t.notMatch(text.replaceAll(/~~~~~~text.*~~~~~~/gs, ''), /@octocat/, event.event)
  }
})

t.test('an address that chats link is linked in comments too', async (t) => {
  const run_url = `https://github.example/${'a'.repeat(240)}`
  const failure = { ...NO_FAILURE, run_url }
  const message = messageFor({ event: 'ci_failure', data: failure }, ALL)
  t.match(message.links, [{ url: run_url }])
  t.match(feedbackComment(message), `](${run_url})`)
})

t.test('a list without a bound of its own keeps its first twenty', async (t) => {
  const files = Array.from({ length: 30 }, (_, at) => ({ file_path: `f${at}`, errors: [] }))
  t.match(boundedEvent({ event: 'config_failed', data: { files } }).data, { files: { length: 20 } })
})

t.test('only the rules that want it show the log and the change', async (t) => {
  const [failure, heal] = feedbackEvents('words')
  if (!failure || !heal) throw new Error('there are such events')
  const none = { logLink: false, diffPreview: false }
  t.match(messageFor(failure, ALL).links, [{ url: /runs/ }, { url: /pull/ }])
  t.same(
    messageFor(failure, none).links.map(({ label }) => label),
    ['Proposed repair']
  )
  t.same(messageFor(heal, ALL).lines, ['+12 -3  words'])
  t.same(messageFor(heal, none).lines, [])
})

t.test('long lists are shortened, and say by how much', async (t) => {
  const errors = Array.from({ length: 9 }, (_, at) => ({ rule: 'r', message: String(at) }))
  const files = Array.from({ length: 5 }, (_, at) => ({ file_path: `f${at}`, errors }))
  const { lines } = messageFor({ event: 'config_failed', data: { files } }, ALL)
  t.equal(lines.length, 3 * (1 + 5 + 1) + 1)
  t.same([lines[6], lines.at(-1)], ['  and 4 more findings', 'and 2 more files'])
  const failed_checks = Array.from({ length: 12 }, (_, at) => `c${at}`)
  const { facts } = messageFor({ event: 'pr_blocked', data: { failed_checks, reason: null } }, ALL)
  t.match(facts, [{ label: 'Failed checks', value: /c9, and 2 more checks$/ }])
})

t.test('an address that could end its link is not one', async (t) => {
  const data = { reason: 'x', merge_sha: null, run_url: null }
  for (const revert_pr_url of ['javascript:alert(1)', 'https://x.example/a|b>', 'https://x.example/a) b'])
    t.same(messageFor({ event: 'rollback', data: { ...data, revert_pr_url } }, ALL).links, [])
})

t.test('durations are told in their two largest units', async (t) => {
  t.same([0, 59_000, 3_600_000, 7_530_000, 90_000_000].map(renderDuration), [
    'less than 1 s',
    '59 s',
    '1 h',
    '2 h 5 min',
    '1 d 1 h'
  ])
})
