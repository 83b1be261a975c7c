import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'

/** What a test may leave behind that fails later, where nobody catches it. */
const STRAYS: Record<string, () => void> = {
  'an error': () =>
    void setImmediate(() => {
      throw new Error('stray')
    }),
  'a rejection': () => void Promise.reject(new Error('stray'))
}

/** This file again, in a process whose only test is well but for its stray. */
async function runStray(name: string) {
  const env = { ...process.env, STRAY: name }
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env,
    stdio: ['ignore', 'pipe', 'ignore']
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { output, code }
}

const stray = STRAYS[process.env['STRAY'] ?? '']
if (stray)
  t.test('it', async (t) => {
    stray()
    await setTimeout(100)
    t.pass('what comes after it')
  })
else
  for (const name of Object.keys(STRAYS))
    t.test(`${name} that nobody catches fails the file that runs`, async (t) => {
      const { output, code } = await runStray(name)
      t.not(code, 0)
      t.match(output, /^not ok \d+ - stray/m)
      t.match(output, /what comes after it/, 'and its tests go on')
    })
