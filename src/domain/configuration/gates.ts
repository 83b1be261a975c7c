// Whether the gates of a layer can be asked for by name, and passed: one that never can would block for ever.
import { GATE_NAME, WORDS_OF_PATTERNS } from '#schemas/common.js'
import type { GateConfig } from '#schemas/configuration/service-config.js'
import { findContradiction } from './gate-contradictions.js'
import { pointerTo } from './pointer.js'

const NAME = new RegExp(GATE_NAME)

/** Conditions that were refused already may be missing. */
export function validateGates(gates: Readonly<Record<string, Partial<GateConfig>>>) {
  return Object.entries(gates).flatMap(([name, { conditions = [] }]) => {
    const path = pointerTo(['quality_gates', name])
    const found = findContradiction(conditions)
    return [
      ...(NAME.test(name) ? [] : [{ path, message: WORDS_OF_PATTERNS[GATE_NAME] ?? '' }]),
      ...(found ? [{ path: `${path}/conditions/${found.at}`, message: found.message }] : [])
    ]
  })
}
