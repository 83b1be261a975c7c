// Names of labels as kinds of issues: what a repository's own labels teach.
import type { TriageType } from '#schemas/triage/triage.js'

/** Words that labels are made of, whatever stands before or between them. */
const WORDS: Readonly<Record<TriageType, string>> = {
  bug: 'bug bugs bugfix defect regression crash error fault incorrect broken 缺陷',
  feature:
    'feature features enhancement enhancements improvement request proposal wishlist suggestion idea rfc fr 需求',
  question: 'question questions support help discussion howto usage q&a 疑问',
  documentation: 'documentation docs doc document readme',
  other: 'chore task refactor refactoring cleanup maintenance infrastructure'
}

const TYPE_OF: ReadonlyMap<string, TriageType> = new Map(
  // The border to a record: its keys are the kinds.
  (Object.entries(WORDS) as [TriageType, string][]).flatMap(([type, words]) =>
    words.split(' ').map((word): [string, TriageType] => [word, type])
  )
)

/** `kind/bug`, `type: bug`, `C-bug`, `T-bug`, `area/x` and the like: a scope, and what it says. */
const SCOPE = /^(?:kind|type|category|issue[ -]?type|issue|class|c|t|k|status)\s{0,3}[:/=_-]\s{0,3}/i
/** Labels of any other scope say where something belongs, not what it is. */
const OTHER_SCOPE = /^[a-z0-9 ]{1,30}[:/]/i
/** These speak of the work to come and not of the issue: anybody may help, with any kind. */
const NO_TYPE =
  /\b(?:help wanted|good first|needs?|wanted|invalid|wontfix|duplicate|not a bug|no bug|triage|confirmed)\b/i

/** As they are written out: `:bug:`. */
const EMOJI = /:([a-z0-9_+-]{1,40}):/g

/** Nothing where the labels say nothing of it, or say two things at once. */
export function typeOfLabels(labels: readonly string[]): TriageType | null {
  const types = new Set(labels.slice(0, 100).flatMap((label) => typeOfLabel(label) ?? []))
  const [type] = types
  return type !== undefined && types.size === 1 ? type : null
}

/** In one spelling. */
const spelled = (label: string) =>
  label.slice(0, 100).normalize('NFKC').toLowerCase().replaceAll(EMOJI, ' $1 ').trim()

/** What a label says, without the scope that it may stand in. */
export const bareName = (label: string): string => spelled(label).replace(SCOPE, '')

function typeOfLabel(label: string): TriageType | undefined {
  const name = spelled(label)
  if (NO_TYPE.test(name.replaceAll(/[-_]/g, ' '))) return undefined
  const bare = name.replace(SCOPE, '')
  if (bare === name && OTHER_SCOPE.test(name)) return undefined
  const words = bare.split(/[^\p{L}&]+/u).filter((word) => word !== '')
  const types = new Set(words.slice(0, 4).flatMap((word) => TYPE_OF.get(word) ?? []))
  const [type] = types
  // A label of many words says something else, such as where the error is.
  return words.length <= 3 && types.size === 1 ? type : undefined
}
