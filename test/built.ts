// What tests use of the build must be as new as what it was made from: anything older would prove nothing.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export function checkBuilt(made: string, folders: readonly string[]): void {
  const builtAt = existsSync(made) ? statSync(made).mtimeMs : 0
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const source = join(folder, name)
      if (/\.(ts|sql)$/.test(name) && statSync(source).mtimeMs > builtAt)
        throw new Error(`${source} is newer than the build: run \`npm run build\` first`)
    }
  }
}
