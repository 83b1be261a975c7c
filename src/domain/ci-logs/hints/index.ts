// What is left to go by where no rule knows the message.
import { FAILURE_TYPES } from '#schemas/mirror/ci.js'
import type { RulePack, TypedRule } from '../rules/rule.js'
import { commands } from './commands.js'
import { words } from './words.js'

const typed = (pack: RulePack): TypedRule[] =>
  FAILURE_TYPES.flatMap((type) =>
    (pack[type] ?? []).map((rule): TypedRule => ({ ...rule, type, role: 'hint' }))
  )

export const WORDS: readonly TypedRule[] = typed(words)
export const COMMANDS: readonly TypedRule[] = typed(commands)
