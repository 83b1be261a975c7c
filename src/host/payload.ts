// Reads single values from payloads; tolerates missing ones.

import { isObject } from '#domain/json/path.js'
import { storable } from '#domain/text/storable.js'
import { HostError } from '#errors/host.js'
import type { Json, JsonObject } from '#schemas/common.js'

export function objectAt(object: JsonObject | undefined, key: string): JsonObject | undefined {
  const value = object?.[key]
  return isObject(value) ? value : undefined
}

export function objectsAt(object: JsonObject | undefined, key: string): JsonObject[] {
  const value = object?.[key]
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** Longer than any name, title, path or address of the host. */
export const LONGEST_STRING = 4_096

/** A name, a word or a line; cut if it is longer than the host allows any to be. */
export function stringAt(object: JsonObject | undefined, key: string): string | null {
  const value = object?.[key]
  return typeof value === 'string' ? storable(value.slice(0, LONGEST_STRING)) : null
}

/** A text of any length. */
export function textAt(object: JsonObject | undefined, key: string): string | null {
  const value = object?.[key]
  return typeof value === 'string' ? storable(value) : null
}

export function idAt(object: JsonObject | undefined, key: string): number | null {
  const value = object?.[key]
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
}

/** A count or a sequence number. */
export function integerAt(object: JsonObject | undefined, key: string): number | null {
  const value = object?.[key]
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_INTEGER
    ? value
    : null
}

/** A sequence number such as that of an issue: counts from one. */
export function ordinalAt(object: JsonObject | undefined, key: string): number | null {
  return integerAt(object, key) || null
}

/** The largest value of an integer column. */
const MAX_INTEGER = 2_147_483_647

/** Outside these years Postgres writes timestamps in another format. `NaN` is outside as well. */
const [FIRST_MOMENT, LAST_MOMENT] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')]

export function momentAt(object: JsonObject | undefined, key: string): Date | null {
  const text = stringAt(object, key)
  const moment = text === null ? Number.NaN : Date.parse(text)
  return moment >= FIRST_MOMENT && moment <= LAST_MOMENT ? new Date(moment) : null
}

/** A timestamp in epoch seconds, as push events send those of their repository. */
export function secondsAt(object: JsonObject | undefined, key: string): Date | null {
  const seconds = ordinalAt(object, key)
  return seconds === null ? null : new Date(seconds * 1000)
}

/** The host allows no more labels or assignees, nor longer ones. */
export const MOST_NAMES = 100
const LONGEST_NAME = 255

/** One name of each label or person in a list, up to a limit. The host sends some lists as plain names. */
export function namesAt(object: JsonObject | undefined, key: string, name: string): string[] {
  const value = object?.[key]
  const items: Json[] = Array.isArray(value) ? value.slice(0, MOST_NAMES) : []
  return items
    .map((item) => (isObject(item) ? item[name] : item))
    .filter((text) => typeof text === 'string')
    .map((text) => storable(text.slice(0, LONGEST_NAME)))
}

/** Whether `namesAt` gives all names of a list, and each as it is. */
export function areNamesWhole(object: JsonObject | undefined, key: string, name: string): boolean {
  const value = object?.[key]
  if (!Array.isArray(value)) return true
  const names = value.map((item) => (isObject(item) ? item[name] : item))
  const read = namesAt(object, key, name)
  return read.length === names.length && names.every((one, at) => one === read[at])
}

export function flagAt(object: JsonObject | undefined, key: string): boolean | null {
  const value = object?.[key]
  return typeof value === 'boolean' ? value : null
}

export function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined
}

/** The objects of a list response: some are bare arrays, others are wrapped in an object with a total. */
export function objectsIn(body: Json, name = ''): JsonObject[] {
  const list = isObject(body) ? body[name] : body
  // Treating it as an empty list would mean that everything was deleted.
  if (!Array.isArray(list))
    throw new HostError('host_unavailable', 'The host sent an unexpected response instead of a list.')
  return list.filter(isObject)
}
