import t from 'tap'
import { diagnose } from '#domain/ci-logs/diagnose.js'
import { QUOTE_PATTERNS } from '#domain/ci-logs/quote-patterns/index.js'
import { createLogReader } from '#domain/ci-logs/reader.js'
import { COMPILED_LOGS } from './compiled-logs.js'
import { FURTHER_LOGS } from './further-logs.js'
import { type FailedLog, SCRIPTED_LOGS } from './logs.js'

const diagnosisOf = (command: string, ...lines: string[]) => {
  const reader = createLogReader()
  const job = [
    '##[group]Run actions/checkout@v4',
    '##[endgroup]',
    'Syncing repository: a/app',
    `##[group]Run ${command}`,
    'shell: /usr/bin/bash -e {0}',
    '##[endgroup]',
    ...lines,
    '##[error]Process completed with exit code 1.',
    'Post job cleanup.',
    'Cleaning up orphan processes'
  ]
  reader.push(job.map((line) => `2026-01-01T10:00:00.1234567Z ${line}`).join('\n'))
  return diagnose(reader.end())
}

const LOGS: readonly FailedLog[] = [...SCRIPTED_LOGS, ...COMPILED_LOGS, ...FURTHER_LOGS]
const diagnosed = LOGS.map((log) => ({ ...log, found: diagnosisOf(log.command, ...log.log.split('\n')) }))
const SHOWN_LINES = 40
const close = (text: string) => text.replaceAll(/\s{1,100}/g, ' ')

t.test('what is quoted says what failed, not how much of it nor what followed', async (t) => {
  for (const { command, type, told, found } of diagnosed) {
    t.equal(found.type, type, command)
    for (const part of told) t.ok(found.cause.includes(close(part)), `${command}: ${found.cause}`)
  }
})

t.test('a diagnosis points to the file and line of what is quoted', async (t) => {
  for (const { command, file, line, found } of diagnosed)
    t.match(found, { failing_file: file ?? null, failing_line: line ?? null }, command)
})

t.test('what a comment shows of the first lines holds what is quoted', async (t) => {
  for (const { command, told, found } of diagnosed) {
    const shown = found.extract[0]?.lines.slice(0, SHOWN_LINES).map(close) ?? []
    for (const part of told)
      t.ok(
        shown.some((line) => line.includes(close(part))),
        `${command}: ${part}`
      )
  }
})

t.test('of several that failed the first is told, though the last stands nearer to the end', async (t) => {
  const errors = Array.from(
    { length: 30 },
    (_, at) => `src/a${at}.ts(${at + 1},7): error TS2304: Cannot find name 'x${at}'.`
  )
  t.match(diagnosisOf('npx tsc', ...errors), { failing_file: 'src/a0.ts', failing_line: 1 })
})

t.test('what lies far above, in another step, passes or is only warned of, is not told', async (t) => {
  const error = (name: string) => `src/${name}.c:3:5: error: expected ';' before '}' token`
  const far = diagnosisOf(
    'make',
    error('probe'),
    ...Array.from({ length: 60 }, () => 'checking'),
    error('real')
  )
  t.equal(far.failing_file, 'src/real.c')
  const before = diagnosisOf(
    './configure',
    error('probe'),
    '##[group]Run make',
    '##[endgroup]',
    error('real')
  )
  t.equal(before.failing_file, 'src/real.c')
  const warned = diagnosisOf(
    'cargo clippy',
    'warning: unused import',
    ' --> src/warned.rs:1:5',
    'error: unused variable: `a`',
    ' --> src/real.rs:2:9'
  )
  t.equal(warned.failing_file, 'src/real.rs')
})

t.test('what is quoted of a test is its own, not of the next that failed', async (t) => {
  const { cause } = diagnosisOf(
    'npx jest',
    'FAIL src/a.test.js',
    '  ● first',
    '    thrown',
    '  ● second',
    '    Expected: 1',
    '    Received: 2'
  )
  t.notOk(cause.includes('Expected'), cause)
})

t.test('lines that the runner marks, and those of an image that is built, are told alike', async (t) => {
  const error = "src/a.ts(3,7): error TS2304: Cannot find name 'b'."
  for (const line of [`##[error]${error}`, `#12 3.141 ${error}`])
    t.match(diagnosisOf('npx tsc', line), {
      cause: `The type check found errors: ${error}`,
      failing_file: 'src/a.ts',
      failing_line: 3
    })
})

t.test('a panic within a dependency is quoted, and points to no file of the repository', async (t) => {
  const panic = "thread 'a' (7) panicked at /home/runner/.cargo/registry/src/b-1.0.0/src/run.rs:101:13:"
  const { cause, failing_file } = diagnosisOf('cargo nextest run', `    ${panic}`, 'error: test run failed')
  t.ok(cause.includes("thread 'a' (7) panicked"), cause)
  t.equal(failing_file, null)
})

t.test('where no tool is known that speaks so, a message is told rather than a count', async (t) => {
  const { cause } = diagnosisOf('npm test', 'Expected 3 to equal 4.', 'TOTAL: 1 FAILED, 2 SUCCESS')
  t.ok(cause.includes('Expected 3 to equal 4.'), cause)
})

t.test('every telling fits its example', async (t) => {
  for (const { pattern, example } of QUOTE_PATTERNS) t.match(example, pattern)
})
