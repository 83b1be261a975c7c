// A large pull request for measurements: the sources of this repository, changed in all of their lines.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReviewedChange, ReviewedFile } from '#domain/review/change.js'
import { parsePatch } from '#domain/review/diff.js'
import { PACKAGE_FOLDER } from '#paths.js'

/** Lines of real code, as many as are asked for. */
function linesOfCode(count: number): string[] {
  const folder = join(PACKAGE_FOLDER, 'src')
  const lines: string[] = []
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (lines.length >= count) break
    if (/\.tsx?$/.test(name)) lines.push(...readFileSync(join(folder, name), 'utf8').split('\n'))
  }
  return lines.slice(0, count)
}

const ENDINGS = ['ts', 'test.ts', 'py', 'go', 'yml', 'json', 'rb', 'java', 'rs', 'md']

/** The diffs of so many files, of so many lines together. */
export function patchesOf(
  files: number,
  lines: number
): { path: string; patch: string; half: number; whole: number }[] {
  const all = linesOfCode(lines)
  const each = Math.floor(lines / files)
  return Array.from({ length: files }, (_, at) => {
    const own = all.slice(at * each, (at + 1) * each)
    const half = Math.floor(own.length / 2)
    const rows = [...own.slice(0, half).map((row) => `-${row}`), ...own.slice(half).map((row) => `+${row}`)]
    return {
      path: `packages/part-${at % 12}/src/file-${at}.${ENDINGS[at % ENDINGS.length]}`,
      patch: [`@@ -10,${half} +10,${own.length - half} @@`, ...rows].join('\n'),
      half,
      whole: own.length
    }
  })
}

export function largeChange(files: number, lines: number): ReviewedChange {
  const changed = patchesOf(files, lines).map(
    ({ path, patch, half, whole }): ReviewedFile => ({
      path,
      previousPath: null,
      status: 'modified',
      additions: whole - half,
      deletions: half,
      lines: parsePatch(patch),
      isShown: true
    })
  )
  const tree = Array.from({ length: 50_000 }, (_, at) => ({
    path: at < files ? (changed[at]?.path ?? '') : `packages/part-${at % 40}/lib/other-${at}.ts`,
    mode: '100644',
    bytes: 2_000
  }))
  const owners = Array.from({ length: 400 }, (_, at) => `/packages/part-${at}/ @octo/team-${at}`).join('\n')
  return {
    title: 'Move everything',
    description: '',
    author: 'mona',
    owner: 'octo',
    isPublic: true,
    isFromFork: false,
    files: changed,
    texts: new Map([['.github/CODEOWNERS', owners]]),
    formerTexts: new Map(),
    tree,
    companionships: [],
    vulnerable: []
  }
}
