// What filters do with a value.
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

/** A filter whose arguments are known. */
export interface BoundFilter {
  filter: FilterCall
  args: readonly RuleValue[]
  chains: readonly (readonly BoundFilter[])[]
}

export function applyFilter(
  spot: RunPosition,
  { filter, args, chains }: BoundFilter,
  input: RuleValue
): RuleValue {
  const here = { ...spot, at: filter.at }
  if (filter.name === 'some' || filter.name === 'all')
    return testElements(here, { filter, args, chains }, input)
  spendSteps(here)
  if (filter.name === 'length') return lengthOf(here, input)
  if (filter.name === 'includes') return includes(here, input, args[0])
  if (filter.name === 'lower' || filter.name === 'upper') return changeCase(here, filter.name, input)
  return testText(here, filter.name, { input, args })
}

function lengthOf(spot: RunPosition, input: RuleValue): number {
  if (typeof input !== 'string' && !Array.isArray(input)) return 0
  spendOnCharacters(spot, input.length)
  return typeof input === 'string' ? [...input].length : input.length
}

function includes(spot: RunPosition, input: RuleValue, wanted: RuleValue): boolean {
  if (isMissing(input)) return false
  if (!Array.isArray(input)) throw wrongKindError(spot, 'includes', 'a list', input)
  return input.some((one) => {
    spendSteps(spot)
    spendOnCharacters(spot, charactersCompared(one, wanted))
    return isEqualValue(one, wanted)
  })
}

function changeCase(spot: RunPosition, name: 'lower' | 'upper', input: RuleValue): RuleValue {
  if (isMissing(input)) return input
  const text = requireText(spot, name, input)
  spendOnCharacters(spot, text.length)
  return name === 'lower' ? text.toLowerCase() : text.toUpperCase()
}

const LONGEST_PATTERN = 1_000

type TextFilter = 'match' | 'extension' | 'contains' | 'startsWith' | 'endsWith'

const TESTS: Record<TextFilter, (text: string, wanted: string) => boolean> = {
  match: (text, pattern) => globMatches(pattern, text),
  extension: (text, ending) => text.endsWith(ending.startsWith('.') ? ending : `.${ending}`),
  contains: (text, part) => text.includes(part),
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part)
}

/** A glob is read before it is tried, at every character at most; a text is looked for at every one as well, which is far quicker. */
const COSTS: Record<TextFilter, (text: string, wanted: string) => number> = {
  match: (text, pattern) => (text.length + CHARACTERS_AN_ELEMENT) * (pattern.length + CHARACTERS_AN_ELEMENT),
  contains: (text, part) => text.length + (text.length * part.length) / 20,
  extension: (_text, ending) => ending.length,
  startsWith: (_text, part) => part.length,
  endsWith: (_text, part) => part.length
}

function testText(
  spot: RunPosition,
  name: TextFilter,
  { input, args }: { input: RuleValue; args: readonly RuleValue[] }
): boolean {
  const wanted = args.map((one) => requireText(spot, `the argument of ${name}`, one))
  if (isMissing(input)) return false
  const text = requireText(spot, name, input)
  if (name === 'match' && wanted.some((one) => one.length > LONGEST_PATTERN))
    throw ruleErrorAt(spot, 'limit', `a glob has at most ${LONGEST_PATTERN} characters`)
  return wanted.some((one) => {
    spendOnCharacters(spot, COSTS[name](text, one))
    return TESTS[name](text, one)
  })
}

function requireText(spot: RunPosition, name: string, value: RuleValue): string {
  if (typeof value !== 'string') throw wrongKindError(spot, name, 'a text', value)
  return value
}

function wrongKindError(spot: RunPosition, name: string, wanted: string, value: RuleValue) {
  const hint = Array.isArray(value) && wanted === 'a text' ? '; use some(…) or all(…) on a list' : ''
  return ruleErrorAt(spot, 'evaluation', `${name} is of ${wanted}, and this is ${describeKind(value)}${hint}`)
}

/** Several filters mean any of them; nothing is said of all elements of an empty list. */
function testElements(spot: RunPosition, { filter, chains }: BoundFilter, input: RuleValue): boolean {
  spendSteps(spot)
  if (isMissing(input)) return traceFilter(spot.run, filter, { result: false, detail: 'there is no list' })
  if (!Array.isArray(input)) throw wrongKindError(spot, filter.name, 'a list', input)
  const satisfies = (element: RuleValue) =>
    chains.some((chain) => isTruthy(chain.reduce((value, bound) => applyFilter(spot, bound, value), element)))
  const isSome = filter.name === 'some'
  const telling = input.findIndex((element) => satisfies(element) === isSome)
  const result = isSome ? telling >= 0 : telling < 0 && input.length > 0
  return traceFilter(spot.run, filter, { result, detail: () => describeElement(filter.name, input, telling) })
}

function describeElement(name: FilterName, elements: readonly RuleValue[], telling: number): string {
  if (elements.length === 0) return 'the list is empty'
  if (telling < 0) return name === 'some' ? 'no element satisfies it' : 'every element satisfies it'
  const told = elements[telling]
  const element = typeof told === 'object' ? describeKind(told) : JSON.stringify(shortenValue(told))
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
