// Manifests whose lock file stays behind.
import { addedLines, type DiffLine, type ReviewedFile, removedLines } from '../../change.js'
import { directoryOf, fileNameOf, isTestPlace, isVendoredPlace } from '../../places.js'
import type { BuiltInFinding } from '../rule.js'
import { type ChangeView, missingPart } from './part.js'

/** Which lock files belong to which manifest, and which of its lines name packages. */
interface LockKind {
  manifest: RegExp
  locks: readonly string[]
  line: RegExp
  tool: string
}

const JSON_ENTRY =
  /^\s*"(?:@[\w.-]{1,80}\/)?[\w.-]{1,120}"\s?:\s?"(?:[\^~<>=v]{0,2}\s?\d|\*|latest|next|npm:|workspace:|github:|git|file:|link:|https?:)/

const LOCK_KINDS: readonly LockKind[] = [
  {
    manifest: /(?:^|\/)package\.json$/,
    locks: [
      'package-lock.json',
      'npm-shrinkwrap.json',
      'yarn.lock',
      'pnpm-lock.yaml',
      'bun.lock',
      'bun.lockb'
    ],
    line: JSON_ENTRY,
    tool: 'the package manager'
  },
  {
    manifest: /(?:^|\/)composer\.json$/,
    locks: ['composer.lock'],
    line: /^\s*"[\w.-]{1,80}\/[\w.-]{1,80}"\s?:\s?"/,
    tool: '`composer update`'
  },
  {
    manifest: /(?:^|\/)Cargo\.toml$/,
    locks: ['Cargo.lock'],
    line: /^\s*[\w-]{2,80}\s?=\s?(?:"[\d^~=*<>]|\{[^}\n]{0,200}\b(?:version|git|path)\b)/,
    tool: '`cargo update`'
  },
  {
    manifest: /(?:^|\/)pyproject\.toml$/,
    locks: ['poetry.lock', 'uv.lock', 'pdm.lock', 'pylock.toml'],
    line: /^\s*[\w.-]{2,80}\s?=\s?(?:"[\d^~=*<>]|\{[^}\n]{0,200}\bversion\b)|^\s*"[\w.[\],-]{2,80}\s?(?:[<>=~!]=?|@)[^"\n]{1,120}"/,
    tool: 'the tool that locks'
  },
  {
    manifest: /(?:^|\/)Pipfile$/,
    locks: ['Pipfile.lock'],
    line: /^\s*["\w.-]{2,80}\s?=\s?["{]/,
    tool: '`pipenv lock`'
  },
  {
    manifest: /(?:^|\/)(?:Gemfile|[\w-]{1,80}\.gemspec)$/,
    locks: ['Gemfile.lock'],
    line: /^\s*(?:gem|\w{1,20}\.add_(?:runtime_|development_)?dependency)[ (]/,
    tool: '`bundle install`'
  },
  {
    manifest: /(?:^|\/)go\.mod$/,
    locks: ['go.sum'],
    line: /^\s*(?:require\s)?[\w.-]{1,80}\.[\w.-]{1,20}\/\S{1,200}\sv\d/,
    tool: '`go mod tidy`'
  },
  {
    manifest: /(?:^|\/)pubspec\.yaml$/,
    locks: ['pubspec.lock'],
    line: /^\s{2}\w{2,80}:\s?[\^"\d>]/,
    tool: '`pub get`'
  },
  { manifest: /(?:^|\/)mix\.exs$/, locks: ['mix.lock'], line: /\{:\w{2,60},\s?["~>]/, tool: '`mix deps.get`' }
]

/** Lines that look like packages, and are none. */
const NO_PACKAGE =
  /^\s*"?(?:version|node|npm|engines|python|rust-version|edition|packageManager|license|name|description|requires-python|target-version|line-length|yarn|pnpm)"?\s?[:=]/
const ABOVE = 5

export function lockFindings(view: ChangeView): BuiltInFinding[] {
  return view.files
    .filter(({ path, status }) => status === 'modified' && !isVendoredPlace(path) && !isTestPlace(path))
    .flatMap((file) => {
      const kind = LOCK_KINDS.find(({ manifest }) => manifest.test(file.path))
      return kind ? lockFinding(view, file, kind) : []
    })
}

function lockFinding(view: ChangeView, file: ReviewedFile, kind: LockKind): BuiltInFinding[] {
  const line = changedPackage(file, kind)
  const lock = line && lockOf(view, file.path, kind)
  if (!line || !lock || view.change.files.some(({ path }) => path === lock)) return []
  return [
    missingPart(file, {
      severity: 'medium',
      confidence: 0.75,
      title: `${fileNameOf(file.path)} changes, and ${fileNameOf(lock)} does not follow`,
      description:
        'An installation that goes by the lock file fails, or installs something else than the manifest says.',
      suggestion: `Run ${kind.tool}, and commit both files.`,
      line: line.after ?? addedLines(file)[0]?.after ?? null,
      category: 'bug'
    })
  ]
}

function changedPackage(file: ReviewedFile, { line }: LockKind): DiffLine | undefined {
  const of = (lines: readonly DiffLine[]) =>
    lines.filter(
      ({ text }) => text.length < 500 && line.test(text) && !NO_PACKAGE.test(text) && isOfPackages(file, text)
    )
  const [added, removed] = [of(addedLines(file)), of(removedLines(file))]
  const texts = (lines: readonly DiffLine[]) => new Set(lines.map(({ text }) => plainEntry(text)))
  const [before, after] = [texts(removed), texts(added)]
  return (
    added.find(({ text }) => !before.has(plainEntry(text))) ??
    removed.find(({ text }) => !after.has(plainEntry(text)))
  )
}

const plainEntry = (text: string) => text.trim().replace(/,$/, '')

/** A script may look like a package of JSON. */
const isOfPackages = ({ path }: ReviewedFile, text: string) =>
  !path.endsWith('.json') ||
  !/^\s*"(?:test|build|start|dev|lint|main|module|types|url|homepage|type)"/.test(text)

/** In the folder of the manifest, or in one above it as in a workspace. */
function lockOf({ paths }: ChangeView, path: string, { locks }: LockKind): string | undefined {
  const wanted = new Set<string>()
  let folder = directoryOf(path)
  for (let up = 0; up < ABOVE; up += 1) {
    for (const lock of locks) wanted.add(folder + lock)
    if (folder === '') break
    folder = directoryOf(folder.slice(0, -1))
  }
  const found = new Set(paths.filter((one) => wanted.has(one)))
  return [...wanted].find((one) => found.has(one))
}
