// Goes through the tokens of a rule, and knows how deep it is.
import { RuleError } from './error.js'
import { type Source, type Token, tokensOf, unreadable } from './tokens.js'

/** How deep a rule may be nested: brackets, negations and arguments within each other. */
export const DEEPEST = 50

export interface Reader {
  source: Source
  /** The token that comes next; after the last one, the end. */
  peek(): Token
  /** Takes the next token if it is this sign or word. */
  take(value: string): boolean
  next(): Token
  /** Reads what is nested. */
  nested<Out>(read: (reader: Reader) => Out): Out
}

export function readerOf(source: Source): Reader {
  const tokens = tokensOf(source)
  const last: Token = { kind: 'end', value: '', at: source.text.length }
  let at = 0
  let depth = 0
  const peek = () => tokens[at] ?? last
  const next = () => {
    const token = peek()
    at += 1
    return token
  }
  const reader: Reader = {
    source,
    peek,
    next,
    take(value) {
      const { kind, value: there } = peek()
      const isIt = (kind === 'sign' || kind === 'name') && there === value
      if (isIt) at += 1
      return isIt
    },
    nested(read) {
      depth += 1
      if (depth > DEEPEST) {
        const found = { source: source.text, offset: peek().at, within: source.within }
        throw new RuleError('limit', `a rule is nested ${DEEPEST} deep at most`, found)
      }
      const out = read(reader)
      depth -= 1
      return out
    }
  }
  return reader
}

export function unexpected({ source, peek }: Reader, expected: string): RuleError {
  const { kind, value, at } = peek()
  const there = kind === 'end' ? 'the rule ends' : `${JSON.stringify(value)} stands`
  return unreadable(source, at, `${there} where ${expected} is expected`)
}
