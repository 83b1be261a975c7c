// Decides whether a command in a comment is carried out.
import type { JsonObject } from '#schemas/common.js'
import type { Condition, Verdict } from '#schemas/decisions/decisions.js'
import type { Evaluator } from '../decisions/versions.js'
import { valueAt } from '../json/path.js'

export interface CommandFacts {
  /** Its name; null if it was not understood. */
  command: string | null
  /** Why it was not understood. */
  fault: string | null
  /** What its author may do in the repository, as the host says; null if it does not say. */
  access: string | null
  /** Why the service cannot do what it asks. */
  refusal: string | null
}

export const commandInputs = (facts: CommandFacts): JsonObject => ({ comment_command: { ...facts } })

const MAY_WRITE = ['write', 'admin']

/** Undefined if the author may use commands. */
export const accessObstacle = (access: string): string | undefined =>
  MAY_WRITE.includes(access) ? undefined : 'Only people who may write to this repository can use commands.'

function verdictOf(inputs: JsonObject): Verdict {
  const textAt = (key: keyof CommandFacts) => {
    const value = valueAt(inputs, 'comment_command', key)
    return typeof value === 'string' ? value : undefined
  }
  const [access, fault, refusal] = [textAt('access') ?? 'none', textAt('fault'), textAt('refusal')]
  const obstacle = accessObstacle(access)
  if (valueAt(inputs, 'comment_command', 'access') === null)
    return { decision: 'error', reason: refusal ?? null, conditions: [] }
  const conditions: Condition[] = [{ check: 'may_write', result: obstacle === undefined, detail: access }]
  if (obstacle !== undefined) return { decision: 'blocked', reason: obstacle, conditions }
  conditions.push({ check: 'understood', result: fault === undefined })
  if (fault !== undefined) return { decision: 'skipped', reason: fault, conditions }
  conditions.push({ check: 'possible', result: refusal === undefined })
  if (refusal !== undefined) return { decision: 'blocked', reason: refusal, conditions }
  return { decision: 'acted', reason: `Carried out: ${textAt('command') ?? 'nothing'}.`, conditions }
}

export const commentCommandV1: Evaluator = {
  name: 'comment_command',
  version: 1,
  evaluate: verdictOf
}
