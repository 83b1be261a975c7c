import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import t from 'tap'
import { PACKAGE_FOLDER } from '#paths.js'
import { checkBuilt } from './harness/built.js'

const MODULE = join(PACKAGE_FOLDER, 'dist/src/watchdog/index.js')

/** A process that watches itself closely, and what becomes of it. */
async function processThat(work: string) {
  checkBuilt(MODULE, [join(PACKAGE_FOLDER, 'src')])
  const program = `
    import { watchLoop } from ${JSON.stringify(MODULE)}
    watchLoop({ mostMs: 1_500, everyMs: 100 })
    ${work}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'pipe']
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const [code, signal] = await once(child, 'close')
  return { code, signal, said }
}

t.test('a process whose loop stands still is ended, and says why', async (t) => {
  const stuck = await processThat('setTimeout(() => { for (;;); }, 300)')
  t.match(stuck, { code: null, signal: 'SIGKILL', said: /stood still for 1\.5 s .*DATA_DIR/ })
})

t.test('a process that turns goes on, and is not kept from its end', async (t) => {
  const busy = await processThat('setTimeout(() => {}, 3_000)')
  t.match(busy, { code: 0, signal: null, said: '' })
})
