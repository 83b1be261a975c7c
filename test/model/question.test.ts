// What a question may ask for beyond an answer of its shape.
import t from 'tap'
import type { TokenBudget } from '#deps.js'
import { openModel } from '#model/index.js'
import type { ModelProvider } from '#model/protocol.js'
import { closed, type Json, oneOf } from '#schemas/common.js'
import { startModelServer } from '../harness/model-server.js'

const server = await startModelServer()
t.teardown(() => server.close())

const question = {
  prompt: 'fix-analysis' as const,
  facts: { repository: 'octo-org/hello' },
  material: [{ title: 'the issue', text: 'It fails.' }],
  shape: closed({ word: oneOf(['yes', 'no'], { description: 'One of two.' }) }),
  mostTokens: 500
}

/** Accepts every token. */
const ledger: TokenBudget = { reserve: async () => '2026-01-31', adjust: async () => {} }

function modelOf(provider: ModelProvider = 'openai', now = () => new Date()) {
  server.asked.length = 0
  return openModel({ settings: server.settings(provider), ledger, now })
}

/** Whatever has a word in it. */
const read = (said: Json): string | undefined => /\b(?:yes|no)\b/.exec(JSON.stringify(said))?.[0]

for (const provider of ['openai', 'anthropic'] as const)
  t.test(`${provider}: a question may read its answer itself, a value or a text`, async (t) => {
    for (const reply of [{ value: { word: 'yes' } }, { value: { other: 'yes' } }, { text: 'I say yes.' }]) {
      const model = modelOf(provider)
      server.says(reply)
      t.equal(await model.ask({ ...question, read }), 'yes')
      t.equal(server.asked.length, 1)
    }
    const model = modelOf(provider)
    server.says({ text: 'Perhaps.' }, { text: 'Well, no.' })
    t.equal(await model.ask({ ...question, read }), 'no', 'what cannot be read is corrected once')
    server.says({ text: 'Perhaps.' }, { text: 'Perhaps.' })
    await t.rejects(model.ask({ ...question, read }), { failure: 'model_unusable', message: /twice/ })
  })

t.test('a question may name another model', async (t) => {
  const model = modelOf()
  server.says({ value: { word: 'yes' } }, { value: { word: 'yes' } })
  await model.ask({ ...question, model: 'another-model' })
  await model.ask(question)
  t.same(
    server.asked.map(({ body }) => body['model']),
    ['another-model', 'a-model']
  )
})

t.test('a question hears what each of its requests has cost', async (t) => {
  const spent: number[] = []
  const asked = { ...question, onSpent: (tokens: number) => void spent.push(tokens) }
  const model = modelOf()
  server.says({ text: 'Hm.' }, { value: { word: 'yes' }, tokens: 321 })
  await model.ask(asked)
  t.same(spent, [100, 321])
  server.says({ status: 503 })
  await t.rejects(model.ask(asked), { failure: 'model_unavailable', message: /50[34]/ })
  t.equal(spent.length, 2, 'a request that was not begun costs nothing')
  server.says({ status: 504 })
  await t.rejects(model.ask(asked), { failure: 'model_unavailable', message: /50[34]/ })
  t.ok((spent[2] ?? 0) > 500, 'one that may have been worked on counts as estimated')
})

t.test('a question ends at its time, and no request follows', async (t) => {
  const until = (milliseconds: number) => new Date(Date.now() + milliseconds)
  const late = { failure: 'model_unavailable', message: /within the time that was set/ }
  server.says({ silent: true })
  await t.rejects(modelOf().ask({ ...question, until: until(100) }), late)
  await t.rejects(modelOf().ask({ ...question, until: until(-1) }), late)
  t.equal(server.asked.length, 0)
  let now = new Date()
  server.says(() => {
    now = new Date(now.getTime() + 60_000)
    return { text: 'Hm.' }
  })
  const model = modelOf('openai', () => now)
  await t.rejects(model.ask({ ...question, until: until(1_000) }), late)
  t.equal(server.asked.length, 1, 'there is no time for a correction')
})
