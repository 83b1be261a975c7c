// Reads the cases of pull requests, each as the reviewer gets it: a diff by hunks, and only the texts that it asks for.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { patchOf } from '#demo/world/git/patches.js'
import { packageKey } from '#domain/dependencies/advisories/names.js'
import { compareVersions } from '#domain/dependencies/versions/versions.js'
import type {
  FileStatus,
  ReviewedChange,
  ReviewedFile,
  TreeEntry,
  VulnerablePackage
} from '#domain/review/change.js'
import { companionshipsOf } from '#domain/review/companionships.js'
import { movedPackages } from '#domain/review/dependency-moves.js'
import { parsePatch } from '#domain/review/diff.js'
import { wantedTexts } from '#domain/review/wanted-texts.js'
import type { AdvisorySeverity, Ecosystem } from '#schemas/dependencies/enums.js'
import type { FindingCategory, ReviewSeverity } from '#schemas/review/enums.js'

export interface ExpectedFinding {
  path?: string | null
  line?: number
  category: FindingCategory
  severity: ReviewSeverity
}

interface CaseChange {
  path: string
  renamed_from?: string
  before?: string | null
  after?: string | null
  binary?: boolean
  bytes?: number
  mode?: string | number
}

interface CaseVulnerability {
  ecosystem: Ecosystem
  name: string
  range: string
  severity: AdvisorySeverity
}

export interface ReviewCase {
  name: string
  why: string
  title: string
  description: string
  author: string
  fork?: boolean
  findings?: ExpectedFinding[]
  repository?: Record<string, string>
  changes: CaseChange[]
  history?: string[][]
  vulnerable?: CaseVulnerability[]
  generated?: { folder: string; files: number; lines: number; extension: string }[]
}

/** Keeps a secret of a case from being found by those who look for real ones. */
const BREAK = '{{}}'

/** All cases of a folder, with the file and the place in it as the beginning of their names. */
export function readCases(folder: string): ReviewCase[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.yml'))
    .sort()
  return files.flatMap((name) => {
    // Cast: the files are written by hand for these types.
    const cases = parse(readFileSync(join(folder, name), 'utf8').replaceAll(BREAK, '')) as ReviewCase[]
    return cases.map((one, at) => ({ ...one, name: `${name} ${at}: ${one.name}` }))
  })
}

export function changeOf(one: ReviewCase): ReviewedChange {
  const all = [...one.changes, ...(one.generated ?? []).flatMap(generatedChanges)]
  const files = all.map(fileOf)
  const tree = treeOf(all, one.repository ?? {})
  const wanted = wantedTexts(files, tree)
  const change: ReviewedChange = {
    title: one.title,
    description: one.description ?? '',
    author: one.author,
    owner: '',
    isPublic: null,
    isFromFork: one.fork ?? false,
    files,
    texts: textsAt(wanted.head, new Map([...Object.entries(one.repository ?? {}), ...all.flatMap(afterOf)])),
    formerTexts: textsAt(
      wanted.former,
      new Map([...Object.entries(one.repository ?? {}), ...all.flatMap(beforeOf)])
    ),
    tree,
    companionships: companionshipsOf(
      one.history ?? [],
      files.map(({ path, previousPath }) => previousPath ?? path)
    ),
    vulnerable: []
  }
  return { ...change, vulnerable: vulnerablePackages(change, one.vulnerable ?? []) }
}

const afterOf = ({ path, after }: CaseChange): [string, string][] =>
  typeof after === 'string' ? [[path, after]] : []
const beforeOf = ({ path, renamed_from, before }: CaseChange): [string, string][] =>
  typeof before === 'string' ? [[renamed_from ?? path, before]] : []

const textsAt = (paths: readonly string[], texts: ReadonlyMap<string, string>) =>
  new Map(
    paths.flatMap((path): [string, string][] => {
      const text = texts.get(path)
      return text === undefined ? [] : [[path, text]]
    })
  )

function generatedChanges({
  folder,
  files,
  lines,
  extension
}: NonNullable<ReviewCase['generated']>[number]): CaseChange[] {
  const ending = extension.replace(/^\./, '')
  return Array.from({ length: files }, (_, file) => ({
    path: `${folder.replace(/\/$/, '')}/part-${file + 1}.${ending}`,
    before: null,
    after: Array.from({ length: lines }, (_, line) => `value ${file * lines + line}\n`).join('')
  }))
}

export function fileOf(change: CaseChange): ReviewedFile {
  const { path, renamed_from, before, after, binary = false } = change
  const lines = binary ? [] : parsePatch(patchOf(before ?? '', after ?? ''))
  return {
    path,
    previousPath: renamed_from ?? null,
    status: statusOf(change),
    additions: lines.filter(({ kind }) => kind === 'added').length,
    deletions: lines.filter(({ kind }) => kind === 'removed').length,
    lines,
    isShown: !binary
  }
}

function statusOf({ renamed_from, before, after, binary }: CaseChange): FileStatus {
  if (renamed_from) return 'renamed'
  if (after === null || (after === undefined && !binary)) return 'removed'
  return before === null || before === undefined ? 'added' : 'modified'
}

function treeOf(changes: readonly CaseChange[], repository: Readonly<Record<string, string>>): TreeEntry[] {
  const gone = new Set(
    changes.flatMap(({ path, renamed_from, after, binary }) => [
      ...(renamed_from ? [renamed_from] : []),
      ...(typeof after === 'string' || binary ? [] : [path])
    ])
  )
  const entries = new Map<string, TreeEntry>()
  for (const [path, text] of Object.entries(repository))
    if (!gone.has(path)) entries.set(path, { path, mode: '100644', bytes: Buffer.byteLength(String(text)) })
  for (const { path, after, bytes, mode } of changes)
    if (!gone.has(path))
      entries.set(path, {
        path,
        mode: String(mode ?? '100644'),
        bytes: bytes ?? Buffer.byteLength(after ?? '')
      })
  return [...entries.values()]
}

const CONDITION = /^(<=|>=|<|>|={1,2})?\s*(.+)$/

/** Ranges as advisories write them: conditions that all hold, and ranges of which one has to. */
function isInRange(ecosystem: Ecosystem, range: string, version: string): boolean {
  return range.split('||').some((part) =>
    part
      .split(/,|\s+(?=[<>=])/)
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .every((condition) => holds(ecosystem, condition, version))
  )
}

function holds(ecosystem: Ecosystem, condition: string, version: string): boolean {
  const [, sign = '=', wanted = ''] = CONDITION.exec(condition) ?? []
  const order = compareVersions(ecosystem, version, wanted)
  if (order === null) return false
  if (sign === '<') return order < 0
  if (sign === '<=') return order <= 0
  if (sign === '>') return order > 0
  return sign === '>=' ? order >= 0 : order === 0
}

function vulnerablePackages(
  change: ReviewedChange,
  vulnerable: readonly CaseVulnerability[]
): VulnerablePackage[] {
  return movedPackages(change).flatMap(({ path, ecosystem, name, version, former }) =>
    vulnerable
      .filter(
        (one) =>
          packageKey(one.ecosystem, one.name) === packageKey(ecosystem, name) &&
          isInRange(ecosystem, one.range, version)
      )
      .map((one) => ({
        path,
        ecosystem,
        name,
        version,
        severity: one.severity,
        advisory: `${one.name} ${one.range}`,
        fixedIn: null,
        isOld: former.some((old) => isInRange(ecosystem, one.range, old))
      }))
  )
}
