import t from 'tap'
import { textFeaturesOf } from '#domain/triage/text/features.js'
import { prepareText } from '#domain/triage/text/issue-text.js'
import { plainFeaturesOf } from '#domain/triage/text/plain-features.js'

const MEGABYTE = 2 ** 20
const words = (body: string) => prepareText({ title: '', body }).prose.map(({ word }) => word)

t.test('however long a text is, and however it is written, only so much of it is looked at', async (t) => {
  for (const part of [
    'word ',
    'a',
    '`',
    '<',
    '!',
    '[',
    '# ',
    '**',
    '<!--',
    '```\n',
    '你',
    '@a',
    ' at x(',
    'File "',
    '\n',
    'É'
  ]) {
    const text = part.repeat(MEGABYTE / part.length)
    const prepared = prepareText({ title: text, body: text })
    t.ok(prepared.prose.length <= 400, `${JSON.stringify(part)}: words`)
    t.ok(prepared.code.length <= 200, `${JSON.stringify(part)}: code`)
    t.ok(textFeaturesOf(prepared).size < 2_000, `${JSON.stringify(part)}: features`)
    const plain = plainFeaturesOf({ title: text, body: text })
    t.ok(plain.size <= 500, `${JSON.stringify(part)}: words as they stand`)
  }
})

t.test('what lies behind the first ten thousand characters changes nothing', async (t) => {
  const start = 'The button does nothing.\n'.repeat(400)
  const [short, long] = [start, `${start}${'crash '.repeat(1_000)}`].map((body) =>
    textFeaturesOf(prepareText({ title: 'x', body }))
  )
  t.same(short, long)
})

t.test('comments of a template are not what the author says', async (t) => {
  t.same(words('one <!-- Is this a feature request? --> two'), ['one', 'two'])
  t.same(words('one <!-- never closed'), ['one'])
})

t.test('word by word an issue is its title, its code and what is seen of its body', async (t) => {
  const issue = { title: 'It FAILS', body: '## Steps\n<!-- Is it a bug? -->\n```\nnpm run it\n```' }
  t.same(
    [...plainFeaturesOf(issue).keys()],
    ['it', 'fails', 'steps', 'npm', 'run'].map((word) => `plain:${word}`)
  )
})

t.test('code is kept apart from what is said of it', async (t) => {
  const { prose, code, shape } = prepareText({
    title: '',
    body: 'It says\n```\nfatal parseError\n```\nhere, in `readFile` too.'
  })
  t.same(
    prose.map(({ word }) => word),
    ['it', 'says', 'here', 'in', 'too']
  )
  t.same(code, ['fatal', 'parseerror', 'readfile'])
  t.equal(shape.fences, 2)
})

t.test('mentions, links, numbers and markup are marked, never read', async (t) => {
  t.same(words('@alice see https://example.com/bug #12 <b>3.4'), ['MENTION', 'see', 'LINK', 'NUMBER', '0'])
})

t.test('headings are known in whatever way they are written', async (t) => {
  const body = '## Steps to reproduce\n**Expected behavior**\nActual result:\nThis is a sentence.'
  t.same(prepareText({ title: '', body }).headings, [
    'Steps to reproduce',
    'Expected behavior',
    'Actual result'
  ])
})

t.test('the prefix of a title is what stands before it in brackets, or before a colon', async (t) => {
  const prefix = (title: string) => prepareText({ title, body: '' }).prefix
  t.equal(prefix('[Feature Request] tabs'), 'feature request')
  t.equal(prefix('【Bug】tabs'), 'bug')
  t.equal(prefix('fix(ui): tabs'), 'fix')
  t.equal(prefix('Tabs: they are gone'), 'tabs')
  t.equal(prefix('Tabs are gone'), '')
})
