import fc from 'fast-check'
import t from 'tap'
import { lineDiff } from '#domain/patches/guard/line-diff.js'

/** Few words, so that lines repeat and stay in many ways. */
const texts = fc.array(fc.constantFrom('a', 'b', 'c', '', '}'), { maxLength: 30 })

/** The second text, made of the first by what is said to go and to come. */
function applied(before: readonly string[], after: readonly string[]): (string | undefined)[] {
  const { removed, added } = lineDiff(before, after)
  const staying = before.filter((_, at) => !removed.includes(at))
  return after.map((line, at) => (added.includes(at) ? line : staying.shift())).concat(staying)
}

/** The most lines that can stay, by trying all. */
function mostStaying(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0)
  for (const line of a) {
    const above = row
    row = []
    for (const [at, other] of b.entries())
      row.push(line === other ? (above[at - 1] ?? 0) + 1 : Math.max(above[at] ?? 0, row[at - 1] ?? 0))
  }
  return row.at(-1) ?? 0
}

t.test('what goes and what comes make one text of the other', async (t) => {
  t.doesNotThrow(() =>
    fc.assert(fc.property(texts, texts, (a, b) => applied(a, b).join('\n') === b.join('\n')))
  )
})

t.test('no more goes or comes than must, and as much on the way back', async (t) => {
  const property = fc.property(texts, texts, (a, b) => {
    const [there, back] = [lineDiff(a, b), lineDiff(b, a)]
    const staying = mostStaying(a, b)
    return (
      there.removed.length === a.length - staying &&
      there.added.length === b.length - staying &&
      back.added.length === there.removed.length &&
      back.removed.length === there.added.length
    )
  })
  t.doesNotThrow(() => fc.assert(property))
})

t.test('a line that is moved goes and comes', async (t) => {
  t.same(lineDiff(['a', 'b', 'c', 'd'], ['b', 'c', 'a', 'd']), { removed: [0], added: [2] })
  t.same(lineDiff(['a', 'b'], ['a', 'b']), { removed: [], added: [] })
})

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`)

t.test('of long texts the few lines that differ are told', async (t) => {
  const before = numbered(20_000)
  const after = before.with(12, 'other').toSpliced(9_000, 1).toSpliced(15_000, 0, 'new')
  t.same(lineDiff(before, after), { removed: [12, 9_000], added: [12, 15_000] })
  const rewritten = before.map((line, at) => (at % 2 === 0 ? line : `${line} anew`))
  t.equal(lineDiff(before, rewritten).removed.length, 10_000)
})

// To find what could stay of any of them would take the square of their length.
const HOSTILE: Record<string, [string[], string[]]> = {
  'turned round': [numbered(10_000), numbered(10_000).reverse()],
  'of two words in another order': [
    numbered(400_000).map((_, at) => (at % 7 < 3 ? 'x' : 'y')),
    numbered(400_000).map((_, at) => (at % 11 < 5 ? 'y' : 'x'))
  ]
}

for (const [name, [before, after]] of Object.entries(HOSTILE))
  t.test(`what would be too much work counts as changed but for the equal ends: ${name}`, async (t) => {
    const head = ['first', 'second']
    const [from, to] = [
      [...head, ...before, 'last'],
      [...head, ...after, 'last']
    ]
    const { removed, added } = lineDiff(from, to)
    t.equal(removed.length, before.length)
    t.equal(added.length, after.length)
  })
