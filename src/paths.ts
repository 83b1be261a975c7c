// Paths of files beside the code, which work from the sources and from the build.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package folder: the nearest one above this file with a package.json. */
export const PACKAGE_FOLDER = packageFolder(dirname(fileURLToPath(import.meta.url)))

function packageFolder(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from
  const parent = dirname(from)
  if (parent === from) throw new Error('package.json was not found in any folder above the code')
  return packageFolder(parent)
}

export const MIGRATIONS_FOLDER = join(PACKAGE_FOLDER, 'drizzle', 'migrations')

/** The image of a migrated database, made by the build. */
export const DATABASE_IMAGE = join(PACKAGE_FOLDER, 'dist', 'database.tar.gz')

export const SERVICE_VERSION: string = JSON.parse(
  readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')
).version

/** The built entry of the service. */
export const SERVICE = join(PACKAGE_FOLDER, 'dist', 'service', 'main.js')

/** The built worker thread that runs Prettier. */
export const FORMATTER_WORKER = join(PACKAGE_FOLDER, 'dist', 'service', 'formatter', 'worker.js')

/** The built worker thread that reads CI logs. */
export const DIAGNOSIS_WORKER = join(PACKAGE_FOLDER, 'dist', 'service', 'diagnosis', 'worker.js')

/** The built watchdog thread. */
export const WATCHDOG_THREAD = join(PACKAGE_FOLDER, 'dist', 'service', 'watchdog', 'worker.js')

/** The prompts of the language model, copied by the build. */
export const PROMPTS_FOLDER = join(PACKAGE_FOLDER, 'dist', 'prompts')

/** The results of `npm run bench -- train`, copied by the build. */
export const WEIGHTS_FOLDER = join(PACKAGE_FOLDER, 'dist', 'weights')

/** The documentation, rendered by the build. */
export const MANUAL = join(PACKAGE_FOLDER, 'dist', 'docs', 'manual.json')

/** Pictures and examples of the documentation, copied by the build. */
export const MANUAL_FILES = join(PACKAGE_FOLDER, 'dist', 'docs', 'files')
