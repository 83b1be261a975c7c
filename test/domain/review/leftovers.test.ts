// What is forgotten in code, hidden in it, or too much of it.
import t from 'tap'
import type { ReviewCase } from './cases.js'
import { foundBy, toldBy, type WrittenFiles, written } from './written.js'

const added = (path: string, line: string): WrittenFiles => ({ [path]: ['first\n', `first\n${line}\n`] })
const severities = (path: string, line: string) =>
  foundBy('debug_leftover', written(added(path, line))).map(({ severity }) => severity)

const GRAVE: readonly (readonly [path: string, line: string])[] = [
  ['app/a.py', '    breakpoint()'],
  ['app/a.py', '    import pdb; pdb.set_trace()'],
  ['app/a.rb', '    binding.pry'],
  ['lib/a.ex', '    IEx.pry()'],
  ['src/a.php', 'dd($user);'],
  ['src/A.cs', '  Debugger.Launch();'],
  ['src/a.ts', 'if (true || plan.isPaid) open()'],
  ['app/a.py', 'if user.is_admin or True:'],
  ['app/a.py', 'requests.get(url, verify=False)'],
  ['src/a.ts', 'const agent = new Agent({ rejectUnauthorized: false })'],
  ['app/settings.py', 'SKIP_AUTH = True']
]

t.test('what stops the code, forces it or switches a check off is grave', async (t) => {
  for (const [path, line] of GRAVE) t.same(severities(path, line), ['high'], line)
})

const SLIGHT: readonly (readonly [path: string, line: string, severity: string])[] = [
  ['src/a.ts', '  debugger', 'medium'],
  ['src/a.ts', "console.log('here')", 'low'],
  ['src/a.rs', '    dbg!(x);', 'medium'],
  ['pkg/a.go', '\tfmt.Println("here")', 'low'],
  ['src/A.java', '    e.printStackTrace();', 'low'],
  ['src/a.ts', '// TODO: remove before merge', 'medium'],
  ['app/a.py', '# do not commit', 'medium'],
  ['src/a.ts', "const api = 'http://localhost:4000'", 'medium'],
  ['app/a.py', 'DATA = "/Users/mona/data.csv"', 'medium'],
  ['src/a.ts', 'logger.info(`login`, password)', 'medium'],
  ['src/a.ts', "fetch('https://webhook.site/1')", 'medium'],
  ['app/a.py', '    time.sleep(30)', 'low']
]

t.test('what is only in the way is told as a small matter', async (t) => {
  for (const [path, line, severity] of SLIGHT) t.same(severities(path, line), [severity], line)
})

const FINE: readonly (readonly [path: string, line: string])[] = [
  ['src/a.ts', 'const debuggerUrl = inspect()'],
  ['src/a.ts', '// console.log is not used here'],
  ['scripts/a.ts', "console.log('done')"],
  ['src/logger.ts', 'console.log(message)'],
  ['src/a.test.ts', "console.log('here')"],
  ['src/a.ts', "const api = process.env.API ?? 'http://localhost:4000'"],
  ['src/a.ts', "logger.info('password reset for', id)"],
  ['src/a.ts', 'while (true) {'],
  ['README.md', 'Call `breakpoint()` to stop there.'],
  ['deploy.sh', 'rm -rf tmp || true']
]

t.test('names, comments, scripts, logs, fallbacks and documents are fine', async (t) => {
  for (const [path, line] of FINE) t.same(severities(path, line), [], line)
})

t.test('code that prints often prints on purpose', async (t) => {
  const print = (count: number) => Array.from({ length: count }, (_, at) => `console.log(${at})\n`).join('')
  t.same(toldBy('debug_leftover', written({ 'src/show.ts': [null, print(6)] })), [])
  t.same(toldBy('debug_leftover', written({ 'src/show.ts': [print(1), print(2)] })), [])
})

t.test('a check that is commented out, and code that is no longer reached, are told', async (t) => {
  const guard = '  if (!user.isAdmin) throw new Forbidden()\n'
  const files: WrittenFiles = { 'src/a.ts': [`${guard}  run()\n`, `  // ${guard.trim()}\n  run()\n`] }
  t.same(toldBy('debug_leftover', written(files)), ['medium src/a.ts:1'])
  const early: WrittenFiles = {
    'src/a.ts': ['function a() {\n  return b()\n}\n', 'function a() {\n  return null\n  return b()\n}\n']
  }
  t.same(toldBy('debug_leftover', written(early)), ['medium src/a.ts:2'])
  const branch: WrittenFiles = {
    'src/a.ts': ['function a() {\n  b()\n}\n', 'function a() {\n  if (c)\n    return null\n  b()\n}\n']
  }
  t.same(toldBy('debug_leftover', written(branch)), [])
})

