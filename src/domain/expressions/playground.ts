// Evaluates a rule on data that the caller supplies.

import { invalidParameter, ruleFault } from '#errors/errors.js'
import type { JsonObject } from '#schemas/common.js'
import type { Playground, PlaygroundBody } from '#schemas/expressions/playground.js'
import { isNestedDeeper } from '../json/path.js'
import { RuleError } from './error.js'
import { evaluateRule } from './evaluate.js'

/** The nesting limit for the data; deeper data could not be shown. */
const DEEPEST_CONTEXT = 20

export function evaluatePlayground(body: PlaygroundBody, at: Date): Playground {
  const { expression, expressions = {} } = body
  // Cast: a request body contains only JSON.
  const context = (body.context ?? {}) as JsonObject
  if (isNestedDeeper(context, DEEPEST_CONTEXT))
    throw invalidParameter('/context', `must be nested ${DEEPEST_CONTEXT} deep at most`, 'invalid_field')
  try {
    return { ...evaluateRule(expression, context, expressions), evaluated_at: at.toISOString() }
  } catch (error) {
    if (error instanceof RuleError) throw ruleFault(faultPath(error), error.message)
    throw error
  }
}

function faultPath({ within }: RuleError): string {
  return within === null ? '/expression' : `/expressions/${within.replace('.', '/')}`
}
