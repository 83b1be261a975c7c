// Checks the names of gates and whether they can pass: a gate that cannot would block every merge.
import { GATE_NAME, WORDS_OF_PATTERNS } from '#schemas/common.js'
import type { GateConfig } from '#schemas/configuration/service-config.js'
import { findContradiction } from './gate-contradictions.js'
import { pointerTo } from './pointer.js'

const NAME = new RegExp(GATE_NAME)

/** Conditions with errors may be missing from the list. */
export function validateGates(gates: Readonly<Record<string, Partial<GateConfig>>>) {
  return Object.entries(gates).flatMap(([name, { conditions = [] }]) => {
    const path = pointerTo(['quality_gates', name])
    const contradiction = findContradiction(conditions)
    return [
      ...(NAME.test(name) ? [] : [{ path, message: WORDS_OF_PATTERNS[GATE_NAME] ?? '' }]),
      ...(contradiction
        ? [{ path: `${path}/conditions/${contradiction.at}`, message: contradiction.message }]
        : [])
    ]
  })
}
