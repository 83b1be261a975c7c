// Goes through the tokens of a rule, and knows how deep it is.
import { RuleError } from './error.js'
import { type RuleSource, type RuleToken, ruleSyntaxError, tokenizeRule } from './tokens.js'

/** How deep a rule may be nested: brackets, negations and arguments within each other. */
export const DEEPEST_NESTING = 50

export interface TokenReader {
  source: RuleSource
  /** The token that comes next; after the last one, the end. */
  peek(): RuleToken
  /** Takes the next token if it is this sign or word. */
  take(value: string): boolean
  next(): RuleToken
  /** Reads what is nested. */
  nested<Out>(read: (reader: TokenReader) => Out): Out
}

export function createTokenReader(source: RuleSource): TokenReader {
  const tokens = tokenizeRule(source)
  const last: RuleToken = { kind: 'end', value: '', at: source.text.length }
  let at = 0
  let depth = 0
  const peek = () => tokens[at] ?? last
  const next = () => {
    const token = peek()
    at += 1
    return token
  }
  const reader: TokenReader = {
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
      if (depth > DEEPEST_NESTING) {
        const found = { source: source.text, offset: peek().at, within: source.within }
        throw new RuleError('limit', `a rule is nested ${DEEPEST_NESTING} deep at most`, found)
      }
      const out = read(reader)
      depth -= 1
      return out
    }
  }
  return reader
}

export function unexpectedToken({ source, peek }: TokenReader, expected: string): RuleError {
  const { kind, value, at } = peek()
  const there = kind === 'end' ? 'the rule ends' : `${JSON.stringify(value)} stands`
  return ruleSyntaxError(source, at, `${there} where ${expected} is expected`)
}
