// What stands in a form before it is sent: texts, lists of them, and groups. Checks a draft, and makes the value of it.
import { type Field, type Fields, type FieldValue, faultOf, fieldValue } from './fields.js'

export type FieldDraft = string | readonly FieldDraft[] | Drafts
export interface Drafts {
  readonly [name: string]: FieldDraft
}
/** What is wrong, by the path of the field, with slashes between its parts. */
export type Faults = Readonly<Record<string, string>>

/** One control, boxes to tick, a list that grows, or fields that belong together. */
export type FieldShape = 'single' | 'choices' | 'rows' | 'named' | 'group'

export function shapeOf({ type, items, properties, values }: Field): FieldShape {
  if (type === 'array' && items) return items.enum ? 'choices' : 'rows'
  if (type !== 'object') return 'single'
  if (properties) return 'group'
  return values && values.type !== 'any' ? 'named' : 'single'
}

/** A name that people choose, and what belongs to it, are a row of two fields. */
export function rowField({ items = { type: 'string' }, values }: Field): Field {
  if (values === undefined) return items
  const name = { type: 'string', required: true, minLength: 1 }
  return { type: 'object', properties: { name, value: Object.assign({}, values, { required: true }) } }
}

export const emptyRow = (row: Field): FieldDraft => (shapeOf(row) === 'group' ? {} : '')

export const draftText = (draft: FieldDraft | undefined): string => (typeof draft === 'string' ? draft : '')
export const rowsIn = (draft: FieldDraft | undefined): readonly FieldDraft[] => (isRows(draft) ? draft : [])
export const groupIn = (draft: FieldDraft | undefined): Drafts =>
  typeof draft === 'object' && !isRows(draft) ? draft : {}

/** The type of the platform does not know lists that cannot be changed. */
function isRows(draft: FieldDraft | undefined): draft is readonly FieldDraft[] {
  return Array.isArray(draft)
}

/** The draft that stands for what the service has. */
export function fieldDraft(field: Field, value: unknown): FieldDraft {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((item) => fieldDraft(rowField(field), item))
  if (typeof value !== 'object') return textOf(field, String(value))
  const shape = shapeOf(field)
  if (shape === 'single') return JSON.stringify(value, null, 2)
  if (shape === 'group') return draftsOf(field.properties ?? {}, value)
  return Object.entries(value).map(([name, item]) => ({
    name,
    value: fieldDraft(field.values ?? field, item)
  }))
}

const MINUTE_MS = 60_000

/** A moment is entered in the time of the reader, without a zone. */
function textOf({ format }: Field, text: string): string {
  if (format !== 'date-time') return text
  const moment = new Date(text)
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE_MS)
  return local.toISOString().slice(0, '2026-01-31T12:00'.length)
}

/** What the service has and the fields do not know is left out. */
export function draftsOf(fields: Fields, values: object): Drafts {
  const known = Object.entries(values).flatMap(([name, value]) => {
    const field = fields[name]
    return field === undefined || value === null || value === undefined
      ? []
      : [[name, fieldDraft(field, value)]]
  })
  return Object.fromEntries(known)
}

export function faultsIn(fields: Fields, drafts: Drafts, path = ''): Faults {
  const found = Object.entries(fields).map(([name, field]) => faultsAt(field, drafts[name], path + name))
  return Object.assign({}, ...found)
}

function faultsAt(field: Field, draft: FieldDraft | undefined, path: string): Faults {
  switch (shapeOf(field)) {
    case 'group':
      return draft === undefined && !field.required
        ? {}
        : faultsIn(field.properties ?? {}, groupIn(draft), `${path}/`)
    case 'single':
      return faultAt(path, faultOf(field, draftText(draft)))
    default:
      return rowFaults(field, draft, path)
  }
}

const faultAt = (path: string, fault: string | undefined): Faults =>
  fault === undefined ? {} : { [path]: fault }

function rowFaults(field: Field, draft: FieldDraft | undefined, path: string): Faults {
  const row = rowField(field)
  const ofRows = rowsIn(draft).map((item, at) =>
    item === '' ? { [`${path}/${at}`]: 'must not be empty' } : faultsAt(row, item, `${path}/${at}`)
  )
  return Object.assign(faultAt(path, listFault(field, draft)), ...ofRows)
}

function listFault(field: Field, draft: FieldDraft | undefined): string | undefined {
  if (draft === undefined) return field.required ? 'is required' : undefined
  const rows = rowsIn(draft)
  const { minItems = 0, maxItems = field.maxProperties ?? Number.POSITIVE_INFINITY } = field
  if (rows.length < minItems) return `must hold ${minItems} at least`
  if (rows.length > maxItems) return `must hold ${maxItems} at most`
  const keys = field.values ? rows.map((row) => groupIn(row)['name']) : rows.map((row) => JSON.stringify(row))
  const isTwice = (field.uniqueItems || field.values) && new Set(keys).size < keys.length
  return isTwice ? 'must not hold anything twice' : undefined
}

/** What is sent; what was never touched is not. */
export function valuesOf(fields: Fields, drafts: Drafts): Record<string, FieldValue> {
  const values = Object.entries(fields).map(([name, field]) => [name, sentValue(field, drafts[name])])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

export function sentValue(field: Field, draft: FieldDraft | undefined): FieldValue {
  if (draft === undefined) return undefined
  switch (shapeOf(field)) {
    case 'group':
      return valuesOf(field.properties ?? {}, groupIn(draft))
    case 'single':
      return fieldValue(field, draftText(draft))
    case 'named':
      return Object.fromEntries(
        rowsIn(draft).map((row) => {
          const { name, value } = groupIn(row)
          return [draftText(name), sentValue(field.values ?? field, value)]
        })
      )
    default:
      return rowsIn(draft).map((row) => sentValue(rowField(field), row))
  }
}
