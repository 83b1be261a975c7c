import fc from 'fast-check'
import t, { type Test } from 'tap'
import { globMatcher, globMatches, looseGlobMatches } from '#domain/text/glob.js'

const cases = (t: Test, pattern: string, { fits = [], not = [] }: { fits?: string[]; not?: string[] }) => {
  for (const text of fits) t.ok(globMatches(pattern, text), `${pattern} fits ${text}`)
  for (const text of not) t.notOk(globMatches(pattern, text), `${pattern} does not fit ${text}`)
}

t.test('a star stays within its segment, two stars do not', async (t) => {
  cases(t, '*.md', { fits: ['README.md', '.md'], not: ['docs/a.md', 'README.mdx'] })
  cases(t, 'docs/**', { fits: ['docs/', 'docs/a', 'docs/a/b.md'], not: ['docs', 'other/docs/a'] })
  cases(t, 'release/*', { fits: ['release/1'], not: ['release/1/2', 'release'] })
  cases(t, 'a**z', { fits: ['az', 'a/b/z'], not: ['a/b'] })
})

t.test('two stars before a slash are any number of whole segments, none included', async (t) => {
  cases(t, '**/*.md', { fits: ['README.md', 'a/b.md', 'a/b/c.md'], not: ['a/b.mdx'] })
  cases(t, 'src/**/test.ts', {
    fits: ['src/test.ts', 'src/a/b/test.ts'],
    not: ['src/mytest.ts', 'srctest.ts']
  })
  cases(t, '**/.env', { fits: ['.env', 'a/.env'], not: ['a.env'] })
})

t.test('a question mark is one character, of whatever width, and no slash', async (t) => {
  cases(t, 'v?', { fits: ['v1', 'v😀'], not: ['v', 'v12', 'v/'] })
})

t.test('everything else stands for itself, in its very case', async (t) => {
  cases(t, '*[bot]', { fits: ['renovate[bot]', '[bot]'], not: ['b', 'renovateb'] })
  cases(t, 'a.c(d|e)+^$\\', { fits: ['a.c(d|e)+^$\\'], not: ['abc(d|e)+^$\\', 'a.cd'] })
  cases(t, 'Main', { fits: ['Main'], not: ['main'] })
  cases(t, '', { fits: [''], not: ['a'] })
})

t.test('a loose glob takes a name as one text: every star crosses slashes', async (t) => {
  t.ok(looseGlobMatches('release*', 'release/1/2'))
  t.ok(looseGlobMatches('a?b', 'a/b'))
  t.ok(looseGlobMatches('*', 'a/b'))
  t.notOk(looseGlobMatches('release*', 'my-release'))
  t.notOk(looseGlobMatches('a.c', 'abc'))
  t.ok(looseGlobMatches('**/hotfix', 'a/b/hotfix'))
  t.notOk(looseGlobMatches('**/hotfix', 'hotfix'))
})

/** The same rules, said by trying everything. */
function fits(pattern: string, text: string, isStart = true): boolean {
  const stars = /^\*+/.exec(pattern)?.[0] ?? ''
  if (stars === '') return pattern === '' ? text === '' : fitsOne(pattern, text)
  const rest = pattern.slice(stars.length)
  const isOption = isStart && stars !== '*' && rest.startsWith('/')
  const ends = Array.from({ length: text.length + 1 }, (_, at) => at)
  return (
    (isOption && fits(rest.slice(1), text)) ||
    ends.some(
      (end) => (stars !== '*' || !text.slice(0, end).includes('/')) && fits(rest, text.slice(end), false)
    )
  )
}

function fitsOne([mark, ...rest]: string, [first, ...others]: string): boolean {
  const isOne = mark === '?' ? first !== undefined && first !== '/' : first === mark
  return isOne && fits(rest.join(''), others.join(''), mark === '/')
}

const short = (chars: string) =>
  fc.array(fc.constantFrom(...chars), { maxLength: 8 }).map((parts) => parts.join(''))

t.test('whatever the pattern and the text, it says what trying everything says', async () => {
  fc.assert(
    fc.property(short('ab/*?'), short('ab/'), (pattern, text) => {
      return globMatches(pattern, text) === fits(pattern, text)
    }),
    { numRuns: 5_000 }
  )
})

t.test('a pattern without marks fits itself and nothing else', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      const pattern = one.replaceAll(/[*?]/g, '')
      return globMatches(pattern, pattern) && globMatches(pattern, other) === (pattern === other)
    })
  )
})

t.test('patterns that make others try for ever are answered at once', async (t) => {
  const deep = 'a/'.repeat(200)
  for (const pattern of [
    '**/'.repeat(60),
    '*a'.repeat(100),
    '**a**/'.repeat(60),
    '?*'.repeat(100),
    '*'.repeat(500)
  ])
    t.notOk(globMatches(`${pattern}!`, `${deep}${'a'.repeat(1_000)}`), pattern.slice(0, 12))
  const isDeep = globMatcher(`${'**/'.repeat(60)}x`)
  for (let at = 0; at < 100; at += 1) t.ok(isDeep(`${deep}x`))
})
