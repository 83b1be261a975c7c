// Stands for `tap` in the bundles: many test files run in one process, each as a subtest of its own, and what a file
// says of its root (tests, teardowns, hooks) belongs to that subtest. A file that is run alone has the real root.
import type { TAP, Test } from 'tap'

// A name that the bundler cannot read, as it would lead back here.
const REAL = ['tap'].join('')
// The border to the module, which is loaded by name.
export const root = ((await import(REAL)) as { default: TAP }).default
// Long enough for a machine with other work; what hangs is still found.
const FILE_TIMEOUT_MS = 900_000
root.setTimeout(FILE_TIMEOUT_MS)

let current: Test = root

/** Loads a test file; ends with the last of its tests. Returns the names of those that failed. */
export async function runFile(name: string, load: () => Promise<unknown>): Promise<string[]> {
  const results = await root.test(name, { timeout: FILE_TIMEOUT_MS }, async (file) => {
    current = file
    await load()
  })
  current = root
  return results?.failures.map(({ fullname }) => fullname) ?? []
}

const t: TAP = new Proxy(root, {
  get(_, name) {
    const value: unknown = Reflect.get(current, name, current)
    return typeof value === 'function' ? value.bind(current) : value
  },
  set: (_, name, value) => Reflect.set(current, name, value, current)
})
export default t
