// What the CI of the emulated host finds in the files of a commit, with the log that tells of it.
import type { Files } from './world/git/objects.js'

export interface Failure {
  log: string
  /** Whether no test has run. */
  isBuild: boolean
}

const AT = '2026-01-02T10:00:00.0000000Z '
const logOf = (...lines: string[]) =>
  [...lines, '##[error]Process completed with exit code 1.', ''].map((line) => AT + line).join('\n')

export const networkFailure: Failure = {
  isBuild: true,
  log: logOf(
    '##[group]Run npm ci',
    'npm ci',
    '##[endgroup]',
    'npm error code ECONNRESET',
    'npm error network aborted',
    'npm error network This is a problem related to network connectivity.'
  )
}

export const testFailure = (test: string): Failure => ({
  isBuild: false,
  log: logOf(
    '##[group]Run npm test',
    '##[endgroup]',
    ` FAIL  test/suite.test.ts > suite > ${test}`,
    'AssertionError: expected 1 to be 2',
    ' ❯ test/suite.test.ts:42:18'
  )
})

const IMPORT = /^import \{ (\w+) \} from '\.\/([\w-]+)\.js'$/gm

/** A name that a file imports from a neighbour which does not export it. */
export function brokenImports(files: Files): Failure | undefined {
  for (const [path, text] of files) {
    for (const { 1: name, 2: module, index } of text.matchAll(IMPORT)) {
      const neighbour = files.get(`src/${module}.ts`)
      if (neighbour?.includes(`export function ${name}(`)) continue
      const line = text.slice(0, index).split('\n').length
      return {
        isBuild: true,
        log: logOf(
          '##[group]Run npx tsc --noEmit',
          '##[endgroup]',
          `${path}(${line},10): error TS2305: Module '"./${module}.js"' has no exported member '${name}'.`
        )
      }
    }
  }
  return undefined
}

/** The settings of the formatter ask for single quotes. */
export function unformatted(files: Files): Failure | undefined {
  const paths = [...files]
    .filter(([path, text]) => path.endsWith('.ts') && text.includes('"'))
    .map(([path]) => path)
  if (!files.has('.prettierrc') || paths.length === 0) return undefined
  return {
    isBuild: true,
    log: logOf(
      '##[group]Run npx prettier --check .',
      '##[endgroup]',
      'Checking formatting...',
      ...paths.map((path) => `[warn] ${path}`),
      '[warn] Code style issues found in the above file. Run Prettier with --write to fix.'
    )
  }
}
