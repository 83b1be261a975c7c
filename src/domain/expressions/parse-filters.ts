// Reads what follows a value: filters, each behind a bar, with their arguments.
import { type Reader, unexpected } from './reader.js'
import { unreadable } from './tokens.js'
import { ARGUMENTS, ELEMENT_FILTERS, type Expression, FILTERS, type Filter, type FilterName } from './tree.js'

type Read<Out> = (reader: Reader) => Out

/** `readArgument` reads what may stand as an argument: any expression. */
export function filtersOf(reader: Reader, readArgument: Read<Expression>): Filter[] {
  const filters: Filter[] = []
  while (reader.take('|')) filters.push(readFilter(reader, readArgument))
  return filters
}

function readFilter(reader: Reader, readArgument: Read<Expression>): Filter {
  const { kind, value, at } = reader.peek()
  const name = FILTERS.find((one) => kind === 'name' && one === value)
  if (name === undefined) throw unexpected(reader, `a filter (${FILTERS.join(', ')})`)
  reader.next()
  const isOfElements = ELEMENT_FILTERS.some((one) => one === name)
  const args: Expression[] = isOfElements ? [] : readList(reader, readArgument)
  const chains = isOfElements ? readList(reader, (one) => readChain(one, readArgument)) : []
  const filter = { name, args, chains, at }
  checkCount(reader, filter)
  return filter
}

/** Nothing where there are no brackets. */
function readList<One>(reader: Reader, readOne: Read<One>): One[] {
  if (!reader.take('(') || reader.take(')')) return []
  const list = [reader.nested(readOne)]
  while (reader.take(',')) list.push(reader.nested(readOne))
  if (!reader.take(')')) throw unexpected(reader, ', or )')
  return list
}

/** What is put to each element: a filter, and those behind it. */
function readChain(reader: Reader, readArgument: Read<Expression>): Filter[] {
  return [readFilter(reader, readArgument), ...filtersOf(reader, readArgument)]
}

function checkCount({ source }: Reader, { name, args, chains, at }: Filter): void {
  const count = args.length + chains.length
  const { least, most } = ARGUMENTS[name]
  if (count < least || count > most)
    throw unreadable(source, at, `${name} takes ${wordsFor(name)}, not ${count}`)
}

function wordsFor(name: FilterName): string {
  const { least, most } = ARGUMENTS[name]
  const what = ELEMENT_FILTERS.some((one) => one === name) ? 'filter' : 'argument'
  if (most === 0) return 'no arguments'
  return least === most ? `one ${what}` : `at least one ${what}`
}
