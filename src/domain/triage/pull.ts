// Classifies a pull request by type, size and risk, with reasons.
import type { CHANGE_TYPES, RISKS, SIZES } from '#schemas/mirror/pull-requests.js'
import { globMatcher } from '../text/glob.js'

export type ChangeType = (typeof CHANGE_TYPES)[number]
export type ChangeSize = (typeof SIZES)[number]
export type PullRisk = (typeof RISKS)[number]

export interface PullChangeFacts {
  title: string
  labels: readonly string[]
  /** Null if the host has not reported them. */
  files: readonly string[] | null
  additions: number
  deletions: number
}

export interface PullVerdict {
  type: ChangeType
  size: ChangeSize
  risk: PullRisk
  reasons: string[]
}

export function classifyPull(pull: PullChangeFacts): PullVerdict {
  const size = sizeOf(pull.additions + pull.deletions)
  const [type, why] = typeOf(pull)
  const { risk, reasons } = riskOf(pull, size, type)
  return { type, size, risk, reasons: [why, ...reasons] }
}

function sizeOf(lines: number): ChangeSize {
  if (lines < 10) return 'size/XS'
  if (lines < 50) return 'size/S'
  if (lines < 200) return 'size/M'
  return lines < 500 ? 'size/L' : 'size/XL'
}

type TypeWithReason = [type: ChangeType, why: string]

const PREFIXES = new Map<string, ChangeType>([
  ['feat', 'feature'],
  ['feature', 'feature'],
  ['fix', 'bugfix'],
  ['bugfix', 'bugfix'],
  ['hotfix', 'bugfix'],
  ['revert', 'bugfix'],
  ['perf', 'refactor'],
  ['refactor', 'refactor'],
  ['style', 'refactor'],
  ['chore', 'chore'],
  ['build', 'chore'],
  ['ci', 'chore'],
  ['deps', 'chore'],
  ['docs', 'docs'],
  ['doc', 'docs'],
  ['test', 'test'],
  ['tests', 'test']
])
const PREFIX = /^\s{0,5}\[?([a-z]{2,10})\]?(?:\([^)]{0,60}\))?!?[:\]]/i

const LABELS: readonly (readonly [RegExp, ChangeType])[] = [
  [/\b(?:bug|bugfix|fix|regression)\b/, 'bugfix'],
  [/\b(?:feature|enhancement)\b/, 'feature'],
  [/\b(?:documentation|docs)\b/, 'docs'],
  [/\b(?:tests?|testing)\b/, 'test'],
  [/\b(?:refactor|refactoring|cleanup|performance)\b/, 'refactor'],
  [/\b(?:dependencies|chore|ci|build|maintenance)\b/, 'chore']
]

const TYPE_PATTERNS: readonly (readonly [RegExp, ChangeType])[] = [
  [/\b(?:typos?|readme|docs?|documentation|docstrings?|comments?|changelog)\b/, 'docs'],
  [/^\W{0,5}(?:bump|upgrade|update)\b|\bdependenc|\brelease\b|\bbump\b/, 'chore'],
  [/\b(?:fix|fixes|fixed|fixing|bug|crash|regression|repair|correct|prevent|avoid|handle)\b/, 'bugfix'],
  [
    /\b(?:refactor|clean ?up|rename|simplify|remove|move|extract|reorganize|optimi[sz]e|replace)\b/,
    'refactor'
  ],
  [/\b(?:tests?|coverage|flaky)\b/, 'test'],
  [/\b(?:add|adds|added|implement|support|introduce|allow|enable|new|feature)\b/, 'feature']
]

/** By title prefix, then labels, then files of a single kind, then words in the title. */
function typeOf({ title, labels, files }: PullChangeFacts): TypeWithReason {
  const head = title.slice(0, 300).toLowerCase()
  const prefix = PREFIX.exec(head)?.[1] ?? ''
  const named = PREFIXES.get(prefix)
  if (named) return [named, `its title begins with "${prefix}"`]
  for (const label of labels) {
    const rule = LABELS.find(([pattern]) => pattern.test(label.slice(0, 100).toLowerCase()))
    if (rule) return [rule[1], `it is labelled "${label}"`]
  }
  const kind = kindOfFiles(files ?? [])
  if (kind) return [kind, `all its files are ${kind === 'chore' ? 'manifests or settings' : kind}`]
  const rule = TYPE_PATTERNS.find(([pattern]) => pattern.test(head))
  return rule ? [rule[1], 'the words of its title say so'] : ['chore', 'nothing says what it is']
}

