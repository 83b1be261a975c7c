import fc from 'fast-check'
import t from 'tap'
import { RuleError } from '#domain/expressions/error.js'
import { evaluateRule } from '#domain/expressions/evaluate.js'
import { printRule } from '#domain/expressions/print.js'
import { MOST_STEPS, type NamedExpressions, type RuleVariables } from '#domain/expressions/run.js'
import type { Json } from '#schemas/common.js'
import { expression } from './fixtures/expressions.js'

const context: RuleVariables = {
  author: 'octocat',
  title: 'Fix: the Parser',
  branch: 'fix/parser',
  labels: ['bug', 'area/parser'],
  files: ['docs/a.md', 'src/deep/b.ts'],
  changes: { added: 10, deleted: 0, modified: 2 },
  is_draft: false,
  nothing: null,
  none: []
}

const resultOf = (text: string, expressions: NamedExpressions = {}) =>
  evaluateRule(text, context, expressions).result

const results = (t: { same: typeof import('tap').same }, cases: Record<string, Json>) => {
  for (const [text, expected] of Object.entries(cases)) t.same(resultOf(text), expected, text)
}

const errorOf = (
  text: string,
  expressions: NamedExpressions = {},
  about: RuleVariables = context
): RuleError => {
  try {
    evaluateRule(text, about, expressions)
  } catch (error) {
    if (error instanceof RuleError) return error
    throw error
  }
  throw new Error(`${text} came to something`)
}

t.test('and and or give a truth, and stop as soon as it is known', async (t) => {
  results(t, {
    'author and labels': true,
    'none or nothing or unknown': false,
    'not unknown': true,
    'false and (1 + "x")': false,
    'true or (1 + "x")': true
  })
})

t.test('only what is of one kind is equal or ordered', async (t) => {
  results(t, {
    'author == "octocat"': true,
    'changes.added == 10': true,
    'changes.added == "10"': false,
    'changes.added != "10"': true,
    'is_draft == 0': false,
    'unknown == nothing': true,
    'labels == labels': true,
    'labels == files': false,
    '"a" < "b"': true,
    'changes.added >= 10': true,
    'unknown > 1': false,
    'unknown <= 1': false
  })
  t.match(errorOf('changes.added > "1"'), { fault: 'evaluation', message: /a number and a text/ })
  t.match(errorOf('labels < files'), { fault: 'evaluation' })
})

t.test('only numbers are reckoned with, and a part of nothing is nothing', async (t) => {
  results(t, {
    'changes.added + changes.modified * 2 - 1': 13,
    '(1 + 2) * 3 / 2': 4.5,
    '7 / changes.deleted': 0,
    '-changes.added + 1': -9,
    '-(labels | length)': -2
  })
  for (const text of ['"1" + 1', 'title + author', 'unknown + 1', '-author', 'labels * 2'])
    t.match(errorOf(text), { fault: 'evaluation', message: /is of numbers/ }, text)
  t.match(errorOf(`${'9'.repeat(300)} * ${'9'.repeat(300)}`), { fault: 'evaluation', message: /too large/ })
})

t.test('filters ask texts and lists', async (t) => {
  results(t, {
    'branch | match("main", "fix/*")': true,
    'branch | match("*")': false,
    'files | some(match("**/*.ts"))': true,
    'title | lower | contains("parser")': true,
    'title | contains("parser")': false,
    'title | upper | startsWith("FIX:")': true,
    'title | endsWith("Parser")': true,
    '"a.tar.gz" | extension("zip", ".gz")': true,
    '"gz" | extension("gz")': false,
    'labels | includes("bug")': true,
    'labels | includes("bu")': false,
    'labels | length': 2,
    '"😀" | length': 1,
    'unknown | length': 0,
    'changes | length': 0,
    'unknown | match("*")': false,
    'unknown | lower': null
  })
  t.match(errorOf('files | match("*")'), {
    fault: 'evaluation',
    message: /use some\(…\) or all\(…\) on a list/
  })
  t.match(errorOf('author | includes("o")'), { fault: 'evaluation', message: /a list, and this is a text/ })
  t.match(errorOf('title | contains(1)'), { fault: 'evaluation', message: /the argument of contains/ })
})

t.test(
  'several filters in some and all mean any of them, and nothing holds of all of an empty list',
  async (t) => {
    results(t, {
      'files | some(match("*.png"), extension("md"))': true,
      'files | all(match("docs/**"), extension("ts"))': true,
      'files | all(match("docs/**"))': false,
      'files | some(lower | endsWith("A.MD"), upper | endsWith("A.MD"))': true,
      'none | all(match("**"))': false,
      'unknown | all(match("**"))': false,
      'nothing | some(match("**"))': false
    })
  }
)

t.test('a named expression is looked at when it is asked for, once, and may ask for others', async (t) => {
  const expressions = {
    docs: 'files | all(match("docs/**"))',
    safe: { small: 'changes.added < 100', all: 'docs() or safe.small' },
    author: 'false',
    broken: 'this is ('
  }
  t.equal(resultOf('safe.all', expressions), true)
  t.equal(resultOf('docs', expressions), false)
  t.equal(resultOf('author == "octocat" and not author()', expressions), true)
  t.equal(resultOf('true or broken', expressions), true)
  const { trace } = evaluateRule('safe.small and safe.small()', context, expressions)
  t.equal(trace.filter(({ step }) => step === 'safe.small()').length, 1)
  t.match(errorOf('not broken', expressions), {
    fault: 'syntax',
    within: 'broken',
    message: /^in the expression broken, line 1, column 6: /
  })
  t.match(errorOf('missing()', expressions), { fault: 'evaluation', message: /no expression missing/ })
  t.equal(resultOf('__proto__ or constructor or toString or safe.constructor', expressions), false)
})

