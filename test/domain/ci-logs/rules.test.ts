import t from 'tap'
import { LOG_CUES } from '#domain/ci-logs/cues/index.js'
import { COMMAND_HINTS, WORD_HINTS } from '#domain/ci-logs/hints/index.js'
import { literalsOf } from '#domain/ci-logs/literal.js'
import { MARK_RULES } from '#domain/ci-logs/marks.js'
import { matchLine } from '#domain/ci-logs/matcher.js'
import { QUOTE_PATTERNS } from '#domain/ci-logs/quote-patterns/index.js'
import { createLogReader } from '#domain/ci-logs/reader.js'
import { LOG_RULES } from '#domain/ci-logs/rules/index.js'

const TOLD = QUOTE_PATTERNS.flatMap(({ example, pattern, more, before, below, above }) =>
  [pattern, more, before, below, above].flatMap((one) => (one ? [{ id: example, pattern: one }] : []))
)
const ALL = [...LOG_RULES, ...WORD_HINTS, ...COMMAND_HINTS]

t.test('every rule finds its example, through the reader as well', async (t) => {
  for (const rule of LOG_RULES) {
    const reader = createLogReader()
    reader.push(`2026-01-01T00:00:00.0000000Z \u001b[31m${rule.example}\u001b[0m\n`)
    t.ok(
      reader.end().hits.some((hit) => hit.rule.id === rule.id),
      rule.id
    )
  }
})

t.test('every hint and every cue finds its example', async (t) => {
  for (const { id, pattern, example } of [...WORD_HINTS, ...COMMAND_HINTS, ...LOG_CUES])
    t.match(example, pattern, id)
})

t.test('a rule has a name of its own and a weight from 1 to 10', async (t) => {
  t.equal(new Set(ALL.map(({ id }) => id)).size, ALL.length)
  t.same(
    LOG_RULES.filter(({ weight }) => weight < 1 || weight > 10),
    []
  )
})

t.test('every alternative of a pattern is found by a literal of three characters or more', async (t) => {
  const short = [...LOG_RULES, ...MARK_RULES].flatMap(({ pattern }) =>
    literalsOf(pattern).filter((literal) => literal.length < 3)
  )
  t.same(short, [])
})

t.test('a literal is what every match contains', async (t) => {
  t.same(literalsOf(/abc?def|(?:x|y)longer\.z+/), ['def', 'longer.z'])
  t.same(literalsOf(/^\d{1,3}(?<name>file\.py):(?!never)/), ['file.py'])
  t.same(literalsOf(/a{2}bcd[efg]hi|(opt)?need/), ['bcd', 'need'])
})

t.test(
  'no pattern repeats a group, a class or any character without bound: lines of others are no trap',
  async (t) => {
    const unbounded = /[)\].][*+]|\\[wSdD][*+]|\{\d+,\}/
    const classes = /\[(?:[^\]\\]|\\.)+\]/g
    t.same(
      [...ALL, ...TOLD, ...LOG_CUES]
        .filter(({ pattern }) => unbounded.test(pattern.source.replace(classes, '[]')))
        .map(({ id }) => id),
      []
    )
  }
)

t.test('a line of nothing special fits no rule', async (t) => {
  for (const line of [
    '',
    'Compiling a v1.0.0',
    'Run npm test',
    'ok 1 - works',
    'Resolving deltas: 100% (3/3), done.'
  ])
    t.same(matchLine(line).rules, [], line)
})
