// Limits on the type, depth and size of a document, checked before anything else.
import type { JsonObject } from '#schemas/common.js'
import { LONGEST_TEXT } from '#schemas/configuration/keys.js'
import type { ConfigFault } from './findings.js'
import { isPlainObject, type KeyPath, pointerTo } from './pointer.js'

const DEEPEST_KEY = 10
const MOST_ENTRIES = 2_000
const LONGEST_NAME = 200
const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])
const NOT_STORABLE = 'holds a character that no text may hold'

interface Survey {
  faults: ConfigFault[]
  entriesLeft: number
}

/** Empty if the document is a plain object within the limits. */
export function findShapeFaults(document: unknown): ConfigFault[] {
  if (!isPlainObject(document)) return [{ path: '', message: 'must be an object' }]
  const survey = { faults: [], entriesLeft: MOST_ENTRIES }
  surveyObject(document, [], survey)
  return survey.faults
}

/** Stops at the first exceeded limit, because the rest may be endless. */
function survey(value: unknown, keyPath: KeyPath, found: Survey): void {
  if (found.entriesLeft < 0) return
  if (typeof value === 'object' && value !== null) surveyContainer(value, keyPath, found)
  else {
    const message = faultOfValue(value)
    if (message !== undefined) found.faults.push({ path: pointerTo(keyPath), message })
  }
}

function surveyContainer(value: object, keyPath: KeyPath, found: Survey): void {
  if (keyPath.length >= DEEPEST_KEY)
    found.faults.push({
      path: pointerTo(keyPath),
      message: `must not be nested deeper than ${DEEPEST_KEY} levels`
    })
  else if (Array.isArray(value))
    surveyEntries(
      value.map((item, at) => [String(at), item]),
      keyPath,
      found
    )
  else if (isPlainObject(value)) surveyObject(value, keyPath, found)
  else found.faults.push({ path: pointerTo(keyPath), message: 'must be plain data' })
}

function surveyObject(object: JsonObject, keyPath: KeyPath, found: Survey): void {
  for (const name of Object.keys(object)) {
    const message = faultOfName(name)
    if (message !== undefined)
      found.faults.push({ path: pointerTo([...keyPath, name.slice(0, LONGEST_NAME)]), message })
  }
  surveyEntries(Object.entries(object), keyPath, found)
}

function surveyEntries(entries: [string, unknown][], keyPath: KeyPath, found: Survey): void {
  for (const [name, value] of entries) {
    found.entriesLeft -= 1
    if (found.entriesLeft < 0) {
      found.faults.push({
        path: '',
        message: `must not have more than ${MOST_ENTRIES} keys and items in total`
      })
      return
    }
    survey(value, [...keyPath, name], found)
    if (found.entriesLeft < 0) return
  }
}

function faultOfName(name: string): string | undefined {
  if (RESERVED.has(name)) return 'is a reserved name'
  if (name === '' || name.length > LONGEST_NAME) return `must have a name of 1 to ${LONGEST_NAME} characters`
  return isStorable(name) ? undefined : NOT_STORABLE
}

function faultOfValue(value: unknown): string | undefined {
  if (typeof value === 'string') return faultOfText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'must be a finite number'
  return typeof value === 'boolean' || value === null ? undefined : 'must be plain data'
}

function faultOfText(text: string): string | undefined {
  if (text.length > LONGEST_TEXT) return `must not be longer than ${LONGEST_TEXT} characters`
  return isStorable(text) ? undefined : NOT_STORABLE
}

/** Postgres accepts neither NUL nor lone surrogates. */
const isStorable = (text: string) => !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
