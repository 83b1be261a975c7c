import t, { type Test } from 'tap'
import { SERVICE_VERSION } from '#paths.js'
import { emptyHomeOf } from '#test/harness/process.js'
import { SERVER } from '#test/harness/server.js'
import { readableLine } from '../../src/log-text.js'
import { runProgram } from './program.js'

/** Would be told of, had anything been started. */
const WRONG = { PORT: 'http' }

t.test('help names every command, and each says how it is used, whatever the settings are', async (t) => {
  for (const arg of ['--help', '-h', 'help']) {
    const { code, out, err } = await runProgram([arg], WRONG)
    t.same([code, err], [0, ''])
    t.match(out, /^usage: repository-automation-service/)
  }
  const { out } = await runProgram(['--help'])
  const names = [...out.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name = '']) => name)
  t.ok(names.includes('start'))
  await Promise.all(
    names.map(async (name) => {
      for (const option of ['--help', '-h']) {
        const { code, out } = await runProgram([name, option], WRONG)
        t.equal(code, 0, name)
        t.match(out, new RegExp(`^usage: (repository-automation-service )?${name}`), name)
      }
    })
  )
})

t.test('what is not known starts nothing, and the command that was meant is named', async (t) => {
  const refused = async (args: readonly string[], why: RegExp) => {
    const { code, out, err } = await runProgram(args, WRONG)
    t.same([code, out], [2, ''], args.join(' '))
    t.match(err, why, args.join(' '))
    t.match(err, /^usage: /m, args.join(' '))
  }
  await refused(['stat'], /^stat is not a known command: did you mean start\?/)
  await refused(['--port', '80'], /^--port is not a known option\./)
  await refused(['constructor'], /^constructor is not a known command\./)
  await refused(['start', '--port=80'], /^It takes no argument, and was given --port=80\./)
  await refused(['version', 'now'], /^It takes no argument/)
})

t.test('the version is told', async (t) => {
  for (const arg of ['version', '--version'])
    t.match(await runProgram([arg], WRONG), {
      code: 0,
      out: `${SERVICE_VERSION} (Node ${process.versions.node})\n`
    })
})

t.test('migrate brings an empty database to this version, once', async (t) => {
  const home = await emptyHomeOf(t)
  const first = await runProgram(['migrate'], home)
  // On a machine at work it takes long enough to say what it is at.
  t.match(first, { code: 0, err: /^(Migrating the database.*\n)?$/ })
  t.match(first.out, SERVER === undefined ? /has all \d+ migrations/ : /^\d+ migrations were applied/)
  t.match(await runProgram(['migrate'], home), { code: 0, out: /Nothing was to be done\.$/m })
})

t.test('migrate says why it cannot', async (t) => {
  const { code, err } = await runProgram(['migrate'], WRONG)
  t.equal(code, 1)
  t.match(err, /^PORT is wrong/)
})

t.test('a line for people has the time, the level, the message and what belongs to it', async (t: Test) => {
  const line = {
    level: 40,
    time: '2026-01-31T09:30:00.123Z',
    repo: 'octo-org/hello',
    why: 'two words',
    msg: 'It waits'
  }
  t.equal(
    readableLine(JSON.stringify(line)),
    '09:30:00.123 WARN  It waits repo=octo-org/hello why="two words"\n'
  )
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here' }
  const failed = { level: 50, time: line.time, err, msg: 'It failed' }
  t.equal(
    readableLine(JSON.stringify(failed)),
    '09:30:00.123 ERROR It failed type=Error message=no\n    Error: no\n        at here\n'
  )
})

t.test('a line obeys nobody: what a terminal would act on is taken out', async (t) => {
  const hostile = 'a\u001b[2Jb\u009bc\nd'
  const line = readableLine(
    JSON.stringify({ level: 30, time: '2026-01-31T09:30:00.123Z', hostile, msg: hostile })
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
  t.notMatch(line.trimEnd(), /[\u0000-\u001f\u007f-\u009f]/)
})
