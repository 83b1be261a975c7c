// Hints for logs that no rule matches.
import { FAILURE_TYPES } from '#schemas/mirror/ci.js'
import type { RulePack, TypedRule } from '../rules/rule.js'
import { commandHints } from './commands.js'
import { wordHints } from './words.js'

const hintRules = (pack: RulePack): TypedRule[] =>
  FAILURE_TYPES.flatMap((type) =>
    (pack[type] ?? []).map((rule): TypedRule => ({ ...rule, type, role: 'hint' }))
  )

export const WORD_HINTS: readonly TypedRule[] = hintRules(wordHints)
export const COMMAND_HINTS: readonly TypedRule[] = hintRules(commandHints)
