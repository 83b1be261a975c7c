// All quote patterns.
import { compilerQuotes } from './compilers.js'
import { installerQuotes } from './installers.js'
import type { QuotePattern } from './quote-pattern.js'
import { testRunnerQuotes } from './test-runners.js'

export const QUOTE_PATTERNS: readonly QuotePattern[] = [
  ...testRunnerQuotes,
  ...compilerQuotes,
  ...installerQuotes
]
