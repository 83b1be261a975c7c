// Stands for `tap` in the bundles: many test files run in one process, each as a subtest of its own, and what a file
// says of its root (tests, teardowns, hooks) belongs to that subtest. A file that is run alone has the real root.
import asyncHooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import type { TAP, Test } from 'tap'

// The runner follows every promise, to know which test an error belongs to that nobody catches: that takes a tenth of the
// time of all tests, and in its place such an error belongs to the test that runs, see below.
Object.assign(asyncHooks, { createHook: () => ({ enable() {}, disable() {} }) })
syncBuiltinESMExports()

// A name that the bundler cannot read, as it would lead back here.
const REAL = ['tap'].join('')
// The border to the module, which is loaded by name.
export const root = ((await import(REAL)) as { default: TAP }).default
// Long enough for a machine with other work; what hangs is still found.
export const FILE_TIMEOUT_MS = 600_000
root.setTimeout(FILE_TIMEOUT_MS)

let current: Test = root

process.on('uncaughtException', (error) => innermost(current).threw(error))

/** The test that runs within this one. */
function innermost(test: Test): Test {
  const [within] = test.activeSubtests
  // Subtests of other kinds, such as processes, have no tests of this process.
  return within && 'activeSubtests' in within ? innermost(within as Test) : test
}

/** An assertion that failed. */
export interface Failure {
  name: string
  /** Where it stands, and what was found in place of what was expected. */
  about: string
}

/** What the runner says of an assertion. */
interface Result {
  ok: boolean
  skip: boolean | string
  todo: boolean | string
  fullname: string
  diag: { at?: { fileName: string; lineNumber: number }; diff?: string; stack?: string } | null
}

/** Loads a test file; ends with the last of its tests. Returns what failed in them. */
export async function runFile(name: string, load: () => Promise<unknown>): Promise<Failure[]> {
  const failed: Failure[] = []
  const hear = (result: Result) => {
    if (!result.ok && !result.skip && !result.todo) failed.push(failureOf(result))
  }
  root.parser.on('result', hear)
  await root.test(name, { timeout: FILE_TIMEOUT_MS }, async (file) => {
    current = file
    await load()
  })
  current = root
  root.parser.off('result', hear)
  return failed
}

function failureOf({ fullname, diag }: Result): Failure {
  const place = diag?.at ? `${diag.at.fileName}:${diag.at.lineNumber}` : ''
  return {
    name: fullname.replace(/^TAP > /, ''),
    about: `${place}\n${diag?.diff ?? diag?.stack ?? ''}`.trim()
  }
}

const t: TAP = new Proxy(root, {
  get(_, name) {
    const value: unknown = Reflect.get(current, name, current)
    return typeof value === 'function' ? value.bind(current) : value
  },
  set: (_, name, value) => Reflect.set(current, name, value, current)
})
export default t
