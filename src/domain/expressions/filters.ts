// Applies filters to values.
import { globMatches } from '../text/glob.js'
import { printFilter } from './print.js'
import {
  addTraceStep,
  type RuleRun,
  type RunPosition,
  ruleErrorAt,
  spendOnCharacters,
  spendSteps
} from './run.js'
import type { FilterCall, FilterName } from './tree.js'
import {
  CHARACTERS_AN_ELEMENT,
  charactersCompared,
  describeKind,
  isEqualValue,
  isMissing,
  isTruthy,
  type RuleValue,
  shortenValue
} from './values.js'

/** A filter with evaluated arguments. */
export interface BoundFilter {
  filter: FilterCall
  args: readonly RuleValue[]
  chains: readonly (readonly BoundFilter[])[]
}

export function applyFilter(
  position: RunPosition,
  { filter, args, chains }: BoundFilter,
  input: RuleValue
): RuleValue {
  const site = { ...position, at: filter.at }
  if (filter.name === 'some' || filter.name === 'all')
    return testElements(site, { filter, args, chains }, input)
  spendSteps(site)
  if (filter.name === 'length') return lengthOf(site, input)
  if (filter.name === 'includes') return includes(site, input, args[0])
  if (filter.name === 'lower' || filter.name === 'upper') return changeCase(site, filter.name, input)
  return testText(site, filter.name, { input, args })
}

function lengthOf(position: RunPosition, input: RuleValue): number {
  if (typeof input !== 'string' && !Array.isArray(input)) return 0
  spendOnCharacters(position, input.length)
  return typeof input === 'string' ? [...input].length : input.length
}

function includes(position: RunPosition, input: RuleValue, expected: RuleValue): boolean {
  if (isMissing(input)) return false
  if (!Array.isArray(input)) throw wrongKindError(position, 'includes', 'a list', input)
  return input.some((element) => {
    spendSteps(position)
    spendOnCharacters(position, charactersCompared(element, expected))
    return isEqualValue(element, expected)
  })
}

function changeCase(position: RunPosition, name: 'lower' | 'upper', input: RuleValue): RuleValue {
  if (isMissing(input)) return input
  const text = requireText(position, name, input)
  spendOnCharacters(position, text.length)
  return name === 'lower' ? text.toLowerCase() : text.toUpperCase()
}

const LONGEST_PATTERN = 1_000

type TextFilter = 'match' | 'extension' | 'contains' | 'startsWith' | 'endsWith'

const TESTS: Record<TextFilter, (text: string, argument: string) => boolean> = {
  match: (text, pattern) => globMatches(pattern, text),
  extension: (text, ending) => text.endsWith(ending.startsWith('.') ? ending : `.${ending}`),
  contains: (text, part) => text.includes(part),
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part)
}

/**
 * Costs in characters. A glob is parsed and then matched at every character, which is far slower than searching for a
 * substring.
 */
const COSTS: Record<TextFilter, (text: string, argument: string) => number> = {
  match: (text, pattern) => (text.length + CHARACTERS_AN_ELEMENT) * (pattern.length + CHARACTERS_AN_ELEMENT),
  contains: (text, part) => text.length + (text.length * part.length) / 20,
  extension: (_text, ending) => ending.length,
  startsWith: (_text, part) => part.length,
  endsWith: (_text, part) => part.length
}

function testText(
  position: RunPosition,
  name: TextFilter,
  { input, args }: { input: RuleValue; args: readonly RuleValue[] }
): boolean {
  const expected = args.map((argument) => requireText(position, `the argument of ${name}`, argument))
  if (isMissing(input)) return false
  const text = requireText(position, name, input)
  if (name === 'match' && expected.some((argument) => argument.length > LONGEST_PATTERN))
    throw ruleErrorAt(position, 'limit', `a glob has at most ${LONGEST_PATTERN} characters`)
  return expected.some((argument) => {
    spendOnCharacters(position, COSTS[name](text, argument))
    return TESTS[name](text, argument)
  })
}

function requireText(position: RunPosition, name: string, value: RuleValue): string {
  if (typeof value !== 'string') throw wrongKindError(position, name, 'a text', value)
  return value
}

function wrongKindError(position: RunPosition, name: string, expected: string, value: RuleValue) {
  const hint = Array.isArray(value) && expected === 'a text' ? '; use some(…) or all(…) on a list' : ''
  return ruleErrorAt(
    position,
    'evaluation',
    `${name} is of ${expected}, and this is ${describeKind(value)}${hint}`
  )
}

/** Several filters are alternatives. `all` is false for an empty list. */
function testElements(position: RunPosition, { filter, chains }: BoundFilter, input: RuleValue): boolean {
  spendSteps(position)
  if (isMissing(input))
    return traceFilter(position.run, filter, { result: false, detail: 'there is no list' })
  if (!Array.isArray(input)) throw wrongKindError(position, filter.name, 'a list', input)
  const satisfies = (element: RuleValue) =>
    chains.some((chain) =>
      isTruthy(chain.reduce((value, bound) => applyFilter(position, bound, value), element))
    )
  const isSome = filter.name === 'some'
  const decisive = input.findIndex((element) => satisfies(element) === isSome)
  const result = isSome ? decisive >= 0 : decisive < 0 && input.length > 0
  return traceFilter(position.run, filter, {
    result,
    detail: () => describeElement(filter.name, input, decisive)
  })
}

function describeElement(name: FilterName, elements: readonly RuleValue[], decisive: number): string {
  if (elements.length === 0) return 'the list is empty'
  if (decisive < 0) return name === 'some' ? 'no element satisfies it' : 'every element satisfies it'
  const value = elements[decisive]
  const element = typeof value === 'object' ? describeKind(value) : JSON.stringify(shortenValue(value))
  return name === 'some' ? `${element} satisfies it` : `${element} does not satisfy it`
}

function traceFilter(
  run: RuleRun,
  filter: FilterCall,
  { result, detail }: { result: boolean; detail: string | (() => string) }
): boolean {
  addTraceStep(run, () => printFilter(filter), { value: result, detail })
  return result
}
