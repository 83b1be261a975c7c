import t from 'tap'
import { fromDatabase, type JsonText, joined, memberOf, textOf } from '#domain/json/text.js'

interface Issue {
  number: number
}

t.test('texts are put together without being read', async (t) => {
  const issue = fromDatabase<Issue>('{"number" : 1.0}')
  const whole: JsonText<{ total: number; issue: Issue }> = joined(
    textOf({ total: 1 }),
    memberOf('issue', issue)
  )
  t.equal(whole, '{"total":1,"issue":{"number" : 1.0}}')
})

t.test(
  'a text of which nobody says what it holds, or something else, does not compile as a reply',
  async (t) => {
    // @ts-expect-error Nobody says what this holds.
    const untold: JsonText<Issue> = '{}'
    // @ts-expect-error This holds something else.
    const another: JsonText<Issue> = textOf({ total: 1 })
    // @ts-expect-error What was changed afterwards may hold anything.
    const changed: JsonText<Issue> = textOf({ number: 1 }).slice(1)
    t.same([untold, another, changed], ['{}', '{"total":1}', '"number":1}'])
  }
)
