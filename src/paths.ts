// Where files beside the code are, whether it runs from its sources or as built.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the package: the nearest one above this file with a manifest. */
export const PACKAGE_FOLDER = packageFolder(dirname(fileURLToPath(import.meta.url)))

function packageFolder(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from
  const above = dirname(from)
  if (above === from) throw new Error('package.json is missing beside the code')
  return packageFolder(above)
}

export const MIGRATIONS_FOLDER = join(PACKAGE_FOLDER, 'drizzle', 'migrations')

/** A prepared database, made by the build. */
export const DATABASE_IMAGE = join(PACKAGE_FOLDER, 'dist', 'database.tar.gz')

export const SERVICE_VERSION: string = JSON.parse(
  readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')
).version

/** What starts the service, as built. */
export const SERVICE = join(PACKAGE_FOLDER, 'dist', 'service', 'main.js')

/** What runs Prettier beside the process, as built. */
export const FORMATTER_WORKER = join(PACKAGE_FOLDER, 'dist', 'service', 'formatter', 'worker.js')

/** What reads logs beside the process, as built. */
export const DIAGNOSIS_WORKER = join(PACKAGE_FOLDER, 'dist', 'service', 'diagnosis', 'worker.js')

/** What watches the process, as built. */
export const WATCHDOG_THREAD = join(PACKAGE_FOLDER, 'dist', 'service', 'watchdog', 'worker.js')

/** What the model is told, in texts; the build copies them. */
export const PROMPTS_FOLDER = join(PACKAGE_FOLDER, 'dist', 'prompts')

/** What `npm run bench -- train triage` made; the build copies it. */
export const TYPE_WEIGHTS = join(PACKAGE_FOLDER, 'dist', 'issue-types.bin')
