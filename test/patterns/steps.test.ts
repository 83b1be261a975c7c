import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { search } from './steps.js'

const CHARACTERS = [
  ...'aAbBzZ09_ .-\n\r',
  'é',
  'É',
  'ß',
  'ſ',
  'K',
  'k',
  'µ',
  '\u2028',
  '😀',
  '\ud83d',
  '\ude00'
]
/** Not the character 😀 itself: V8 does not find /\1😀()/u, though it finds /\1\u{1f600}()/u. */
const ATOMS = [
  ...['a', 'A', 'b', 'k', '9', 'é', '\\u{1f600}', '.', '\\.', '\\d', '\\w', '\\W', '\\s', '\\S', '\\n'],
  ...['[ab]', '[^ab]', '[a-z]', '[^\\w]', '[\\s\\S]', '[😀a]', '\\u00b5', '\\x62']
]
const QUANTIFIERS = [
  '*',
  '+',
  '?',
  '{0}',
  '{2}',
  '{0,1}',
  '{1,3}',
  '{2,}',
  '*?',
  '+?',
  '??',
  '{0,2}?',
  '{1,}?'
]
const ASSERTIONS = ['^', '$', '\\b', '\\B']

/** Some patterns have more ways than anyone can try. */
const MOST_STEPS = 20_000

/** Groups that a backreference names; a pattern may hold fewer, and is then no pattern or names a character. */
const references = fc.constantFrom('\\1', '\\2', '\\3')

const { pattern } = fc.letrec<{ pattern: string; sequence: string; part: string; whole: string }>((tie) => ({
  pattern: fc
    .array(tie('sequence'), { minLength: 1, maxLength: 3, size: 'small' })
    .map((options) => options.join('|')),
  sequence: fc.array(tie('part'), { maxLength: 4, size: 'small' }).map((parts) => parts.join('')),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...ATOMS),
    fc.constantFrom(...ASSERTIONS),
    references,
    fc.tuple(tie('whole'), fc.constantFrom(...QUANTIFIERS)).map((parts) => parts.join('')),
    tie('whole'),
    fc
      .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), tie('pattern'))
      .map(([kind, of]) => `${kind}${of})`)
  ),
  whole: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...ATOMS),
    fc.tuple(fc.constantFrom('(', '(?:'), tie('pattern')).map(([kind, of]) => `${kind}${of})`)
  )
}))

const flags = fc.subarray([...'dgimsuy']).map((some) => some.join(''))
const text = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 12 }).map((some) => some.join(''))

/** Groups that an engine tells with the flag d, whole match first, as pairs. */
function placesByEngine(source: string, flags: string, text: string): number[] | undefined {
  const real = new RegExp(source, flags.includes('d') ? flags : `${flags}d`)
  const found = real.exec(text)
  return found?.indices?.flatMap((pair) => pair ?? [-1, -1])
}

function isPattern(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags)
    return true
  } catch {
    return false
  }
}

/** With the flag u the language does not look between the halves of a character; V8 does: /(?!.)/u in '😀'. */
const isWithinPair = (text: string, at: number) => (text.codePointAt(at - 1) ?? 0) > 0xffff

t.test('the pattern that is counted finds what the engine finds', async (t) => {
  const property = fc.property(pattern, flags, text, (source, flags, text) => {
    fc.pre(isPattern(source, flags))
    const { places, steps } = search(new RegExp(source, flags), text, 0, MOST_STEPS)
    fc.pre(steps < MOST_STEPS)
    const expected = placesByEngine(source, flags, text)
    fc.pre(!(flags.includes('u') && isWithinPair(text, expected?.[0] ?? 0)))
    deepEqual(places, expected)
  })
  t.doesNotThrow(() => fc.assert(property, { numRuns: 1_000 }))
})
