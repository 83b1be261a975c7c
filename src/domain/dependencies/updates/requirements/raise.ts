// Raises a requirement to a version in its own style: operators, upper bounds and spaces stay what they are.
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { satisfies } from '../../versions/requirements/satisfies.js'
import { compareVersions, majorOf } from '../../versions/versions.js'
import { applyPlacedEdits } from '../placed-edits.js'
import { raisedVersion } from './styles.js'
import { type RequirementAlternative, type RequirementWord, wordsOfRequirement } from './words.js'

export interface RaiseOptions {
  allowMajor: boolean
  /** Whether a lock file says which of the versions is installed, so that the requirement has only to allow it. */
  isLocked: boolean
}

/** The new text, which is the old one where nothing has to change; or why it cannot be raised. */
export type RaisedRequirement = { text: string } | { refusal: string }

const LOWER = new Set(['', '=', '==', '===', '^', '~', '~>', '~=', '>=', '>'])

/** The highest version that all others of the alternative are above; null if it has no lower bound. */
function lowestOf(ecosystem: Ecosystem, { words, isHyphen }: RequirementAlternative): string | null {
  const bounds = words
    .filter(({ operator, version }, at) => LOWER.has(operator) && version !== '' && !(isHyphen && at === 1))
    .map(({ version }) => version)
  return bounds.sort((a, b) => compareVersions(ecosystem, b, a) ?? 0)[0] ?? null
}

/** Whether a requirement allows no version below this one; null where it cannot be read. */
export function startsAt(ecosystem: Ecosystem, requirement: string, version: string): boolean | null {
  const alternatives = wordsOfRequirement(ecosystem, requirement)
  return alternatives?.every((one) => isAbove(ecosystem, one, version)) ?? null
}

function isAbove(ecosystem: Ecosystem, alternative: RequirementAlternative, version: string): boolean {
  const lowest = lowestOf(ecosystem, alternative)
  return lowest !== null && (compareVersions(ecosystem, lowest, version) ?? -1) >= 0
}

/** Whether it is below the fix and of the same major version, so that the fix is one for it too. */
export function isBelowFix(ecosystem: Ecosystem, requirement: string, to: string): boolean {
  const lowest = (wordsOfRequirement(ecosystem, requirement) ?? []).map((one) => lowestOf(ecosystem, one))
  return lowest.some(
    (one) =>
      one !== null &&
      majorOf(ecosystem, one) === majorOf(ecosystem, to) &&
      (compareVersions(ecosystem, one, to) ?? 0) < 0
  )
}

export function raiseRequirement(
  ecosystem: Ecosystem,
  requirement: string,
  to: string,
  options: RaiseOptions
): RaisedRequirement {
  const alternatives = wordsOfRequirement(ecosystem, requirement)
  if (!alternatives)
    return { refusal: `\`${requirement}\` is a tag or a branch, not a range of versions; state one` }
  const raised = alternatives.map((one) => {
    const text = requirement.slice(one.from, one.to)
    if (isAbove(ecosystem, one, to)) return text
    const isTaken = alternatives.length === 1 || satisfies(ecosystem, text.trim(), to) === true
    return isTaken ? raiseAlternative(ecosystem, requirement, one, { ...options, to }) : text
  })
  const text = rejoined(requirement, alternatives, raised)
  if (isEnough(ecosystem, text, to, options)) return { text }
  if (options.isLocked && satisfies(ecosystem, requirement, to) === true) return { text: requirement }
  return { refusal: whyNot(ecosystem, requirement, to, options) }
}

function isEnough(ecosystem: Ecosystem, text: string, to: string, { isLocked }: RaiseOptions): boolean {
  return satisfies(ecosystem, text, to) === true && (isLocked || startsAt(ecosystem, text, to) === true)
}

function whyNot(ecosystem: Ecosystem, requirement: string, to: string, { allowMajor }: RaiseOptions): string {
  const alternatives = wordsOfRequirement(ecosystem, requirement) ?? []
  const words = alternatives.flatMap((one) => one.words)
  if (!words.some(({ version }) => version !== ''))
    return `\`${requirement}\` names no version; state one from ${to} on`
  if (alternatives.length > 1)
    return `\`${requirement}\` has alternatives below ${to}; decide which of them to keep`
  if (!allowMajor && words.some((word) => isMajorOf(ecosystem, word, to)))
    return `${to} is another major version than \`${requirement}\` asks for; allow major updates for it`
  return `An upper bound or an exclusion of \`${requirement}\` keeps ${to} out; lift it by hand`
}

const BOUNDED = new Set(['', '=', '==', '===', '^', '~', '~>', '~='])

const isMajorOf = (ecosystem: Ecosystem, { operator, version }: RequirementWord, to: string) =>
  BOUNDED.has(operator) && version !== '' && majorOf(ecosystem, version) !== majorOf(ecosystem, to)

interface Target extends RaiseOptions {
  to: string
}

/** The text stays as it is where raising it would be a major update that is not allowed. */
function raiseAlternative(
  ecosystem: Ecosystem,
  requirement: string,
  alternative: RequirementAlternative,
  { to, allowMajor, isLocked }: Target
): string {
  const text = requirement.slice(alternative.from, alternative.to)
  const words = alternative.words.filter((word, at) => !(alternative.isHyphen && at === 1) && isRaised(word))
  const isTaken = satisfies(ecosystem, text.trim(), to) === true
  if (!allowMajor && !isTaken && words.some((word) => isMajorOf(ecosystem, word, to))) return text
  const edits = words
    .filter(({ version }) => (compareVersions(ecosystem, version, to) ?? 0) < 0)
    .map((word) => ({
      from: word.from - alternative.from,
      to: word.to - alternative.from,
      text: raisedVersion(ecosystem, word, to)
    }))
  const raised = applyPlacedEdits(text, edits)
  const isEnoughAlone = isLocked || alternative.isHyphen || startsAt(ecosystem, raised, to) === true
  return isEnoughAlone ? raised : withBound(ecosystem, raised, to)
}

const RAISED = new Set(['', '=', '==', '===', '^', '~', '~>', '~=', '>='])

const isRaised = ({ operator, version }: RequirementWord) => RAISED.has(operator) && version !== ''

const COMMA: ReadonlySet<Ecosystem> = new Set<Ecosystem>(['cargo', 'rubygems'])

/** Where a version in this style stands for lower ones too, a bound of its own leaves them out. */
function withBound(ecosystem: Ecosystem, text: string, to: string): string {
  const end = text.trimEnd()
  if (end.trim() === '' || end.trim() === '*') return text
  const separator = ecosystem === 'pip' ? ',' : COMMA.has(ecosystem) || end.includes(',') ? ', ' : ' '
  const bound = ecosystem === 'rubygems' ? `>= ${to}` : `>=${to}`
  return `${end}${separator}${bound}${text.slice(end.length)}`
}

function rejoined(
  requirement: string,
  alternatives: readonly RequirementAlternative[],
  raised: readonly string[]
): string {
  return applyPlacedEdits(
    requirement,
    alternatives.map(({ from, to }, at) => ({ from, to, text: raised[at] ?? '' }))
  )
}
