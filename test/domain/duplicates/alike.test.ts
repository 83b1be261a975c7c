import fc from 'fast-check'
import t from 'tap'
import { markAlike, wordingOf } from '#domain/duplicates/text/alike.js'

const alike = (text: string, other: string) =>
  markAlike(text, wordingOf(other))
    .filter((part) => part.alike)
    .map((part) => part.text)

t.test('uncommon words of the other text are alike, and words that every issue has are not', async (t) => {
  t.same(alike('The importer panics on open', 'An importer that panics'), ['importer panics'])
  t.same(alike('This is an error with the file', 'This is an error with the file here'), [])
})

t.test('a line that the other text has is alike as a whole, whatever numbers it has', async (t) => {
  const other = 'before\nthread panicked at src/cells.rs:219\nafter'
  t.same(alike('x\nthread panicked at src/cells.rs:214\ny', other), ['thread panicked at src/cells.rs:214\n'])
})

t.test('the parts together are the text, and neighbours differ, whatever the texts', async (t) => {
  const text = fc.array(fc.constantFrom('foo', ' ', '\n', 'bar_baz', '<b>', 'é', '漢字', '.'), {
    maxLength: 40
  })
  fc.assert(
    fc.property(text, text, (one, other) => {
      const parts = markAlike(one.join(''), wordingOf(other.join('')))
      t.equal(parts.map((part) => part.text).join(''), one.join(''))
      return parts.every((part, at) => part.text !== '' && part.alike !== parts[at + 1]?.alike)
    })
  )
})
