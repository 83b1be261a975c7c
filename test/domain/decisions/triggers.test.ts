import t from 'tap'
import { type TriggerEvent, triggerVerdict } from '#domain/decisions/triggers.js'

const event = { branch: 'main', author: 'octocat', files: ['src/a.ts', 'README.md'] }
const issue = { branch: null, author: 'octocat', files: null }
const stops = (triggers: object, one: TriggerEvent = event) => triggerVerdict(triggers, one).stoppedBy

t.test('without triggers, and with empty ones, everything passes', async (t) => {
  t.equal(stops({}), null)
  t.equal(stops({ branches: [], ignore_authors: [], paths: [] }), null)
})

t.test('the branch must fit one of the patterns', async (t) => {
  t.equal(stops({ branches: ['release/*', 'm*'] }), null)
  t.equal(stops({ branches: ['release/*'] }), 'branches')
  t.equal(stops({ branches: ['*'] }, { ...event, branch: 'a/b' }), 'branches')
})

t.test('an author who fits a pattern is ignored, in any case', async (t) => {
  t.equal(stops({ ignore_authors: ['*[bot]'] }), null)
  t.equal(stops({ ignore_authors: ['*[bot]'] }, { ...event, author: 'Renovate[BOT]' }), 'ignore_authors')
  t.equal(stops({ ignore_authors: ['OctoCat'] }), 'ignore_authors')
})

t.test('one changed file that fits is enough', async (t) => {
  t.equal(stops({ paths: ['docs/**', '*.md'] }), null)
  t.equal(stops({ paths: ['docs/**'] }), 'paths')
  t.equal(stops({ paths: ['**'] }, { ...event, files: [] }), 'paths')
})

t.test('what is not known never passes a filter, and what there is none of is not filtered', async (t) => {
  const unknown = { branch: undefined, author: undefined, files: undefined }
  for (const [name, patterns] of [
    ['branches', ['**']],
    ['ignore_authors', ['nobody']],
    ['paths', ['**']]
  ] as const) {
    t.match(triggerVerdict({ [name]: patterns }, unknown), {
      passes: false,
      stoppedBy: name,
      reason: /not known/
    })
    if (name !== 'ignore_authors') t.equal(stops({ [name]: patterns }, issue), null)
  }
})
