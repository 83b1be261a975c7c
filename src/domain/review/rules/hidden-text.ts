// Characters that make code look like something else than it is: what is read is not what runs.
import type { ReviewSeverity } from '#schemas/review/enums.js'
import { addedLines, type DiffLine, type ReviewedChange, type ReviewedFile, removedLines } from '../change.js'
import { codeLanguageOf, isDocument, isTestPlace, isTranslation } from '../places.js'
import type { BuiltInFinding, ReviewRuleModule } from './rule.js'

const BEYOND_ASCII = /[^\t\x20-\x7e]/

/** Turn the order in which characters are shown. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/
/** Marks of direction, which change nothing but the order of what is next to them. */
const DIRECTION = /[\u061c\u200e\u200f]/
/** Take no place at all. The joiner between two signs of a picture and the choice of its look are none of them. */
const UNSEEN =
  /\u034f|[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\uffa0\ufff9-\ufffb]|[\u{e0100}-\u{e01ef}]|(?<!\ud83c\udff4[\u{e0000}-\u{e007f}]{0,8})[\u{e0000}-\u{e007f}]/u
const JOINER =
  /(?<=[\w\s(){}[\]"'`.,;:=+-])[\u200c\u200d]|[\u200c\u200d](?=[\w\s(){}[\]"'`.,;:=+-])|(?<!^)\ufeff/
const SELECTOR = /(?<=[\x20-\x22\x24-\x29\x2b-\x2f\x3a-\x7e])[\ufe00-\ufe0f]|[\ufe00-\ufe0f]{2}/
/** What a terminal would obey. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000d-\u001f\u007f-\u0084\u0086-\u009f]/
/** Letters of other alphabets that look like Latin ones, next to Latin ones. */
const LOOK_ALIKE =
  /[A-Za-z_$][\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u0501\u051b\u051d\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0405\u0406\u0408\u03bf\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u0261\uff21-\uff3a\uff41-\uff5a]|[\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u0501\u051b\u051d\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0405\u0406\u0408\u03bf\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u0261\uff21-\uff3a\uff41-\uff5a][A-Za-z_$]/
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

interface HiddenKind {
  pattern: RegExp
  what: string
  severity: ReviewSeverity
  /** How grave it is where people write for people. */
  amongWords: ReviewSeverity
}

const KINDS: readonly HiddenKind[] = [
  {
    pattern: TURNING,
    what: 'A character that turns the direction of the text is hidden in the line',
    severity: 'critical',
    amongWords: 'medium'
  },
  {
    pattern: UNSEEN,
    what: 'An invisible character is hidden in the line',
    severity: 'high',
    amongWords: 'low'
  },
  {
    pattern: JOINER,
    what: 'An invisible character is hidden in the line',
    severity: 'high',
    amongWords: 'low'
  },
  {
    pattern: SELECTOR,
    what: 'An invisible character is hidden in the line',
    severity: 'high',
    amongWords: 'low'
  },
  {
    pattern: LOOK_ALIKE,
    what: 'A letter of another alphabet poses as a Latin one',
    severity: 'high',
    amongWords: 'low'
  },
  {
    pattern: CONTROL,
    what: 'A control character is hidden in the line',
    severity: 'medium',
    amongWords: 'low'
  },
  {
    pattern: DIRECTION,
    what: 'An invisible mark of direction is hidden in the line',
    severity: 'medium',
    amongWords: 'info'
  }
]

const MOST_IN_FILE = 5

function find({ files }: ReviewedChange): BuiltInFinding[] {
  return files.filter(({ status }) => status !== 'removed').flatMap(fileFindings)
}

function fileFindings(file: ReviewedFile): BuiltInFinding[] {
  const odd = addedLines(file).filter(({ text }) => BEYOND_ASCII.test(text))
  if (odd.length === 0) return pathFindings(file)
  const gone = new Set(removedLines(file).map(({ text }) => text.trim()))
  const found = odd
    .filter(({ text }) => !gone.has(text.trim()))
    .flatMap((line) => {
      const kind = kindIn(line)
      return kind ? [hiddenFinding(file.path, line, kind)] : []
    })
  return [
    ...pathFindings(file),
    ...found.filter(({ severity }) => severity !== 'info').slice(0, MOST_IN_FILE)
  ]
}

/** The byte order mark at the beginning of a file is none of them. */
function kindIn({ text, after }: DiffLine): HiddenKind | undefined {
  const shown = after === 1 ? text.replace(/^\ufeff/, '') : text
  return KINDS.find(({ pattern }) => pattern.test(shown))
}

/** A file whose name shows something else than it is. */
function pathFindings({ path, status }: ReviewedFile): BuiltInFinding[] {
  const kind = BEYOND_ASCII.test(path) ? KINDS.find(({ pattern }) => pattern.test(path)) : undefined
  if (!kind || status === 'modified') return []
  const line: DiffLine = { kind: 'added', before: null, after: null, text: path }
  return [hiddenFinding(path, line, kind)]
}

/** Texts for people need such characters where they are written from right to left. */
const isAmongWords = (path: string, text: string) =>
  isTranslation(path) || isDocument(path) || codeLanguageOf(path) === undefined || RIGHT_TO_LEFT.test(text)

function severityOf(
  path: string,
  text: string,
  { severity, amongWords, pattern }: HiddenKind
): ReviewSeverity {
  if (isTranslation(path) || (RIGHT_TO_LEFT.test(text) && pattern !== TURNING)) return 'info'
  if (isTestPlace(path)) return severity === 'critical' ? 'medium' : 'low'
  // Settings and workflows run as code does.
  if (isAmongWords(path, text) && !IS_SETTING.test(path)) return amongWords
  return severity
}

const IS_SETTING =
  /\.(?:ya?ml|json|toml|tf|hcl|xml|gradle|cfg|ini)$|(?:^|\/)(?:Dockerfile|Makefile|CODEOWNERS)[^/]{0,20}$/

function hiddenFinding(path: string, line: DiffLine, kind: HiddenKind): BuiltInFinding {
  const sign = kind.pattern.exec(line.text)?.[0] ?? ''
  const code = [...sign].map(
    (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  )
  return {
    severity: severityOf(path, line.text, kind),
    title: kind.what,
    description: `The line holds ${code.join(' and ')}. Whoever reads it sees something else than what a computer reads, so a review of what is seen says nothing about what runs.`,
    suggestion: 'Remove the character, or write it as an escape where it is meant.',
    path,
    line: line.after,
    confidence: kind.severity === 'critical' ? 0.95 : 0.8,
    context: line.text
  }
}

export const hiddenText: ReviewRuleModule = {
  name: 'hidden_text',
  category: 'security',
  about: 'Characters that turn the direction of a text, that nobody sees, or that pose as others',
  find
}
