// Which files are the documentation, and where the service shows them.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { MANUAL_HOME, REFERENCE } from '#http/docs/manual/manual.js'
import { PACKAGE_FOLDER } from '#paths.js'

/** What people look for at the root of a repository. */
const AT_ROOT = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']

/** On the host it is a file, in the service a page. */
const DOCUMENT = 'openapi/openapi.json'

export interface Source {
  /** Its path in the repository. */
  readonly file: string
  readonly text: string
}

export function manualSources(): Source[] {
  const files = [...AT_ROOT, ...filesOfDocs().filter(isPage)]
  return files.map((file) => ({ file, text: readFileSync(join(PACKAGE_FOLDER, file), 'utf8') }))
}

/** What pages show or link to beside other pages: pictures and examples. */
export function manualFiles(): string[] {
  return filesOfDocs().filter((file) => !isPage(file))
}

const isPage = (file: string) => file.endsWith('.md')

function filesOfDocs(): string[] {
  return readdirSync(join(PACKAGE_FOLDER, 'docs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(PACKAGE_FOLDER, posix.join(entry.parentPath, entry.name)))
    .sort()
}

const FILES = new Set(manualFiles())

/** Where the service shows a file; undefined for what it does not show, such as code and folders. */
export function addressOf(file: string): string | undefined {
  if (file === DOCUMENT) return REFERENCE
  if (AT_ROOT.includes(file)) return `${MANUAL_HOME}/${file.replace('.md', '').toLowerCase()}`
  if (!file.startsWith('docs/') || !(isPage(file) || FILES.has(file))) return undefined
  return `/${file}`.replace(/(\/README)?\.md$/, '')
}
