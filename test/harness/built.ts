// What tests use of the build must be as new as what it was made from: anything older would prove nothing.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_FOLDER } from '#paths.js'

/** The compiler leaves alone what has not changed, but notes here when it last looked. */
const BUILD_INFO = join(PACKAGE_FOLDER, 'dist', 'build.tsbuildinfo')

export function checkBuilt(made: string, folders: readonly string[]): void {
  // Declarations lie beside what the compiler makes, and beside no bundle.
  const isCompiled = existsSync(made.replace(/\.js$/, '.d.ts'))
  const builtAt = Math.max(writtenAt(made), isCompiled ? writtenAt(BUILD_INFO) : 0)
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const source = join(folder, name)
      if (/\.(ts|sql)$/.test(name) && statSync(source).mtimeMs > builtAt)
        throw new Error(`${source} is newer than the build: run \`npm run build\` first`)
    }
  }
}

const writtenAt = (file: string) => (existsSync(file) ? statSync(file).mtimeMs : 0)
