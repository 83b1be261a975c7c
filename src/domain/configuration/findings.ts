// Errors and warnings of one configuration layer.
import type { Json, JsonObject } from '#schemas/common.js'
import { LOCKABLE } from '#schemas/configuration/locks.js'
import { configKeys } from '#schemas/configuration/service-config.js'
import { findBaselineFaults } from './baseline-faults.js'
import { validateGates } from './gates.js'
import { checkKeys } from './keys.js'
import { pointerTo } from './pointer.js'
import { findCustomRuleFaults } from './rule-faults.js'
import { findShapeFaults } from './shape.js'
import { withoutFaults } from './without-faults.js'

export interface ConfigFault {
  /** A JSON pointer. */
  path: string
  message: string
}

export interface ConfigFindings {
  errors: ConfigFault[]
  warnings: ConfigFault[]
}

/** More findings than this would not be read. */
const MOST_FINDINGS = 50
const SECTIONS = Object.keys(configKeys.properties ?? {})

export interface LayerKind {
  /** Whether the layer may lock keys for the layers above it. */
  mayLock: boolean
}

export function checkLayer(document: unknown, kind: LayerKind): ConfigFindings {
  const malformed = findShapeFaults(document)
  if (malformed.length > 0) return { errors: malformed.slice(0, MOST_FINDINGS), warnings: [] }
  // Cast: the shape check has just verified that it is plain data.
  const { locked, ...layer } = knownSections(document as JsonObject, kind)
  const findings: ConfigFindings = { errors: findFrameFaults(document, kind), warnings: [] }
  checkKeys(layer, configKeys, findings)
  // Parts that failed no check can be checked further.
  const sound = withoutFaults(layer, findings.errors)
  findings.errors.push(...findRuleFaults(sound), ...findGateFaults(sound), ...baselineFaults(sound))
  if (locked !== undefined) checkLocks(locked, findings)
  return {
    errors: findings.errors.slice(0, MOST_FINDINGS),
    warnings: findings.warnings.slice(0, MOST_FINDINGS)
  }
}

const sectionsFor = ({ mayLock }: LayerKind) => (mayLock ? [...SECTIONS, 'locked'] : SECTIONS)

function knownSections(document: JsonObject, kind: LayerKind): JsonObject {
  const known = sectionsFor(kind)
  return Object.fromEntries(Object.entries(document).filter(([name]) => known.includes(name)))
}

/** Faults that prevent any closer check of a document or a patch. */
export function findFrameFaults(document: unknown, kind: LayerKind): ConfigFault[] {
  const malformed = findShapeFaults(document)
  if (malformed.length > 0) return malformed.slice(0, MOST_FINDINGS)
  const known = sectionsFor(kind)
  const message = `is not a known key; known keys are ${known.join(', ')}`
  // The border to what was just found to be plain data.
  return Object.keys(document as JsonObject)
    .filter((name) => !known.includes(name))
    .slice(0, MOST_FINDINGS)
    .map((name) => ({ path: pointerTo([name]), message }))
}

function findRuleFaults({ custom_rules = {}, expressions = {} }: JsonObject): ConfigFault[] {
  // Cast: checkKeys has just verified the types; faulty parts are removed.
  return findCustomRuleFaults(
    custom_rules as Parameters<typeof findCustomRuleFaults>[0],
    expressions as Parameters<typeof findCustomRuleFaults>[1]
  )
}

// Cast: checkKeys has just verified the types; faulty parts are removed.
const findGateFaults = ({ quality_gates = {} }: JsonObject) =>
  validateGates(quality_gates as Parameters<typeof validateGates>[0])

// Cast: as above.
const baselineFaults = ({ baseline = {} }: JsonObject) =>
  findBaselineFaults(baseline as Parameters<typeof findBaselineFaults>[0])

function checkLocks(locked: Json, { errors }: ConfigFindings): void {
  if (!Array.isArray(locked)) {
    errors.push({ path: '/locked', message: 'must be a list of keys' })
    return
  }
  for (const [at, key] of locked.entries()) {
    if (typeof key !== 'string' || !Object.hasOwn(LOCKABLE, key))
      errors.push({ path: `/locked/${at}`, message: `must be one of ${Object.keys(LOCKABLE).join(', ')}` })
  }
}
