// Stands for `tap` in the bundles: many test files run in one process, each as a subtest of its own, and what a file
// says of its root (tests, teardowns, hooks) belongs to that subtest. A file that is run alone has the real root.
import asyncHooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import type { TAP, Test } from 'tap'

const IDLE_HOOK: asyncHooks.AsyncHook = { enable: () => IDLE_HOOK, disable: () => IDLE_HOOK }

export const root = await loadTap()
// Long enough for a busy machine; what hangs is still found.
const FILE_TIMEOUT_MS = 300_000
root.setTimeout(FILE_TIMEOUT_MS)

let current: Test = root
process.on('uncaughtException', (error) => void current.threw(error))

/**
 * Tap follows each promise to tell which test an error belongs to that nobody catches. That takes an eighth of all CPU
 * time, and files run one after the other: such an error belongs to the file that runs.
 */
async function loadTap(): Promise<TAP> {
  const { createHook } = asyncHooks
  useHooks(() => IDLE_HOOK)
  try {
    // A name that the bundler cannot read, as it would lead back here.
    const name = ['tap'].join('')
    // The border to the module, which is loaded by name.
    return ((await import(name)) as { default: TAP }).default
  } finally {
    useHooks(createHook)
  }
}

function useHooks(createHook: typeof asyncHooks.createHook): void {
  asyncHooks.createHook = createHook
  syncBuiltinESMExports()
}

/** Loads a test file; ends with the last of its tests. */
export async function runFile(name: string, load: () => Promise<unknown>): Promise<void> {
  await root.test(name, { timeout: FILE_TIMEOUT_MS }, async (file) => {
    current = file
    await load()
  })
  current = root
}

const t: TAP = new Proxy(root, {
  get(_, name) {
    const value: unknown = Reflect.get(current, name, current)
    return typeof value === 'function' ? value.bind(current) : value
  },
  set: (_, name, value) => Reflect.set(current, name, value, current)
})
export default t
