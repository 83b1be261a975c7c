import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { RuleError } from '#domain/expressions/error.js'
import { parseRule } from '#domain/expressions/parse.js'
import { printRule } from '#domain/expressions/print.js'
import { LONGEST_EXPRESSION } from '#schemas/expressions/bounds.js'
import { expression, placeless } from './fixtures/expressions.js'

function errorOf(text: string): RuleError {
  try {
    parseRule(text)
  } catch (error) {
    // The border to what is thrown: the next test says that it is nothing else.
    return error as RuleError
  }
  throw new Error(`${text} was read`)
}

t.test('what is read is printed, and read again as the same', async () => {
  fc.assert(
    fc.property(expression, (tree) => {
      fc.pre(printRule(tree).length <= LONGEST_EXPRESSION)
      const again = parseRule(printRule(tree))
      return isDeepStrictEqual(placeless(again), placeless(tree))
    }),
    { numRuns: 500 }
  )
})

t.test('whatever is written, it is read, or refused with its place and what was expected', async () => {
  const words = [
    'a',
    'and',
    'or',
    'not',
    '(',
    ')',
    '|',
    'some',
    'match',
    '"x"',
    "'",
    '1',
    '-',
    '==',
    ',',
    '.',
    ' ',
    '\\',
    '%',
    '\n'
  ]
  const soup = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(fc.oneof(soup, fc.string({ unit: 'binary', maxLength: 60 })), (text) => {
      try {
        return parseRule(text) !== undefined
      } catch (error) {
        if (!(error instanceof RuleError) || error.fault === 'evaluation') throw error
        return error.place.offset >= 0 && error.place.offset <= text.length
      }
    }),
    { numRuns: 2_000 }
  )
})

t.test('what binds more is done first', async (t) => {
  for (const [text, printed] of [
    ['a or b and not c', 'a or b and not c'],
    ['(a or b) and c', '(a or b) and c'],
    ['((a))', 'a'],
    ['a + b * c - d', 'a + b * c - d'],
    ['(a + b) * c', '(a + b) * c'],
    ['-a | length', '-a | length'],
    ['(-a) | length', '(-a) | length'],
    ['a | lower | contains("x") == true', 'a | lower | contains("x") == true'],
    ["'it\\'s' == \"a\\\\b\"", '"it\'s" == "a\\\\b"'],
    [
      'files | some(match("*.md"), lower | endsWith("x"))',
      'files | some(match("*.md"), lower | endsWith("x"))'
    ],
    ['is_docs() and security.paths', 'is_docs() and security.paths'],
    ['labels | length()', 'labels | length']
  ] as const)
    t.equal(printRule(parseRule(text)), printed)
})

t.test('a fault says its line and column, and what was expected there', async (t) => {
  for (const [text, line, column, reason] of [
    ['', 1, 1, /the rule ends where a value, a name, not, - or \( is expected/],
    ['author ==', 1, 10, /the rule ends/],
    ['a and\n  or b', 2, 3, /"or" stands where a value/],
    ['a = b', 1, 3, /equality is ==/],
    ['a && b', 1, 3, /write and/],
    ['!a', 1, 1, /write not/],
    ['a b', 1, 3, /"b" stands where an operator, \| with a filter, or the end/],
    ['(a', 1, 3, /the rule ends where \) is expected/],
    ['a | glob("x")', 1, 5, /"glob" stands where a filter \(match, /],
    ['a | match', 1, 5, /match takes at least one argument, not 0/],
    ['a | lower("x")', 1, 5, /lower takes no arguments, not 1/],
    ['a | contains("x", "y")', 1, 5, /contains takes one argument, not 2/],
    ['a | some("x")', 1, 10, /where a filter/],
    ['contains(a, "x")', 1, 10, /a filter comes after \|/],
    ['a == "x', 1, 6, /no end; " is expected/],
    ['a < b < c', 1, 7, /"<" stands/],
    ['a.', 1, 2, /"\." has no meaning here/],
    ['9'.repeat(400), 1, 1, /too large/]
  ] as const) {
    const error = errorOf(text)
    t.match({ ...error.place }, { line, column }, text)
    t.match(error.reason, reason, text)
    t.match(error.message, `line ${line}, column ${column}: `)
  }
})

t.test('length and depth are bounded', async (t) => {
  t.ok(parseRule('x'.repeat(2_000)))
  t.match(errorOf('x'.repeat(2_001)), { fault: 'limit' })
  const nested = (open: string, depth: number, close = '') => `${open.repeat(depth)}a${close.repeat(depth)}`
  for (const [open, close] of [
    ['(', ')'],
    ['not ', ''],
    ['-', ''],
    ['a | includes(', ')']
  ] as const) {
    t.ok(parseRule(nested(open, 50, close)), open)
    t.match(errorOf(nested(open, 51, close)), { fault: 'limit', message: /50 deep/ }, open)
  }
  t.match(errorOf(`a | ${'some('.repeat(51)}lower${')'.repeat(51)}`), { fault: 'limit' })
  t.ok(parseRule(Array(400).fill('a').join(' or ')), 'a long row is not deep')
})
