// Evaluators by name and version. A version that has decided once is never changed, only followed by another: what was
// recorded under it must come out again. Each lies in a file that says its number, as `heal.v2.ts`.
import type { JsonObject } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { EvaluatorName, Verdict } from '#schemas/decisions/decisions.js'

export interface Evaluator extends EvaluatorName {
  /** Takes any JSON, and says the same of the same. */
  evaluate(inputs: JsonObject, config: JsonObject): Verdict
  /** Where inputs hold something of the configuration itself: the same inputs under another one. */
  inputsUnder?(inputs: JsonObject, config: Pick<ServiceConfig, 'quality_gates'>): JsonObject
}

/** By name and version, such as `guards@1`. */
export type Evaluators = ReadonlyMap<string, Evaluator>

export const evaluatorKey = ({ name, version }: EvaluatorName) => `${name}@${version}`
