// Messages of package managers and loaders about what they could not find or read.
import type { QuotePattern } from './quote-pattern.js'

export const installerQuotes: readonly QuotePattern[] = [
  {
    types: ['config_error'],
    pattern:
      /^npm (?:error|ERR!) JSON\.parse (?!Failed to parse|Note:|Note: )(?:.{1,300} \(line (?<line>\d{1,6}) column|.)/,
    above: /^npm (?:error|ERR!) path (?<file>.{1,250}\.json)$/,
    example: 'npm error JSON.parse Unexpected token } in JSON at position 120'
  },
  {
    types: ['dependency_resolution'],
    pattern: /^(?:\w{0,40}Error(?: \[\w{1,60}\])?: )?Cannot find (?:module|package) '/,
    below: /^- (?<file>[\w@./\\: -]{1,250})$/,
    example: "Error: Cannot find module 'left-pad'"
  },
  {
    types: ['dependency_resolution', 'docker_build'],
    pattern: /^\s{0,8}[\w.+@-]{1,100} \(no such package\)/,
    example: '  a (no such package):'
  },
  {
    types: ['dependency_resolution'],
    pattern: /^npm (?:error|ERR!) Could not resolve dependency:/,
    more: /^npm (?:error|ERR!) (?:peer|dev|prod)\S{0,10} \S.{1,300}/,
    example: 'npm error Could not resolve dependency:'
  }
]
