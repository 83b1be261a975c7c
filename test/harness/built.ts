// Checks that build output used by tests is newer than its sources; a test of an old build would prove nothing.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Declarations of types are made from sources, also by tests, and no program has any. */
const IS_SOURCE = /(?<!\.d)\.(ts|sql)$/

export function checkBuilt(output: string, folders: readonly string[]): void {
  const builtAt = existsSync(output) ? statSync(output).mtimeMs : 0
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const source = join(folder, name)
      if (IS_SOURCE.test(name) && statSync(source).mtimeMs > builtAt)
        throw new Error(`${source} is newer than the build: run \`npm run build\` first`)
    }
  }
}