const HIDDEN: readonly (readonly [path: string, line: string, told: string[]])[] = [
  ['src/a.ts', 'const is\u0410dmin = true', ['high']],
  ['src/a.ts', 'const a\u200bb = 1', ['high']],
  ['src/a.ts', 'const a\u00adb = 1', ['high']],
  ['src/a.ts', '// \u202e esrever \u202c', ['critical']],
  ['.github/workflows/a.yml', 'A\u200b: 1', ['high']],
  ['src/a.test.ts', "const sign = '\u202e'", ['medium']],
  ['README.md', 'word\u200bword', ['low']],
  ['src/a.ts', "const family = '👨‍👩‍👧 ❤️ 1️⃣'", []],
  ['src/a.ts', '// Привет, мир', []],
  ['src/a.ts', 'const Δt = µ * σ2', []],
  ['locales/fa.json', '{ "a": "می\u200cخواهم" }', []],
  ['src/a.ts', "const mark = '\\u202e'", []]
]

t.test('characters that hide are told in code, and not where people need them', async (t) => {
  for (const [path, line, told] of HIDDEN)
    t.same(
      foundBy('hidden_text', written(added(path, line))).map(({ severity }) => severity),
      told,
      JSON.stringify(line)
    )
})

t.test('a byte order mark is right at the beginning of a file alone', async (t) => {
  t.same(toldBy('hidden_text', written({ 'src/a.ts': [null, '\ufeffrun()\n'] })), [])
  t.same(toldBy('hidden_text', written(added('src/a.ts', 'a\ufeffb()'))), ['high src/a.ts:2'])
})

t.test('a name of a file that hides its ending is told', async (t) => {
  t.same(
    foundBy('hidden_text', written({ 'src/a\u202egnp.js': [null, 'a\n'] })).map(({ line }) => line),
    [null]
  )
})

const merge = (path: string, text: string) => toldBy('merge_marker', written({ [path]: ['a\n', text] }))

t.test('every conflict is told once, and half of one as well', async (t) => {
  const conflict = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n'
  t.same(merge('src/a.ts', `${conflict}x\n${conflict}`), ['critical src/a.ts:1', 'critical src/a.ts:7'])
  t.same(merge('src/a.ts', 'a\nb\n>>>>>>> topic\n'), ['critical src/a.ts:3'])
  t.same(merge('src/a.ts', 'a\n=======\nb\n'), ['medium src/a.ts:2'])
})

t.test('marks in a block of a document or in a fixture stop nobody', async (t) => {
  t.same(merge('docs/a.md', 'a\n```\n<<<<<<< HEAD\n```\n'), ['low docs/a.md:3'])
  t.same(merge('test/fixtures/a.txt', 'a\n<<<<<<< HEAD\n'), ['low test/fixtures/a.txt:2'])
  t.same(merge('docs/a.rst', 'Example\n=======\n'), [])
})

const folder = (name: string, files: number, lines: number, extension = 'ts') => ({
  folder: name,
  files,
  lines,
  extension
})
const sized = (generated: NonNullable<ReviewCase['generated']>) =>
  foundBy('too_large', written({}, { generated }))

t.test('a large change is told with the parts into which it falls', async (t) => {
  const [found] = sized([
    folder('services/pay/src', 10, 120),
    folder('services/mail/src', 10, 60),
    folder('web', 4, 100)
  ])
  t.equal(found?.severity, 'medium')
  t.match(found?.suggestion, /services \(20 files, 1800 lines\); web \(4 files, 400 lines\)/)
  t.equal(sized([folder('src', 10, 100)])[0]?.severity, 'low')
})

t.test('generated, vendored and recorded files are not counted', async (t) => {
  for (const name of ['vendor/a', 'src/__generated__', 'test/__snapshots__'])
    t.same(sized([folder(name, 30, 200)]), [], name)
  t.same(sized([folder('data', 30, 200, 'csv')]), [])
})
