import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openDiagnosis } from '#diagnosis/index.js'
import { diagnose } from '#domain/ci-logs/diagnose.js'
import { createLogReader } from '#domain/ci-logs/reader.js'
import { DIAGNOSIS_WORKER, PACKAGE_FOLDER } from '#paths.js'
import { CASES } from '../domain/ci-logs/cases.js'
import { checkBuilt } from '../harness/built.js'

checkBuilt(
  DIAGNOSIS_WORKER,
  ['diagnosis', 'domain/ci-logs'].map((room) => join(PACKAGE_FOLDER, 'src', room))
)

const unheard: string[] = []
const diagnosed = openDiagnosis({ budgetMs: 60_000, onLost: (why) => unheard.push(why) })

async function* inPieces(...pieces: string[]) {
  yield* pieces
}

/** A thread that does what a test wants of one. */
function threadOf(t: Test, code: string): string {
  const file = join(t.testdir(), 'thread.mjs')
  writeFileSync(file, `import { parentPort } from 'node:worker_threads'\n${code}\n`)
  return file
}

t.test('a thread says what would be said without one', async (t) => {
  for (const { lines } of CASES.slice(0, 5)) {
    const reader = createLogReader()
    reader.push(lines.join('\n'))
    const log = inPieces(...lines.map((line, at) => (at === 0 ? line : `\n${line}`)))
    t.same(await diagnosed(log), diagnose(reader.end()))
  }
  t.same(unheard, [])
})

t.test('a log that breaks off fails as it does, and leaves no thread behind', async (t) => {
  async function* broken() {
    yield 'error: a\n'
    throw new Error('the host hung up')
  }
  await t.rejects(diagnosed(broken()), { message: 'the host hung up' })
})

t.test(
  'a thread that is silent or fails is ended, the log is called unread, and the next one is read',
  async (t) => {
    const codes = {
      silent: `parentPort.on('message', () => { for (;;); })`,
      failing: `parentPort.on('message', () => { throw new Error('it broke') })`,
      ended: `process.exit(0)`,
      'out of memory': `const held = []; parentPort.on('message', () => { for (;;) held.push(new Array(10_000).fill(held.length)) })`
    }
    for (const [name, code] of Object.entries(codes)) {
      const lost: string[] = []
      const isSilent = name === 'silent'
      const inThread = openDiagnosis({
        budgetMs: 1_000,
        onLost: (why) => lost.push(why),
        thread: threadOf(t, code),
        ...(isSilent ? { silenceMs: 200 } : {})
      })
      let asked = 0
      async function* endless() {
        for (;;) {
          asked += 1
          yield 'npm error code ECONNRESET\n'
        }
      }
      t.match(await inThread(endless()), {
        type: 'unknown',
        transient: false,
        confidence: 0,
        cause: /could not be read/
      })
      t.equal(asked, 1, 'no more is asked of the host')
      t.equal(lost.length, 1, name)
    }
    t.match(await diagnosed(inPieces(...(CASES[0]?.lines ?? []))), { type: CASES[0]?.type })
  }
)
