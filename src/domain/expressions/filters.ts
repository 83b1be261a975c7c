// What filters do with a value.
import { globMatches } from '../text/glob.js'
import { printFilter } from './print.js'
import { fault, note, type Run, type Spot, spend, spendOn } from './run.js'
import type { Filter, FilterName } from './tree.js'
import {
  CHARACTERS_AN_ELEMENT,
  charactersCompared,
  isMissing,
  isSame,
  isTrue,
  kindOf,
  shown,
  type Value
} from './values.js'

/** A filter whose arguments are known. */
export interface Bound {
  filter: Filter
  args: readonly Value[]
  chains: readonly (readonly Bound[])[]
}

export function applied(spot: Spot, { filter, args, chains }: Bound, input: Value): Value {
  const here = { ...spot, at: filter.at }
  if (filter.name === 'some' || filter.name === 'all')
    return ofElements(here, { filter, args, chains }, input)
  spend(here)
  if (filter.name === 'length') return lengthOf(here, input)
  if (filter.name === 'includes') return includes(here, input, args[0])
  if (filter.name === 'lower' || filter.name === 'upper') return inCase(here, filter.name, input)
  return ofText(here, filter.name, { input, args })
}

function lengthOf(spot: Spot, input: Value): number {
  if (typeof input !== 'string' && !Array.isArray(input)) return 0
  spendOn(spot, input.length)
  return typeof input === 'string' ? [...input].length : input.length
}

function includes(spot: Spot, input: Value, wanted: Value): boolean {
  if (isMissing(input)) return false
  if (!Array.isArray(input)) throw wrongKind(spot, 'includes', 'a list', input)
  return input.some((one) => {
    spend(spot)
    spendOn(spot, charactersCompared(one, wanted))
    return isSame(one, wanted)
  })
}

function inCase(spot: Spot, name: 'lower' | 'upper', input: Value): Value {
  if (isMissing(input)) return input
  const text = textOf(spot, name, input)
  spendOn(spot, text.length)
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

function ofText(
  spot: Spot,
  name: TextFilter,
  { input, args }: { input: Value; args: readonly Value[] }
): boolean {
  const wanted = args.map((one) => textOf(spot, `the argument of ${name}`, one))
  if (isMissing(input)) return false
  const text = textOf(spot, name, input)
  if (name === 'match' && wanted.some((one) => one.length > LONGEST_PATTERN))
    throw fault(spot, 'limit', `a glob has at most ${LONGEST_PATTERN} characters`)
  return wanted.some((one) => {
    spendOn(spot, COSTS[name](text, one))
    return TESTS[name](text, one)
  })
}

function textOf(spot: Spot, name: string, value: Value): string {
  if (typeof value !== 'string') throw wrongKind(spot, name, 'a text', value)
  return value
}

function wrongKind(spot: Spot, name: string, wanted: string, value: Value) {
  const hint = Array.isArray(value) && wanted === 'a text' ? '; use some(…) or all(…) on a list' : ''
  return fault(spot, 'evaluation', `${name} is of ${wanted}, and this is ${kindOf(value)}${hint}`)
}

/** Several filters mean any of them; nothing is said of all elements of an empty list. */
function ofElements(spot: Spot, { filter, chains }: Bound, input: Value): boolean {
  spend(spot)
  if (isMissing(input)) return noted(spot.run, filter, { result: false, detail: 'there is no list' })
  if (!Array.isArray(input)) throw wrongKind(spot, filter.name, 'a list', input)
  const satisfies = (element: Value) =>
    chains.some((chain) => isTrue(chain.reduce((value, bound) => applied(spot, bound, value), element)))
  const isSome = filter.name === 'some'
  const telling = input.findIndex((element) => satisfies(element) === isSome)
  const result = isSome ? telling >= 0 : telling < 0 && input.length > 0
  return noted(spot.run, filter, { result, detail: () => detailOf(filter.name, input, telling) })
}

function detailOf(name: FilterName, elements: readonly Value[], telling: number): string {
  if (elements.length === 0) return 'the list is empty'
  if (telling < 0) return name === 'some' ? 'no element satisfies it' : 'every element satisfies it'
  const told = elements[telling]
  const element = typeof told === 'object' ? kindOf(told) : JSON.stringify(shown(told))
  return name === 'some' ? `${element} satisfies it` : `${element} does not satisfy it`
}

function noted(
  run: Run,
  filter: Filter,
  { result, detail }: { result: boolean; detail: string | (() => string) }
): boolean {
  note(run, () => printFilter(filter), { value: result, detail })
  return result
}
