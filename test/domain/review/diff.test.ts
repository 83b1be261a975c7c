// The diff of a file as the host shows it.
import fc from 'fast-check'
import t from 'tap'
import { patchOf } from '#demo/world/git/patches.js'
import { formerText, isWholeDiff, parsePatch } from '#domain/review/diff.js'

const shown = (patch: string) =>
  parsePatch(patch).map(
    ({ kind, before, after, text }) => `${kind[0]} ${before ?? '-'} ${after ?? '-'} ${text}`
  )

t.test('lines of a hunk get the numbers that they have before and after', async (t) => {
  t.same(shown('@@ -3,3 +3,4 @@ function a() {\n one\n-two\n+2\n+zwei\n three'), [
    'c 3 3 one',
    'r 4 - two',
    'a - 4 2',
    'a - 5 zwei',
    'c 5 6 three'
  ])
})

t.test('a hunk of one line leaves out its count, and a new file begins with line 1', async (t) => {
  t.same(shown('@@ -1 +1 @@\n-a\n+b'), ['r 1 - a', 'a - 1 b'])
  t.same(shown('@@ -0,0 +1,2 @@\n+a\n+b'), ['a - 1 a', 'a - 2 b'])
})

t.test('a missing line end is told by the host and is no line', async (t) => {
  t.same(shown('@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n'), [
    'r 1 - a',
    'a - 1 b'
  ])
})

t.test('line ends of Windows are taken off, and a bare line is an empty one', async (t) => {
  t.same(shown('@@ -1,3 +1,3 @@\r\n a\r\n\r\n-b\r\n+c\r\n'), ['c 1 1 a', 'c 2 2 ', 'r 3 - b', 'a - 3 c'])
})

t.test('lines that look like a header belong to the hunk that counts them', async (t) => {
  t.same(shown('@@ -1,2 +1,2 @@\n--- a/x\n-b\n+++ b/x\n+@@ -1 +1 @@'), [
    'r 1 - -- a/x',
    'r 2 - b',
    'a - 1 ++ b/x',
    'a - 2 @@ -1 +1 @@'
  ])
})

t.test('nothing is read before a hunk, behind its end, or from what is no diff', async (t) => {
  t.same(shown(''), [])
  t.same(shown('Binary files differ'), [])
  t.same(shown('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+c\n-d'), ['r 1 - a', 'a - 1 b'])
  t.same(shown('@@ -x +y @@\n-a'), [])
})

t.test('a hunk that is cut off is read as far as it goes, and the next one is read', async (t) => {
  t.same(shown('@@ -1,9 +1,9 @@\n a\n+b\n@@ -20 +21 @@\n-c\n+d'), [
    'c 1 1 a',
    'a - 2 b',
    'r 20 - c',
    'a - 21 d'
  ])
  t.same(shown('@@ -1,4 +1,4 @@\n a\n?what\n+b'), ['c 1 1 a'])
})

t.test('a diff is whole if it has all lines that the host counts', async (t) => {
  const lines = parsePatch('@@ -1 +1,2 @@\n-a\n+b\n+c')
  t.ok(isWholeDiff(lines, { additions: 2, deletions: 1 }))
  t.notOk(isWholeDiff(lines, { additions: 3, deletions: 1 }))
})

t.test('the diff of two texts leads from one to the other', async (t) => {
  const before = Array.from({ length: 40 }, (_, at) => `line ${at}`)
  const after = before.toSpliced(2, 1).toSpliced(30, 2, 'new', 'newer', 'newest')
  const lines = parsePatch(patchOf(`${before.join('\n')}\n`, `${after.join('\n')}\n`))
  for (const { kind, before: from, after: to, text } of lines) {
    if (kind !== 'added') t.equal(before[(from ?? 0) - 1], text)
    if (kind !== 'removed') t.equal(after[(to ?? 0) - 1], text)
  }
  t.equal(lines.filter(({ kind }) => kind === 'added').length, 3)
  t.equal(lines.filter(({ kind }) => kind === 'removed').length, 3)
})

t.test('the text before a change follows from the one after it and the diff', async (t) => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', '', '}'), { maxLength: 30 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      t.equal(formerText(after, parsePatch(patchOf(before, after))), before)
    })
  )
  t.equal(formerText('other\n', parsePatch('@@ -1 +1 @@\n-a\n+b')), undefined)
})

t.test('the text before a change follows from one of any length', async (t) => {
  const rows = Array.from({ length: 200_000 }, (_, at) => `${at}`)
  const after = [...rows, 'new', ''].join('\n')
  const lines = parsePatch('@@ -200000 +200000,2 @@\n 199999\n+new')
  t.equal(formerText(after, lines), [...rows, ''].join('\n'))
})
