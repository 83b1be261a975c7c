// Parses the filters after a value, with their arguments.
import { type TokenReader, unexpectedToken } from './reader.js'
import { ruleSyntaxError } from './tokens.js'
import {
  ELEMENT_FILTERS,
  type Expression,
  FILTER_ARGUMENTS,
  FILTER_NAMES,
  type FilterCall,
  type FilterName
} from './tree.js'

type ReadRule<Out> = (reader: TokenReader) => Out

/** `readArgument` parses an argument, which may be any expression. */
export function readFilters(reader: TokenReader, readArgument: ReadRule<Expression>): FilterCall[] {
  const filters: FilterCall[] = []
  while (reader.take('|')) filters.push(readFilter(reader, readArgument))
  return filters
}

function readFilter(reader: TokenReader, readArgument: ReadRule<Expression>): FilterCall {
  const { kind, value, at } = reader.peek()
  const name = FILTER_NAMES.find((known) => kind === 'name' && known === value)
  if (name === undefined) throw unexpectedToken(reader, `a filter (${FILTER_NAMES.join(', ')})`)
  reader.next()
  const isOfElements = ELEMENT_FILTERS.some((filter) => filter === name)
  const args: Expression[] = isOfElements ? [] : readList(reader, readArgument)
  const chains = isOfElements ? readList(reader, (inner) => readChain(inner, readArgument)) : []
  const filter = { name, args, chains, at }
  checkArgumentCount(reader, filter)
  return filter
}

/** Empty if there are no parentheses. */
function readList<One>(reader: TokenReader, readOne: ReadRule<One>): One[] {
  if (!reader.take('(') || reader.take(')')) return []
  const list = [reader.nested(readOne)]
  while (reader.take(',')) list.push(reader.nested(readOne))
  if (!reader.take(')')) throw unexpectedToken(reader, ', or )')
  return list
}

/** A chain of filters applied to each element. */
function readChain(reader: TokenReader, readArgument: ReadRule<Expression>): FilterCall[] {
  return [readFilter(reader, readArgument), ...readFilters(reader, readArgument)]
}

function checkArgumentCount({ source }: TokenReader, { name, args, chains, at }: FilterCall): void {
  const count = args.length + chains.length
  const { least, most } = FILTER_ARGUMENTS[name]
  if (count < least || count > most)
    throw ruleSyntaxError(source, at, `${name} takes ${describeArguments(name)}, not ${count}`)
}

function describeArguments(name: FilterName): string {
  const { least, most } = FILTER_ARGUMENTS[name]
  const noun = ELEMENT_FILTERS.some((filter) => filter === name) ? 'filter' : 'argument'
  if (most === 0) return 'no arguments'
  return least === most ? `one ${noun}` : `at least one ${noun}`
}
