// Secrets in added lines. The value itself is never told: whoever reads the finding finds it in the line.
import type { ReviewSeverity } from '#schemas/review/enums.js'
import { addedLines, type DiffLine, type ReviewedChange, type ReviewedFile, removedLines } from '../change.js'
import {
  isAnyLock,
  isDocument,
  isExamplePlace,
  isTestPlace,
  isTranslation,
  isVendoredPlace
} from '../places.js'
import type { BuiltInFinding, ReviewRuleModule } from './rule.js'
import type { SecretLikeness, SecretPlace } from './secrets/found.js'
import { secretFileFinding } from './secrets/secret-files.js'
import { secretIn } from './secrets/secret-in.js'

/** What is longer is data, which would be read for nothing. */
const LONGEST_LINE = 4_000
const MOST_IN_FILE = 10

function find(change: ReviewedChange): BuiltInFinding[] {
  const gone = removedTexts(change)
  return change.files
    .filter(({ status, path }) => status !== 'removed' && !isAnyLock(path) && !isVendoredPlace(path))
    .flatMap((file) => fileFindings(file, gone))
}

/** What stood in the repository before is nothing that the change adds. */
const removedTexts = ({ files }: ReviewedChange): ReadonlySet<string> =>
  new Set(files.flatMap(removedLines).map(({ text }) => text.trim()))

function fileFindings(file: ReviewedFile, gone: ReadonlySet<string>): BuiltInFinding[] {
  const added = addedLines(file)
  const place = placeOf(file)
  const found = added.flatMap((line, at) => {
    if (gone.has(line.text.trim())) return []
    const next = added.slice(at + 1, at + 6).map(({ text }) => text)
    const likeness = secretIn(line.text.slice(0, LONGEST_LINE), next, place)
    const weighed = likeness && weigh(likeness, place, line.text)
    return weighed ? [findingOf(file.path, line, weighed)] : []
  })
  const whole = found.length === 0 ? secretFileFinding(file) : undefined
  return whole ? [whole] : found.slice(0, MOST_IN_FILE)
}

const PUBLIC_SERVICE =
  /algolia|docsearch|firebase|authDomain|posthog|google-services|GoogleService-Info|mapbox|recaptcha/i

function placeOf({ path, lines }: ReviewedFile): SecretPlace {
  return {
    path,
    isTest: isTestPlace(path),
    isExample: isExamplePlace(path),
    isDocument: isDocument(path),
    isTranslation: isTranslation(path),
    isPublicContext: PUBLIC_SERVICE.test(path) || lines.some(({ text }) => PUBLIC_SERVICE.test(text))
  }
}

/** Keys that belong into pages, and so are no secrets in them. */
const OF_PAGES = /^A key of Google$/
/** What people have looked at and let pass. */
const LET_PASS = /pragma: ?allowlist secret|gitleaks:allow|nosecret|noqa: ?S10[5-7]|nosec\b/i

function weigh(likeness: SecretLikeness, place: SecretPlace, text: string): SecretLikeness | undefined {
  const { isOfIssuer, name } = likeness
  const isShown = place.isTest || place.isExample || place.isDocument
  if (!isOfIssuer && (isShown || place.isPublicContext)) return undefined
  if (place.isPublicContext && OF_PAGES.test(name)) return lessened(likeness, 'low', 0.3)
  if (LET_PASS.test(text)) return lessened(likeness, 'low', 0.3)
  if (place.isTest || place.isExample) return lessened(likeness, 'medium', 0.4)
  return place.isDocument ? lessened(likeness, likeness.severity, 0.7) : likeness
}

const lessened = (
  likeness: SecretLikeness,
  severity: ReviewSeverity,
  confidence: number
): SecretLikeness => ({
  ...likeness,
  severity,
  confidence: Math.min(likeness.confidence, confidence)
})

function findingOf(path: string, line: DiffLine, likeness: SecretLikeness): BuiltInFinding {
  return {
    severity: likeness.severity,
    title: `${likeness.name} is added`,
    description:
      'The added line holds what looks like a secret. Whoever can read the repository, now or later, can use it: history keeps it even if a later commit takes it out.',
    suggestion:
      'Revoke it where it was issued, take it out of the branch together with its commit, and read it from the environment or from a store of secrets.',
    path,
    line: line.after,
    confidence: likeness.confidence,
    context: `${likeness.name} ${line.text.replace(likeness.value, '*')}`
  }
}

export const secretAdded: ReviewRuleModule = {
  name: 'secret_added',
  category: 'security',
  about: 'Keys, tokens, passwords and private keys in added lines',
  find
}
