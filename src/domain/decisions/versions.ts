// Evaluators by name and version. A version never changes once it has decided, because recorded decisions must replay
// to the same verdict; a change is a new version. Each file is named after its version, such as `heal.v2.ts`.
import type { JsonObject } from '#schemas/common.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { EvaluatorName, Verdict } from '#schemas/decisions/decisions.js'

export interface Evaluator extends EvaluatorName {
  /** Accepts any JSON; the same input always gives the same verdict. */
  evaluate(inputs: JsonObject, config: JsonObject): Verdict
  /** Replaces the parts of the inputs that come from the configuration, to evaluate them under another one. */
  inputsUnder?(inputs: JsonObject, config: Pick<ServiceConfig, 'quality_gates'>): JsonObject
}

/** By name and version, such as `guards@1`. */
export type Evaluators = ReadonlyMap<string, Evaluator>

export const evaluatorKey = ({ name, version }: EvaluatorName) => `${name}@${version}`