t.test('expressions that lead in a ring, or without end, are faults and not endless', async (t) => {
  t.match(errorOf('a', { a: 'b or c', b: 'a()' }), { fault: 'evaluation', message: /in a ring: a, b, a/ })
  t.match(errorOf('a', { a: 'a' }), { message: /in a ring/ })
  const long = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`e${at}`, `not not e${at + 1}`]))
  t.match(errorOf('e0', long), { fault: 'limit', message: /deep/ })
})

t.test('the trace tells each step, what came of it, and what nothing is known of', async (t) => {
  const { result, trace } = evaluateRule(
    'changes.added > 5 and (files | some(match("*.md"))) or nobody',
    context,
    {}
  )
  t.equal(result, false)
  t.same(trace, [
    { step: 'changes.added', result: 10 },
    { step: 'changes.added > 5', result: true },
    { step: 'files', result: ['docs/a.md', 'src/deep/b.ts'] },
    { step: 'some(match("*.md"))', result: false, detail: 'no element satisfies it' },
    { step: 'files | some(match("*.md"))', result: false },
    { step: 'changes.added > 5 and files | some(match("*.md"))', result: false },
    { step: 'nobody', result: null, detail: 'unknown variable' },
    { step: 'changes.added > 5 and files | some(match("*.md")) or nobody', result: false }
  ])
  const long = evaluateRule(Array(300).fill('x').join(' or '), context, {})
  t.match(long.trace.at(-1), { step: '…', detail: '101 more steps' })
  t.equal(long.trace.length, 201)
})

t.test('an expensive expression stops at the limit of steps', async (t) => {
  const many = Array.from({ length: 4_000 }, (_, at) => `src/${at}.ts`)
  const about = { many, long: 'a'.repeat(200_000), path: 'a/'.repeat(5_000) }
  for (const text of [
    'many | some(match("x"), match("y"), match("z"))',
    'many | all(match("*.md"), upper | lower | startsWith("src")) and (many | some(match("x")))',
    `long | match("${'*a'.repeat(300)}!")`,
    `${'path | match("**/**/**/**/**/**/**/**/**/**/**/!") or '.repeat(36)}false`,
    `long | contains("${'a'.repeat(1_900)}b")`,
    `${'long | match("*a*a*b*") or '.repeat(70)}false`
  ])
    t.match(
      errorOf(text, {}, about),
      { fault: 'limit', message: new RegExp(`${MOST_STEPS} steps`) },
      text.slice(0, 40)
    )
  t.equal(evaluateRule('many | some(match("*.md"), extension("md"))', about, {}).result, false)
})

t.test('size is paid for: empty texts, lengths and lists that are compared', async (t) => {
  const long = 'a'.repeat(100_000)
  const lists = { one: Array(20_000).fill('abcdefgh'), other: Array(20_000).fill('abcdefgh') }
  const about = { empties: Array(1_500).fill(''), long, twin: `${long.slice(1)}a`, ...lists }
  for (const text of [
    `empties | some(match("${'?'.repeat(900)}"))`,
    `${'(long | length) > 0 and '.repeat(60)}true`,
    `${'one == other and '.repeat(60)}true`,
    `${'long <= twin and '.repeat(60)}true`
  ])
    t.match(errorOf(text, {}, about), { fault: 'limit', message: new RegExp(`${MOST_STEPS} steps`) }, text)
  const nearly = { texts: Array(60).fill(`${long}b`), wanted: `${long}c` }
  t.match(errorOf('texts | includes(wanted)', {}, nearly), { fault: 'limit' })
  t.equal(evaluateRule('texts | includes("b")', nearly, {}).result, false)
})

t.test('globs and named expressions are of bounded length', async (t) => {
  t.match(errorOf(`author | match("${'a'.repeat(1_001)}")`), { fault: 'limit', message: /1000 characters/ })
  t.equal(resultOf(`author | match("${'a'.repeat(1_000)}")`), false)
  const named = { long: `true ${'or true '.repeat(300)}` }
  t.match(errorOf('long()', named), { fault: 'limit', within: 'long', message: /2000 characters/ })
})

t.test('a trace says of an object only that it is one', async (t) => {
  const about = { commits: [{ secret: 'x' }], one: { secret: 'x' } }
  const { trace } = evaluateRule('(commits | some(length)) or (commits | all(length)) or one', about, {})
  t.notMatch(JSON.stringify(trace), /secret/)
  t.match(trace, [{}, {}, {}, {}, { detail: 'an object does not satisfy it' }])
})

t.test('whatever rule is run on whatever, it comes to something or to a fault of its own', async () => {
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.array(fc.string()), fc.constant(undefined))
  const contexts = fc.dictionary(
    fc.constantFrom('author', 'labels', 'files', 'changes', 'notes', '__proto__'),
    value
  )
  const named = fc.dictionary(fc.constantFrom('docs', 'notes', 'group'), expression.map(printRule))
  fc.assert(
    fc.property(expression, contexts, named, (rule, about, expressions) => {
      try {
        // The border to the generators, which make JSON.
        const { result, trace } = evaluateRule(printRule(rule), about as RuleVariables, expressions)
        return trace.length <= 201 && JSON.stringify(result) !== undefined
      } catch (error) {
        return error instanceof RuleError
      }
    }),
    { numRuns: 2_000 }
  )
})
