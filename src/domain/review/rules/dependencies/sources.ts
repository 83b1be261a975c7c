// Packages that come from elsewhere than their registry, and scripts that run when somebody installs.
import { shortened } from '#domain/text/shown-text.js'
import { addedLines, type DiffLine, type ReviewedFile, removedLines } from '../../change.js'
import { fileNameOf, isTestPlace, isVendoredPlace } from '../../places.js'
import type { BuiltInFinding } from '../rule.js'

export function sourceFindings(files: readonly ReviewedFile[]): BuiltInFinding[] {
  return files
    .filter(({ path, status }) => status !== 'removed' && !isTestPlace(path) && !isVendoredPlace(path))
    .flatMap((file) => [
      ...foreignLocks(file),
      ...changedDigests(file),
      ...installScripts(file),
      ...otherIndexes(file)
    ])
}

const LOCK = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml)$/
const RESOLVED = /(?:"resolved"\s?:\s?"|^\s{1,8}resolved\s"|tarball:\s?)(https?):\/\/([\w.-]{1,120})/
const REGISTRIES =
  /^(?:registry\.npmjs\.org|registry\.yarnpkg\.com|registry\.npmmirror\.com|npm\.pkg\.github\.com|codeload\.github\.com|github\.com)$/

/** Where the file has loaded everything else from is right, whatever it is. */
function foreignLocks(file: ReviewedFile): BuiltInFinding[] {
  if (!LOCK.test(file.path)) return []
  const known = new Set(
    file.lines.filter(({ kind }) => kind !== 'added').flatMap(({ text }) => hostIn(text) ?? [])
  )
  const line = addedLines(file).find(({ text }) => {
    const host = hostIn(text)
    return host !== undefined && !REGISTRIES.test(host) && !known.has(host) && !isMirror(file, host)
  })
  if (!line) return []
  const isPlain = RESOLVED.exec(line.text)?.[1] === 'http'
  return [
    sourceFinding(file, line, {
      severity: isPlain ? 'high' : 'medium',
      confidence: 0.7,
      title: `A package is loaded from ${hostIn(line.text)}`,
      description:
        'The other packages of the lock file come from a registry. Whoever owns this place decides what is installed.',
      suggestion: 'Take the package from the registry, or say in the description whose place this is.'
    })
  ]
}

const hostIn = (text: string) => (text.length < 1_000 ? RESOLVED.exec(text)?.[2] : undefined)

/** A host from which most of the file comes is a mirror. */
function isMirror(file: ReviewedFile, host: string): boolean {
  const hosts = addedLines(file).flatMap(({ text }) => hostIn(text) ?? [])
  return hosts.length > 3 && hosts.filter((one) => one === host).length * 2 > hosts.length
}

const INTEGRITY = /\bintegrity"?:?\s"?(sha\d{1,3})-/

/** The same version, and other bytes: the line before says which version it is, and stays as it was. */
function changedDigests(file: ReviewedFile): BuiltInFinding[] {
  if (!LOCK.test(file.path)) return []
  const { lines } = file
  const at = lines.findIndex(
    ({ kind, text }, index) =>
      kind === 'removed' &&
      INTEGRITY.exec(text)?.[1] === INTEGRITY.exec(lines[index + 1]?.text ?? '')?.[1] &&
      INTEGRITY.test(text) &&
      lines[index + 1]?.kind === 'added' &&
      lines[index - 1]?.kind === 'context'
  )
  const line = lines[at + 1]
  if (at < 0 || !line) return []
  return [
    sourceFinding(file, line, {
      severity: 'high',
      confidence: 0.7,
      title: 'The digest of a package changes, and its version does not',
      description:
        'What is published under a version stays as it is: other bytes under the same version come from somebody else.',
      suggestion: 'Find out who published what, and let the package manager write the lock file anew.'
    })
  ]
}

const LIFECYCLE = /"(?:pre|post)?(?:install|prepare|prepublish)"\s?:\s?"([^\n]{1,400})"/
const REACHES_OUT =
  /\bcurl\b|\bwget\b|https?:\/\/|\bnode -e\b|\bbase64\b|\beval\b|\bpowershell\b|\|\s?(?:ba)?sh\b|\bnc\b\s|child_process|\bpython3? -c\b/

function installScripts(file: ReviewedFile): BuiltInFinding[] {
  if (fileNameOf(file.path) !== 'package.json') return []
  const before = new Set(removedLines(file).map(({ text }) => text.trim().replace(/,$/, '')))
  const line = addedLines(file).find(
    ({ text }) =>
      text.length < 1_000 &&
      REACHES_OUT.test(LIFECYCLE.exec(text)?.[1] ?? '') &&
      !before.has(text.trim().replace(/,$/, ''))
  )
  if (!line) return []
  return [
    sourceFinding(file, line, {
      severity: 'high',
      confidence: 0.75,
      title: 'A script loads or runs something when somebody installs',
      description: 'It runs on every machine that installs the package, with all that this machine may do.',
      suggestion: 'Leave it out, or let people call it by themselves.'
    })
  ]
}

const INDEX =
  /^\s*(?:--(?:extra-)?index-url|--trusted-host|-i|--find-links|extra-index-url|index-url|trusted-host)[ =]\s?\S|^\s*registry\s?=\s?https?:\/\/|^\s*(?:@[\w-]{1,60}:)?registry=http:\/\//
const OF_INDEX = /requirements[\w./-]{0,60}\.(?:txt|in)$|(?:^|\/)(?:pip\.conf|pip\.ini|\.npmrc|\.yarnrc)$/
const USUAL = /registry\.npmjs\.org|pypi\.org|npm\.pkg\.github\.com/

function otherIndexes(file: ReviewedFile): BuiltInFinding[] {
  const line = OF_INDEX.test(file.path)
    ? addedLines(file).find(({ text }) => text.length < 1_000 && INDEX.test(text) && !USUAL.test(text))
    : undefined
  if (!line) return []
  return [
    sourceFinding(file, line, {
      severity: 'medium',
      confidence: 0.55,
      title: 'Packages are looked for in another place as well',
      description:
        'Of two places that have a package of one name, the one with the higher version wins, whoever put it there.',
      suggestion: 'Name the place for the packages that come from there alone.'
    })
  ]
}

type SourceWords = Pick<BuiltInFinding, 'severity' | 'confidence' | 'title' | 'description' | 'suggestion'>

const sourceFinding = (file: ReviewedFile, line: DiffLine, words: SourceWords): BuiltInFinding => ({
  ...words,
  title: shortened(words.title, 140),
  path: file.path,
  line: line.after,
  context: line.text
})
