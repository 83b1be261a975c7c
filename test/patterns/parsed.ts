import { type AST, RegExpParser } from '@eslint-community/regexpp'

const parser = new RegExpParser()

export const parsedPattern = ({ source, flags }: { source: string; flags: string }): AST.Pattern =>
  parser.parsePattern(source, 0, source.length, { unicode: flags.includes('u') })
