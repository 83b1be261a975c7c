import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { DataDirectoryError, lockDataDirectory } from '#data-directory.js'
import { loadOrCreateSecrets } from '#generated-secrets.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { checkBuilt } from './harness/built.js'

const directoryOf = (t: Test) => join(t.testdir({ data: {} }), 'data')
const modeOf = (file: string) => statSync(file).mode & 0o777
const IN_USE = {
  name: 'DataDirectoryError',
  message: new RegExp(`in use by process ${process.pid} .*DATA_DIR`)
}

/** A process that has ended, as its owner's paper would name it. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

t.test('a directory is made when it is missing, for its user alone', async (t) => {
  const directory = join(directoryOf(t), 'new', 'deep')
  lockDataDirectory(directory)()
  t.equal(modeOf(directory), 0o700)
})

t.test('a directory is taken once at a time, and free again when it is given back', async (t) => {
  const directory = directoryOf(t)
  const giveBack = lockDataDirectory(directory)
  t.throws(() => lockDataDirectory(directory), IN_USE)
  t.equal(modeOf(join(directory, 'service.pid')), 0o600)
  giveBack()
  t.same(readdirSync(directory), [], 'nothing is left behind')
  lockDataDirectory(directory)()
})

t.test('who gives a directory back twice does not take it away from the next', async (t) => {
  const directory = directoryOf(t)
  const giveBack = lockDataDirectory(directory)
  giveBack()
  lockDataDirectory(directory)
  giveBack()
  t.throws(() => lockDataDirectory(directory), IN_USE)
})

t.test('what a killed process left is taken over, also when its number is in use again', async (t) => {
  const directory = directoryOf(t)
  const file = join(directory, 'service.pid')
  for (const owner of [
    { pid: await endedProcess(), began: '1', nonce: 'ended' },
    { pid: process.pid, began: 'before this process', nonce: 'same-number' },
    'half a pap',
    '',
    { pid: 'none', nonce: '../../elsewhere' }
  ]) {
    writeFileSync(file, typeof owner === 'string' ? owner : JSON.stringify(owner))
    const giveBack = lockDataDirectory(directory)
    t.equal(JSON.parse(readFileSync(file, 'utf8')).pid, process.pid)
    t.throws(() => lockDataDirectory(directory), IN_USE)
    giveBack()
    t.same(readdirSync(directory), [])
  }
})

t.test('a process that died while it took over is no obstacle', async (t) => {
  const directory = directoryOf(t)
  const dead = { pid: await endedProcess(), began: '1' }
  writeFileSync(join(directory, 'service.pid'), JSON.stringify({ ...dead, nonce: 'first' }))
  writeFileSync(join(directory, 'service.pid.after-first'), JSON.stringify({ ...dead, nonce: 'second' }))
  lockDataDirectory(directory)()
  t.same(readdirSync(directory), [])
})

t.test('of many processes that take one directory over at once exactly one has it', async (t) => {
  const directory = directoryOf(t)
  const dead = { pid: await endedProcess(), began: '1', nonce: 'dead' }
  writeFileSync(join(directory, 'service.pid'), JSON.stringify(dead))
  const module = join(PACKAGE_FOLDER, 'dist/src/data-directory.js')
  checkBuilt(module, [join(PACKAGE_FOLDER, 'src')])
  const program = `
    const { lockDataDirectory } = await import(${JSON.stringify(module)})
    await new Promise((resolve) => process.stdin.once('data', resolve))
    try { lockDataDirectory(${JSON.stringify(directory)}); console.log('has it') } catch { console.log('has it not') }
    process.stdin.once('data', () => process.exit())`
  const children = Array.from({ length: 8 }, () =>
    spawn(process.execPath, [...process.execArgv, '--input-type=module', '-e', program], {
      stdio: ['pipe', 'pipe', 'inherit']
    })
  )
  for (const child of children) child.stdin.write('go')
  const answers = await Promise.all(
    children.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim())
  )
  t.equal(answers.filter((answer) => answer === 'has it').length, 1, answers.join(', '))
  for (const child of children) child.stdin.write('end')
  await Promise.all(children.map((child) => once(child, 'exit')))
})

t.test('a directory that cannot be used is refused in words that name the setting', async (t) => {
  const file = join(t.testdir({ file: 'content' }), 'file')
  t.throws(() => lockDataDirectory(file), {
    name: 'DataDirectoryError',
    message: /^DATA_DIR cannot be used: .*file/
  })
  t.throws(() => lockDataDirectory(join(file, 'below')), { name: 'DataDirectoryError' })
  t.equal(readFileSync(file, 'utf8'), 'content')
})

t.test('a directory that cannot be made ends the start at once', { timeout: 30_000 }, async (t) => {
  const home = t.testdir({ file: '', dangling: t.fixture('symlink', 'nowhere/at/all') })
  // In /proc a new directory is refused as not found, which looks as if the one above were missing.
  const places = ['file', 'file/below/it', 'dangling', 'dangling/below'].map((name) => join(home, name))
  for (const place of [...places, '/dev/null/data', '/proc/data/deep'])
    t.throws(
      () => lockDataDirectory(place),
      { name: 'DataDirectoryError', message: /^DATA_DIR cannot be used: / },
      place
    )
})

t.test('secrets are made once, long, for their user alone, and kept', async (t) => {
  const directory = directoryOf(t)
  const made = loadOrCreateSecrets(directory)
  t.match(made, { isNew: true, apiKey: /^[\w-]{43}$/, sessionSecret: /^[\w-]{64}$/ })
  t.equal(modeOf(made.file), 0o600)
  t.same(loadOrCreateSecrets(directory), { ...made, isNew: false })
  t.not(loadOrCreateSecrets(directoryOf(t)).apiKey, undefined)
})

t.test('a broken secrets file is left as it is, and named', async (t) => {
  for (const content of ['', '{', '{}', '{"apiKey":"","sessionSecret":""}', 'null']) {
    const directory = directoryOf(t)
    const file = join(directory, 'secrets.json')
    writeFileSync(file, content)
    t.throws(
      () => loadOrCreateSecrets(directory),
      new DataDirectoryError(
        `${file} does not hold an apiKey and a sessionSecret of 32 characters. Restore it from a backup; until then keep it, because it may hold the connection to the host.`
      )
    )
    t.equal(readFileSync(file, 'utf8'), content)
    t.notOk(existsSync(`${file}.new`))
  }
})

t.test('a secrets file that cannot be read is not taken for a broken one', async (t) => {
  const directory = directoryOf(t)
  mkdirSync(join(directory, 'secrets.json'))
  t.throws(() => loadOrCreateSecrets(directory), {
    name: 'DataDirectoryError',
    message: /cannot be read \(EISDIR\)\. Run this as the user/
  })
})
