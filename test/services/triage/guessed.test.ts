// Of what kind an issue is lowers its priority only where that is sure.
import t from 'tap'
import { GRAVE_ASKED, HARMLESS_ASKED } from '#test/fixtures/misleading-titles.js'
import { startTriageService, type TriageService } from '#test/fixtures/triage-service.js'

const LOWERING = /^is a question$|^a wish that/
const SURE_QUESTION = {
  title: 'Question: how can I use this with webpack?',
  body: 'What is the right way to do this? Could somebody explain how I should use it? Any help would be appreciated.'
}
/** Those of which the model only guesses that they are questions. */
const GUESSED = /^Question|^How (?:do|can) I/

interface Judged {
  title: string
  type: string
  isSure: boolean
  isLowered: boolean
}

/** What was recorded of each issue when it was judged, once all of them are. */
async function judged({ world, repository, arrive, idle, decisionsOn }: TriageService): Promise<Judged[]> {
  const titles = [...GRAVE_ASKED, ...HARMLESS_ASKED].filter((title) => GUESSED.test(title))
  const texts = titles.map((title) => ({ title, body: 'See the title.' }))
  const opened = [SURE_QUESTION, ...texts].map((text) => world.createIssue(repository, text))
  for (const { events } of opened) await arrive(events)
  await idle()
  return Promise.all(
    opened.map(async ({ issue }) => {
      const inputs = JSON.parse((await decisionsOn(issue.number)).at(-1)?.inputs ?? '{}')
      const { type, is_sure: isSure, priority } = inputs.issue_triage
      const isLowered = priority.parts.some(({ part }: { part: string }) => LOWERING.test(part))
      return { title: issue.title, type, isSure, isLowered }
    })
  )
}

t.test('a guessed type does not lower the priority, and a certain type does', async (t) => {
  const all = await judged(await startTriageService(t))
  const guessed = all.filter(({ isSure, type }) => !isSure && type === 'question')
  t.ok(guessed.length >= 3, 'some are guessed to be questions')
  t.same(
    all.filter(({ isSure, isLowered }) => !isSure && isLowered),
    []
  )
  t.match(all[0], { type: 'question', isSure: true, isLowered: true })
})
