// The settings of a configuration as a form needs them, and the overrides that saving it would store.
import {
  type Faults,
  type FieldDraft,
  faultsIn,
  fieldDraft,
  sentValue,
  shapeOf
} from '../../kit/forms/drafts.js'
import { type Field, type Fields, fieldLabel } from '../../kit/forms/fields.js'

export interface Setting {
  keys: readonly string[]
  /** Its JSON pointer. */
  pointer: string
  label: string
  field: Field
}

/** By pointer. Null takes the override away, so that the value falls back to the layers below. */
export type Edits = Readonly<Record<string, FieldDraft | null>>

interface Layered {
  config: object
  overrides: object
}

/** Every setting of these fields; groups in groups are one list. */
export function flatSettings(
  fields: Fields,
  above: readonly string[],
  labels: readonly string[] = []
): Setting[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const keys = [...above, name]
    const named = [...labels, fieldLabel(name)]
    if (shapeOf(field) === 'group') return flatSettings(field.properties ?? {}, keys, named)
    return [{ keys, pointer: settingPointer(keys), label: named.join(' › '), field: optionalIfEmpty(field) }]
  })
}

/** A value that may be nothing is left empty for it. */
function optionalIfEmpty(field: Field): Field {
  return field.nullable ? Object.assign({}, field, { required: false }) : field
}

export function settingPointer(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

export function valueUnder(document: unknown, keys: readonly string[]): unknown {
  let value = document
  for (const key of keys) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Objects merge from layer to layer, so of these only what is stored here can be edited here. */
export function isMerged({ field }: Setting): boolean {
  return field.type === 'object'
}

/** What the form shows before anything is edited. */
export function heldDraft(setting: Setting, { config, overrides }: Layered): FieldDraft {
  const document = isMerged(setting) ? overrides : config
  return fieldDraft(setting.field, valueUnder(document, setting.keys) ?? (isMerged(setting) ? {} : undefined))
}

/** What was edited back to what holds is no edit. */
export function withEdit(edits: Edits, setting: Setting, draft: FieldDraft | null, held: FieldDraft): Edits {
  const { [setting.pointer]: _, ...others } = edits
  const isSame = JSON.stringify(draft) === JSON.stringify(held)
  return isSame ? others : Object.assign(others, { [setting.pointer]: draft })
}

/** What is wrong with the edits, by the pointer of the setting and what is within it. */
export function faultsOfEdits(settings: readonly Setting[], edits: Edits): Faults {
  const found = settings.map(({ pointer, field }) => {
    const draft = edits[pointer]
    return draft === undefined || draft === null ? {} : faultsIn({ [pointer]: field }, { [pointer]: draft })
  })
  return Object.assign({}, ...found)
}

/** All overrides as they would be. */
export function overridesWith(overrides: object, settings: readonly Setting[], edits: Edits): object {
  let result = overrides
  for (const { pointer, keys, field } of settings) {
    const draft = edits[pointer]
    if (draft === null) result = withoutValue(result, keys)
    // A nothing that is written down is a value of its own.
    else if (draft !== undefined) result = withValue(result, keys, sentValue(field, draft) ?? null)
  }
  return result
}

function withValue(document: object, [key = '', ...inner]: readonly string[], value: unknown): object {
  const within = valueUnder(document, [key])
  const next = inner.length === 0 ? value : withValue(isObject(within) ? within : {}, inner, value)
  return Object.assign({}, document, { [key]: next })
}

/** Objects that hold nothing any more go too. */
function withoutValue(document: object, [key = '', ...inner]: readonly string[]): object {
  const within = valueUnder(document, [key])
  const rest = Object.entries(document).filter(([name]) => name !== key)
  if (inner.length === 0 || !isObject(within)) return Object.fromEntries(rest)
  const next = withoutValue(within, inner)
  return Object.fromEntries(Object.keys(next).length > 0 ? [...rest, [key, next]] : rest)
}

export interface ValueDifference {
  pointer: string
  /** Undefined where there is nothing. */
  from: unknown
  to: unknown
}

/** Each value that is not the same in both documents. */
export function differences(from: unknown, to: unknown, pointer = ''): ValueDifference[] {
  if (isObject(from) && isObject(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort()
    return keys.flatMap((key) => differences(from[key], to[key], pointer + settingPointer([key])))
  }
  if (JSON.stringify(from) === JSON.stringify(to)) return []
  // An object that appears or goes is told by what it holds.
  if (isObject(from) && to === undefined && Object.keys(from).length > 0)
    return differences(from, {}, pointer)
  if (from === undefined && isObject(to) && Object.keys(to).length > 0) return differences({}, to, pointer)
  return [{ pointer, from, to }]
}