const matcherOf = (...globs: string[]) => {
  const matchers = globs.map(globMatcher)
  return (path: string) => matchers.some((matches) => matches(path.toLowerCase()))
}

const isDocs = matcherOf('**/*.md', '**/*.rst', '**/*.adoc', 'docs/**', 'doc/**', '**/license*')
const isTest = matcherOf(
  '**/test/**',
  '**/tests/**',
  '**/__tests__/**',
  '**/*.test.*',
  '**/*.spec.*',
  '**/*_test.*',
  '**/test_*'
)
const MANIFESTS = [
  '**/package.json',
  '**/package-lock.json',
  '**/yarn.lock',
  '**/pnpm-lock.yaml',
  '**/go.mod',
  '**/go.sum',
  '**/cargo.toml',
  '**/cargo.lock',
  '**/requirements*.txt',
  '**/pyproject.toml',
  '**/poetry.lock',
  '**/pom.xml',
  '**/gemfile*'
]
const SETTINGS = [
  '.github/**',
  '**/.gitlab-ci.yml',
  '**/dockerfile*',
  '**/.*rc',
  '**/.editorconfig',
  '**/.gitignore'
]
const isManifest = matcherOf(...MANIFESTS)
const isChore = matcherOf(...MANIFESTS, ...SETTINGS)

function kindOfFiles(files: readonly string[]): ChangeType | undefined {
  if (files.length === 0) return undefined
  if (files.every(isDocs)) return 'docs'
  if (files.every(isTest)) return 'test'
  return files.every(isChore) ? 'chore' : undefined
}

const isSensitive = matcherOf(
  '**/auth/**',
  '**/*auth*',
  '**/security/**',
  '**/*security*',
  '**/*crypto*',
  '**/*secret*',
  '**/*password*',
  '**/*permission*',
  '**/*payment*',
  '**/*billing*',
  '.github/workflows/**'
)
const isMigration = matcherOf('**/migrations/**', '**/migrate/**', '**/*.sql')
const isConfiguration = matcherOf(
  '**/config/**',
  '**/*.config.*',
  '**/dockerfile*',
  '**/*.tf',
  '**/helm/**',
  '**/k8s/**'
)

interface RatedRisk {
  risk: PullRisk
  reasons: string[]
}

function riskOf({ files }: PullChangeFacts, size: ChangeSize, type: ChangeType): RatedRisk {
  const paths = files ?? []
  const high = [
    ...namedIn(paths, isSensitive, 'touches a sensitive path'),
    ...(size === 'size/XL' ? ['it is very large'] : [])
  ]
  if (high.length > 0) return { risk: 'high', reasons: high }
  const isHarmless =
    paths.length > 0 &&
    (type === 'docs' || type === 'test') &&
    paths.every((path) => isDocs(path) || isTest(path))
  if (isHarmless) return { risk: 'low', reasons: ['it changes nothing that runs'] }
  const medium = [
    ...namedIn(paths, isMigration, 'migrates data'),
    ...namedIn(paths, isManifest, 'changes dependencies'),
    ...namedIn(paths, isConfiguration, 'changes how it is configured'),
    ...(size === 'size/L' ? ['it is large'] : []),
    ...(files === null ? ['its files are not known'] : [])
  ]
  return medium.length > 0
    ? { risk: 'medium', reasons: medium }
    : { risk: 'low', reasons: ['it is small and touches nothing sensitive'] }
}

function namedIn(paths: readonly string[], fits: (path: string) => boolean, what: string): string[] {
  const path = paths.find((path) => fits(path))
  return path === undefined ? [] : [`it ${what}: ${path}`]
}
