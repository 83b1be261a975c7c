import fc from 'fast-check'
import t from 'tap'
import { countChangedLines, fixRiskScore } from '#domain/fixing/risk.js'
import { applyEdits } from '#domain/patches/model/edits.js'
import { growthFaults, sanityFaults } from '#domain/patches/model/sanity.js'

const offered = [{ path: 'a.ts', text: 'one two three\nfour\n', mode: '100755' as const }]
const edit = (find: string, replace: string, path = 'a.ts') => ({ path, find, replace })

t.test('edits find their places in the text as it was, in whatever order they are told', async (t) => {
  const { files, notOffered, faults } = applyEdits(offered, [
    edit('four', 'five'),
    edit('one', 'two'),
    edit(' two', '')
  ])
  t.same(files, [{ path: 'a.ts', before: offered[0]?.text, after: 'two three\nfive\n', mode: '100755' }])
  t.same([notOffered, faults], [[], []])
})

t.test('what is not found exactly once, overlaps, or was not offered is named and not guessed', async (t) => {
  t.match(applyEdits(offered, [edit('six', 'x')]), { files: [], faults: [/edit 1 does not find/] })
  t.match(applyEdits(offered, [edit('o', 'x')]), { files: [], faults: [/exactly once/] })
  t.match(applyEdits(offered, [edit('one two', 'x'), edit('two three', 'y')]), {
    files: [],
    faults: [/overlap/]
  })
  t.same(applyEdits(offered, [edit('one', 'x', 'b.ts')]), { files: [], notOffered: ['b.ts'], faults: [] })
  t.same(applyEdits(offered, [edit('one', 'x', '__proto__')]).notOffered, ['__proto__'])
})

t.test('an edit changes what it names, and nothing else', async (t) => {
  const property = fc.property(fc.string(), fc.string(), fc.string(), (head, tail, put) => {
    const text = `${head}<the place>${tail}`
    const { files } = applyEdits([{ path: 'a.ts', text, mode: '100644' }], [edit('<the place>', put)])
    const isOnce = text.indexOf('<the place>') === text.lastIndexOf('<the place>')
    return isOnce ? files[0]?.after === `${head}${put}${tail}` : files.length === 0
  })
  t.doesNotThrow(() => fc.assert(property))
})

const lines = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, at) => `${word} ${at}`).join('\n')
const changed = (before: string, after: string, path = 'a.ts') => [{ path, before, after }]

t.test('a repair adds up to 500 lines to each file and no more', async (t) => {
  const longer = (by: number) => changed(lines(1_000), `${lines(1_000)}\n${lines(by, 'more')}`)
  t.same(growthFaults([...longer(500), ...longer(500)]), [])
  t.same(growthFaults([...longer(500), ...longer(501)]), ['a.ts: more than 500 lines are added.'])
})

t.test('a patch that empties, rewrites or breaks its file is found', async (t) => {
  const faults: [string, string, string?][] = [
    ['a', 'a'],
    ['a', ' \n'],
    [lines(20), lines(13)],
    [lines(20), lines(20, 'other')],
    [lines(20), lines(20).split('\n').reverse().join('\n')],
    ['{"a": 1}', '{"a": 1', 'a.json'],
    ['const a = "b"', 'const a = "b'],
    ['const a = `b`', 'const a = `b']
  ]
  for (const [before, after, path] of faults)
    t.equal(
      sanityFaults(changed(before, after, path)).length,
      1,
      JSON.stringify([before, after]).slice(0, 60)
    )
  const fine: [string, string, string?][] = [
    ['a', 'b'],
    [lines(20), lines(14)],
    [lines(5), lines(1)],
    ['{"a": 1}', '{"a": 2}', 'a.json'],
    ['{ broken', '{ still broken', 'a.json'],
    ["it's", 'it is'],
    ['an odd "', 'another odd "']
  ]
  for (const [before, after, path] of fine)
    t.same(sanityFaults(changed(before, after, path)), [], before.slice(0, 20))
})

t.test(
  'risk grows with how hard it is, how many files there are, and how much they grow or shrink',
  async (t) => {
    const small = changed('a\n', 'b\n')
    const grown = changed(lines(20), lines(30))
    t.equal(fixRiskScore('simple', small), 0)
    t.equal(fixRiskScore('moderate', small), 20)
    t.equal(fixRiskScore('complex', [...small, ...small, ...small, ...small]), 60)
    t.equal(fixRiskScore('simple', grown), 15)
    t.equal(fixRiskScore('complex', Array.from({ length: 9 }, () => grown).flat()), 100)
    t.equal(countChangedLines([...small, ...changed('a\nb', 'a\nc')]), 4)
    t.equal(countChangedLines(changed('a\nb\nc', 'b\nc\na')), 2, 'a line that is moved')
  }
)
