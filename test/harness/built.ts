// Checks that build output used by tests is newer than its sources; a test of an old build would prove nothing.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_FOLDER } from '#paths.js'

/** The compiler does not rewrite unchanged files, but updates this file on each run. */
const BUILD_INFO = join(PACKAGE_FOLDER, 'dist', 'build.tsbuildinfo')

export function checkBuilt(output: string, folders: readonly string[]): void {
  // The compiler writes declarations beside its output; the bundler does not.
  const isCompiled = existsSync(output.replace(/\.js$/, '.d.ts'))
  const builtAt = Math.max(writtenAt(output), isCompiled ? writtenAt(BUILD_INFO) : 0)
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const source = join(folder, name)
      if (/\.(ts|sql)$/.test(name) && statSync(source).mtimeMs > builtAt)
        throw new Error(`${source} is newer than the build: run \`npm run build\` first`)
    }
  }
}

const writtenAt = (file: string) => (existsSync(file) ? statSync(file).mtimeMs : 0)
