// One text for one JSON value, whoever writes it: what hashes are taken of.
import { createHash } from 'node:crypto'
import type { Json } from '#schemas/common.js'
import type { JsonText } from './text.js'

/** Deeper than anything the service writes down; what is nested further is refused, not cut. */
const DEEPEST = 64

/** Keys in the order of their code units, nothing between the parts, numbers as JavaScript writes them (RFC 8785). */
export function canonicalJson(value: Json | undefined, depth = 0): string {
  if (depth > DEEPEST) throw new RangeError(`JSON is nested deeper than ${DEEPEST} levels`)
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join()}]`
  if (typeof value === 'object' && value !== null) return canonicalObject(value, depth)
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} is no JSON`)
  return JSON.stringify(value ?? null)
}

function canonicalObject(object: { [key: string]: Json | undefined }, depth: number): string {
  const keys = Object.keys(object).filter((key) => object[key] !== undefined)
  const parts = keys.sort().map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key], depth + 1)}`)
  return `{${parts.join()}}`
}

/** The same as a part of a reply. */
export function canonicalText<Body extends Json>(body: Body): JsonText<Body> {
  // The border between texts and what they hold: this one was just written of it.
  return canonicalJson(body) as JsonText<Body>
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
