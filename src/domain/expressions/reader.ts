// A cursor over the tokens of a rule that tracks the nesting depth.
import { RuleError } from './error.js'
import { type RuleSource, type RuleToken, ruleSyntaxError, tokenizeRule } from './tokens.js'

/** The nesting limit for parentheses, negations and arguments. */
export const DEEPEST_NESTING = 50

export interface TokenReader {
  source: RuleSource
  /** The next token, or `end` after the last one. */
  peek(): RuleToken
  /** Consumes the next token if it is this sign or word. */
  take(value: string): boolean
  next(): RuleToken
  /** Parses a nested part, within the depth limit. */
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
      const { kind, value: actual } = peek()
      const isIt = (kind === 'sign' || kind === 'name') && actual === value
      if (isIt) at += 1
      return isIt
    },
    nested(read) {
      depth += 1
      if (depth > DEEPEST_NESTING) {
        const origin = { source: source.text, offset: peek().at, within: source.within }
        throw new RuleError('limit', `a rule is nested ${DEEPEST_NESTING} deep at most`, origin)
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
  const actual = kind === 'end' ? 'the rule ends' : `${JSON.stringify(value)} stands`
  return ruleSyntaxError(source, at, `${actual} where ${expected} is expected`)
}
