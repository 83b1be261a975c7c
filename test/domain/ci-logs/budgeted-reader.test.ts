import t from 'tap'
import { createBudgetedReader } from '#domain/ci-logs/budgeted-reader.js'
import { diagnose } from '#domain/ci-logs/diagnose.js'

const MB = 1_000_000
const NOISE = 'npm error code ECONNRESET is what this line is not about\n'
const END = [
  '##[group]Run npx tsc',
  '##[endgroup]',
  "src/a.ts(3,7): error TS2322: Type 'a' is wrong.",
  '##[error]Process completed with exit code 2.',
  ''
]

/** Spends a millisecond whenever it is asked. */
function readerOf(budgetMs: number) {
  let spent = 0
  return createBudgetedReader({ budgetMs, spentMs: () => spent++ })
}

t.test(
  'of a log that costs too much the beginning and the end are read, and the diagnosis says so',
  async (t) => {
    const reader = readerOf(3)
    const lines = Math.ceil((2 * MB) / NOISE.length)
    reader.push('the first line\n')
    for (let at = 0; at < lines; at += 100) reader.push(NOISE.repeat(Math.min(100, lines - at)))
    reader.push(END.join('\n'))
    const facts = reader.end()
    t.equal(facts.lineCount, lines + END.length, 'what was skipped is counted')
    const found = diagnose(facts)
    t.match(found, {
      type: 'type_check',
      failing_file: 'src/a.ts',
      cause: /TS2322.*only part of the log was read/
    })
    t.equal(found.evidence[0]?.line, facts.lineCount - 1)
  }
)

t.test('a log that is no longer than its end is read whole, whatever that costs', async (t) => {
  const reader = readerOf(0)
  reader.push(NOISE.repeat(1_000))
  reader.push(END.join('\n'))
  const found = diagnose(reader.end())
  t.match(found, { type: 'type_check' })
  t.notMatch(found.cause, /only part/)
})

t.test('one line without an end is held in part, and is one line', async (t) => {
  const reader = readerOf(3)
  for (let at = 0; at < 40; at += 1) reader.push('error: x '.repeat(10_000))
  t.equal(reader.end().lineCount, 1)
})

t.test('a gap is shown as one, beside the lines that follow it', async (t) => {
  const reader = readerOf(0)
  reader.push('a\n'.repeat(MB))
  const { lines, lineCount } = reader.end()
  const shown = Array.from({ length: 120 }, (_, at) => lines.get(lineCount - at))
  t.ok(
    shown.every((line) => line === 'a'),
    'what was read last is shown as it was'
  )
  const short = readerOf(0)
  short.skip(7)
  short.push('b')
  t.same([...short.end().lines.values()].slice(-2), ['[7 lines of this log were not read]', 'b'])
})
