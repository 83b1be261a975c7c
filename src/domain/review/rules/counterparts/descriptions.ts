// Descriptions of an interface that no longer offer what they offered, or ask for more.
import { isTestFile } from '../../../patches/guard/file-kinds.js'
import { addedLines, type DiffLine, type ReviewedFile, removedLines } from '../../change.js'
import { isCommentLine } from '../line-words.js'
import type { BuiltInFinding } from '../rule.js'
import { lineAfterGap } from '../tests/removed.js'
import { missingPart } from './part.js'

interface DescriptionKind {
  file: RegExp
  /** A name, and its type where the line states one. */
  entry: RegExp
}

const NO_PROPERTY =
  /^(?:description|summary|example|examples|title|tags|operationId|default|format|pattern|externalDocs|x-\w{1,40}|version|deprecated|readonly|export|import|return)$/

const KINDS: readonly DescriptionKind[] = [
  {
    file: /(?:^|\/)(?:openapi|swagger)[\w./-]{0,60}\.(?:ya?ml|json)$|(?:^|\/)(?:openapi|swagger|api-spec)\/[\w./-]{1,120}\.(?:ya?ml|json)$/i,
    entry: /^\s{0,60}["']?(\/[\w{}/.:-]{0,120}|[A-Za-z_][\w-]{0,80})["']?\s?:/
  },
  { file: /\.(?:graphqls?|gql)$/, entry: /^\s{1,20}(\w{1,80})(?:\([^)]{0,200}\))?\s?:\s?([\w![\]]{1,80})/ },
  { file: /\.d\.[cm]?ts$/, entry: /^\s{1,20}(?:readonly\s)?(\w{1,80})(\?)?(?:\([^)]{0,200}\))?\s?:\s?\S/ }
]

export function brokenDescriptions(files: readonly ReviewedFile[]): BuiltInFinding[] {
  return files
    .filter(({ path, status }) => status === 'modified' && !isTestFile(path))
    .flatMap((file) => {
      const kind = KINDS.find((one) => one.file.test(file.path))
      return kind ? brokenIn(file, kind) : []
    })
}

function brokenIn(file: ReviewedFile, kind: DescriptionKind): BuiltInFinding[] {
  const before = entriesIn(removedLines(file), kind)
  const after = entriesIn(addedLines(file), kind)
  const gone = before.find(({ name }) => !after.some((one) => one.name === name))
  if (gone) return [descriptionFinding(file, `The interface no longer offers ${gone.name}`)]
  const stricter = after.find((one) =>
    isStricter(before.find(({ name }) => name === one.name)?.type, one.type)
  )
  if (!stricter || !isAsked(file, stricter.line)) return []
  return [descriptionFinding(file, `The interface now asks for ${stricter.name}`)]
}

interface DescribedEntry {
  name: string
  type: string
  line: DiffLine
}

const entriesIn = (lines: readonly DiffLine[], { entry }: DescriptionKind): DescribedEntry[] =>
  lines.flatMap((line) => {
    const match = line.text.length < 400 && !isCommentLine(line.text) ? entry.exec(line.text) : null
    const name = match?.[1]
    return name && !NO_PROPERTY.test(name) ? [{ name, type: match?.[2] ?? '', line }] : []
  })

/** What could be left out has to be there. */
const isStricter = (before: string | undefined, after: string) =>
  before !== undefined && `${before}!` === after

/** Whether the entry belongs to what callers send. */
function isAsked({ lines }: ReviewedFile, line: DiffLine): boolean {
  const above = lines
    .slice(0, lines.indexOf(line))
    .findLast(({ text }) => /^\s{0,4}(?:input|type|interface)\s/.test(text))
  return above === undefined || /^\s{0,4}input\s/.test(above.text)
}

const descriptionFinding = (file: ReviewedFile, title: string): BuiltInFinding =>
  missingPart(file, {
    severity: 'medium',
    confidence: 0.55,
    title,
    description: 'Whoever relies on it as it was is broken by this change, and nothing says so.',
    suggestion: 'Keep it next to what takes its place, or say what breaks and raise the version accordingly.',
    category: 'regression',
    line: lineAfterGap(file)
  })
