// What is wrong with a layer of configuration, and what is only remarkable.
import type { Json, JsonObject } from '#schemas/common.js'
import { LOCKABLE } from '#schemas/configuration/locks.js'
import { configKeys } from '#schemas/configuration/service-config.js'
import { faultsOfGates } from './gates.js'
import { checkKeys } from './keys.js'
import { pointerTo } from './pointer.js'
import { faultsOfCustomRules } from './rule-faults.js'
import { faultsOfShape } from './shape.js'
import { soundPart } from './sound.js'

export interface Fault {
  /** A JSON pointer. */
  path: string
  message: string
}

export interface Findings {
  errors: Fault[]
  warnings: Fault[]
}

/** What whoever reads them can still take in. */
const MOST_TOLD = 50
const SECTIONS = Object.keys(configKeys.properties ?? {})

export interface Kind {
  /** Whether it may lock keys for the layers above it. */
  mayLock: boolean
}

export function findingsIn(document: unknown, kind: Kind): Findings {
  const malformed = faultsOfShape(document)
  if (malformed.length > 0) return { errors: malformed.slice(0, MOST_TOLD), warnings: [] }
  // The border to what was just found to be plain data.
  const { locked, ...layer } = knownSections(document as JsonObject, kind)
  const findings: Findings = { errors: faultsOfFrame(document, kind), warnings: [] }
  checkKeys(layer, configKeys, findings)
  // What is of the right kind can be looked into, whatever else is wrong.
  const sound = soundPart(layer, findings.errors)
  findings.errors.push(...faultsOfRules(sound), ...faultsIn(sound))
  if (locked !== undefined) checkLocks(locked, findings)
  return { errors: findings.errors.slice(0, MOST_TOLD), warnings: findings.warnings.slice(0, MOST_TOLD) }
}

const sectionsFor = ({ mayLock }: Kind) => (mayLock ? [...SECTIONS, 'locked'] : SECTIONS)

function knownSections(document: JsonObject, kind: Kind): JsonObject {
  const known = sectionsFor(kind)
  return Object.fromEntries(Object.entries(document).filter(([name]) => known.includes(name)))
}

/** What keeps a document, or a patch of one, from being looked at any closer. */
export function faultsOfFrame(document: unknown, kind: Kind): Fault[] {
  const malformed = faultsOfShape(document)
  if (malformed.length > 0) return malformed.slice(0, MOST_TOLD)
  const known = sectionsFor(kind)
  const message = `is not known here; there may be ${known.join(', ')}`
  // The border to what was just found to be plain data.
  return Object.keys(document as JsonObject)
    .filter((name) => !known.includes(name))
    .slice(0, MOST_TOLD)
    .map((name) => ({ path: pointerTo([name]), message }))
}

function faultsOfRules({ custom_rules = {}, expressions = {} }: JsonObject): Fault[] {
  // The border to what was just found to be rules and expressions.
  return faultsOfCustomRules(
    custom_rules as Parameters<typeof faultsOfCustomRules>[0],
    expressions as Parameters<typeof faultsOfCustomRules>[1]
  )
}

// The border to what was just found to be gates.
const faultsIn = ({ quality_gates = {} }: JsonObject) =>
  faultsOfGates(quality_gates as Parameters<typeof faultsOfGates>[0])

function checkLocks(locked: Json, { errors }: Findings): void {
  if (!Array.isArray(locked)) {
    errors.push({ path: '/locked', message: 'must be a list of keys' })
    return
  }
  for (const [at, key] of locked.entries()) {
    if (typeof key !== 'string' || !Object.hasOwn(LOCKABLE, key))
      errors.push({ path: `/locked/${at}`, message: `must be one of ${Object.keys(LOCKABLE).join(', ')}` })
  }
}
