// Where a language model may change a file at all: in source code of languages that the guard knows, and nowhere else. What is
// not known to be such a place is none.
import type { PatchFault } from './patch.js'

const READ = /\.[cm]?[jt]sx?$/
const SOURCES = new Set(['src', 'lib', 'app', 'source', 'server', 'client'])

/** Folders whose files test, build, deploy or teach, or are made by a program, wherever they lie. */
const CLOSED_FOLDERS = new Set(
  (
    'test tests testing spec specs e2e cypress playwright integration mock mocks fixture fixtures snapshot snapshots ' +
    'golden goldens stub stubs bench benchmark benchmarks example examples doc docs script scripts tool tools tooling bin ' +
    'build dist out target generated gen vendor vendored third_party node_modules external migrations migration ' +
    'seed seeds deploy deployment deployments infra infrastructure k8s kubernetes helm terraform ops ci webpack rollup ' +
    'gulp grunt storybook auth authentication authorization permissions security crypto'
  ).split(' ')
)
/** Words of names: what is a test, is run to build and install, or decides who may do what. */
const CLOSED_WORDS = new Set(
  (
    'spec specs mock mocks fixture fixtures stories story e2e cy bench benchmark snap gulpfile gruntfile ' +
    'jakefile dangerfile knexfile webpack rollup esbuild vite babel eslint prettier karma jest vitest mocha cypress ' +
    'playwright storybook setup install installer postinstall preinstall prepare prebuild postbuild build builder release ' +
    'deploy publish codegen min auth authentication authorization permission permissions csrf xsrf acl rbac password'
  ).split(' ')
)
/** Words within names of folders, as in `unit-tests`: what is a test, or decides who may do what. */
const CLOSED_FOLDER_WORDS = new Set(
  (
    'spec specs mock mocks fixture fixtures e2e snapshot snapshots golden goldens stub stubs auth authentication ' +
    'authorization permission permissions csrf xsrf acl rbac'
  ).split(' ')
)
/** `test` and what is made of it; no `testimonials`. */
const TEST_WORD =
  /^(?:unit|integration)?tests?(?:ing|bed|cases?|data|helpers?|kit|lib|suites?|support|utils?)?$/
/** As in `vite.config.ts`: a part of the name, not a word in it. */
const CLOSED_PARTS = new Set(['config', 'conf', 'rc', 'd', 'snap'])

export interface ModelPathFault {
  fault: Extract<PatchFault, 'no_parser' | 'closed_place'>
  reason: string
}

/** Why a language model may not change this file; nothing where it may, if the change is harmless. */
export function findModelPathFault(path: string): ModelPathFault | undefined {
  const segments = path.split('/')
  const name = segments.at(-1) ?? ''
  const folders = segments.slice(0, -1)
  if (!folders.some((one) => SOURCES.has(one)))
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

const closedPathFault = (why: string): ModelPathFault => ({
  fault: 'closed_place',
  reason: `${why} A language model changes none of them.`
})

const isHidden = (segment: string) => /^[._]/.test(segment)

const isClosedFolder = (folder: string) =>
  CLOSED_FOLDERS.has(folder.toLowerCase()) ||
  splitNameWords(folder).some((word) => CLOSED_FOLDER_WORDS.has(word) || TEST_WORD.test(word))

function isClosedName(name: string): boolean {
  const parts = name.toLowerCase().split('.').slice(0, -1)
  return (
    parts.slice(1).some((one) => CLOSED_PARTS.has(one)) ||
    splitNameWords(name).some((word) => CLOSED_WORDS.has(word) || TEST_WORD.test(word))
  )
}

/** The words of a name in lower case: `setupTests` are two. */
export const splitNameWords = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
