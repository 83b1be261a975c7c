// The files that a language model may change: source code in languages that the guard parses, in known source folders.
// Every other path is closed to it.
import type { PatchFault } from './patch.js'

const READ = /\.[cm]?[jt]sx?$/
const SOURCES = new Set(['src', 'lib', 'app', 'source', 'server', 'client'])

/** Folders at any depth with tests, builds, deployments or examples, or with generated files. */
const CLOSED_FOLDERS = new Set(
  (
    'test tests testing spec specs e2e cypress playwright integration mock mocks fixture fixtures snapshot snapshots ' +
    'golden goldens stub stubs bench benchmark benchmarks example examples doc docs script scripts tool tools tooling bin ' +
    'build dist out target generated gen vendor vendored third_party node_modules external migrations migration ' +
    'seed seeds deploy deployment deployments infra infrastructure k8s kubernetes helm terraform ops ci webpack rollup ' +
    'gulp grunt storybook auth authentication authorization permissions security crypto'
  ).split(' ')
)
/** Words in file names of tests, of scripts for building and installing, and of access control. */
const CLOSED_WORDS = new Set(
  (
    'spec specs mock mocks fixture fixtures stories story e2e cy bench benchmark snap gulpfile gruntfile ' +
    'jakefile dangerfile knexfile webpack rollup esbuild vite babel eslint prettier karma jest vitest mocha cypress ' +
    'playwright storybook setup install installer postinstall preinstall prepare prebuild postbuild build builder release ' +
    'deploy publish codegen min auth authentication authorization permission permissions csrf xsrf acl rbac password'
  ).split(' ')
)
/** Words within folder names, as in `unit-tests`: tests and access control. */
const CLOSED_FOLDER_WORDS = new Set(
  (
    'spec specs mock mocks fixture fixtures e2e snapshot snapshots golden goldens stub stubs auth authentication ' +
    'authorization permission permissions csrf xsrf acl rbac'
  ).split(' ')
)
/** `test` and its derivatives, but not `testimonials`. */
const TEST_WORD =
  /^(?:unit|integration)?tests?(?:ing|bed|cases?|data|helpers?|kit|lib|suites?|support|utils?)?$/
/** Parts of a file name between dots, as in `vite.config.ts`. */
const CLOSED_PARTS = new Set(['config', 'conf', 'rc', 'd', 'snap'])

export interface ModelPathFault {
  fault: Extract<PatchFault, 'no_parser' | 'closed_place'>
  reason: string
}

/** Why a language model may not change the file; undefined if it may, provided that the change is harmless. */
export function findModelPathFault(path: string): ModelPathFault | undefined {
  const segments = path.split('/')
  const name = segments.at(-1) ?? ''
  const folders = segments.slice(0, -1)
  if (!folders.some((folder) => SOURCES.has(folder)))
    return closedPathFault('It lies in no folder that is known to hold source code.')
  if (segments.some(isHidden) || folders.some(isClosedFolder))
    return closedPathFault('Its folder is for tests, tools or what is run to build and deploy.')
  if (!READ.test(name))
    return {
      fault: 'no_parser',
      reason: 'Nothing here reads its language, so nobody could say what the change does.'
    }
  return isClosedName(name)
    ? closedPathFault('Its name is that of a test, a setting, or of what is run to build.')
    : undefined
}

const closedPathFault = (cause: string): ModelPathFault => ({
  fault: 'closed_place',
  reason: `${cause} A language model changes none of them.`
})

const isHidden = (segment: string) => /^[._]/.test(segment)

const isClosedFolder = (folder: string) =>
  CLOSED_FOLDERS.has(folder.toLowerCase()) ||
  splitNameWords(folder).some((word) => CLOSED_FOLDER_WORDS.has(word) || TEST_WORD.test(word))

function isClosedName(name: string): boolean {
  const parts = name.toLowerCase().split('.').slice(0, -1)
  return (
    parts.slice(1).some((part) => CLOSED_PARTS.has(part)) ||
    splitNameWords(name).some((word) => CLOSED_WORDS.has(word) || TEST_WORD.test(word))
  )
}

/** The lower-case words of a name: `setupTests` gives two. */
export const splitNameWords = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
