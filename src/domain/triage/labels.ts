// Maps label names to issue types, so that the labels of a repository serve as training data.
import type { TriageType } from '#schemas/triage/triage.js'

/** Words in label names, whatever surrounds them. */
const LABEL_WORDS: Readonly<Record<TriageType, string>> = {
  bug: 'bug bugs bugfix defect regression crash error fault incorrect broken 缺陷',
  feature:
    'feature features enhancement enhancements improvement request proposal wishlist suggestion idea rfc fr 需求',
  question: 'question questions support help discussion howto usage q&a 疑问',
  documentation: 'documentation docs doc document readme',
  other: 'chore task refactor refactoring cleanup maintenance infrastructure'
}

const TYPE_OF: ReadonlyMap<string, TriageType> = new Map(
  // Cast: the keys are the issue types.
  (Object.entries(LABEL_WORDS) as [TriageType, string][]).flatMap(([type, words]) =>
    words.split(' ').map((word): [string, TriageType] => [word, type])
  )
)

/** A scope for types, as in `kind/bug`, `type: bug`, `C-bug` or `T-bug`. */
const SCOPE = /^(?:kind|type|category|issue[ -]?type|issue|class|c|t|k|status)\s{0,3}[:/=_-]\s{0,3}/i
/** Labels with any other scope name an area, not a type. */
const OTHER_SCOPE = /^[a-z0-9 ]{1,30}[:/]/i
/** These labels describe the state of the work, not the type of the issue. */
const NO_TYPE =
  /\b(?:help wanted|good first|needs?|wanted|invalid|wontfix|duplicate|not a bug|no bug|triage|confirmed)\b/i

/** Written-out emoji such as `:bug:`. */
const EMOJI = /:([a-z0-9_+-]{1,40}):/g

/** Null if the labels indicate no type or contradict each other. */
export function typeOfLabels(labels: readonly string[]): TriageType | null {
  const types = new Set(labels.slice(0, 100).flatMap((label) => typeOfLabel(label) ?? []))
  const [type] = types
  return type !== undefined && types.size === 1 ? type : null
}

/** Normalizes the spelling. */
const spelled = (label: string) =>
  label.slice(0, 100).normalize('NFKC').toLowerCase().replaceAll(EMOJI, ' $1 ').trim()

/** The name of a label without a scope for types. */
export const bareName = (label: string): string => spelled(label).replace(SCOPE, '')

function typeOfLabel(label: string): TriageType | undefined {
  const name = spelled(label)
  if (NO_TYPE.test(name.replaceAll(/[-_]/g, ' '))) return undefined
  const bare = name.replace(SCOPE, '')
  if (bare === name && OTHER_SCOPE.test(name)) return undefined
  const words = bare.split(/[^\p{L}&]+/u).filter((word) => word !== '')
  const types = new Set(words.slice(0, 4).flatMap((word) => TYPE_OF.get(word) ?? []))
  const [type] = types
  // A longer label describes something else, such as the place of the error.
  return words.length <= 3 && types.size === 1 ? type : undefined
}
