// Renders the responses of an operation: an overview, then the fields of those with data.
import type { Catalog, Operation } from './catalog.js'
import { type MessageSpec, resolveRef, type Schema } from './document.js'
import { describe } from './fields.js'
import { type Html, html, isEmpty, joinHtml } from './html.js'
import { type BodyName, bodyExamples, bodyFields, bodyType } from './message.js'
import { phrase } from './prose.js'
import { arrayOf, propertyOf, recordOf, stringOf } from './read.js'
import { renderTable } from './table.js'
import { typeOf } from './type.js'

export interface ResponseEntry {
  readonly status: string
  readonly spec: MessageSpec
}

export function responsesOf(catalog: Catalog, operation: Operation): readonly ResponseEntry[] {
  return Object.entries(recordOf(operation.spec.responses)).map(([status, item]) => ({
    status,
    spec: resolveRef(catalog.document, item)
  }))
}

export function isErrorResponse({ status }: ResponseEntry): boolean {
  return /^[45]|^default$/.test(status)
}

export function responsesPart(catalog: Catalog, operation: Operation): Html {
  const responses = responsesOf(catalog, operation)
  if (responses.length === 0) return html``
  const name = `${operation.method} ${operation.path}`
  const rows = responses.map(({ status, spec }) => [
    html`<code>${status}</code>`,
    html`${phrase(stringOf(spec.description))}${codesOf(spec)}`,
    bodyType(catalog, spec)
  ])
  const columns = ['Status', 'Meaning', 'Body']
  return html`<h4>Responses</h4>
${renderTable({ label: `Responses of ${name}`, columns, rows })}
${responses.map((response) => responseDetail(catalog, response, name))}`
}

/** The codes of an error with this status, where there are several. */
function codesOf(spec: MessageSpec): Html {
  const codes = narrowedBy(spec).flatMap((part) =>
    arrayOf(recordOf(recordOf(part.properties)['code'])['enum'])
  )
  return codes.length < 2
    ? html``
    : html` Codes: ${joinHtml(
        codes.map((code) => html`<code>${stringOf(code)}</code>`),
        ', '
      )}.`
}

const narrowedBy = ({ content }: MessageSpec): readonly Schema[] =>
  Object.values(recordOf(content)).flatMap((media) =>
    arrayOf(recordOf(propertyOf(media, 'schema'))['allOf']).map(recordOf)
  )

/** Skips named error schemas, which are the same everywhere and have a section of their own. */
function responseDetail(catalog: Catalog, response: ResponseEntry, operation: string): Html {
  const { status, spec } = response
  const name: BodyName = { title: `${status} response`, operation }
  const isNamedError = isErrorResponse(response) && namesSchema(spec)
  const body = isNamedError
    ? html``
    : html`${bodyFields(catalog, spec, name)}${bodyExamples(catalog, spec, name)}`
  return html`${headersTable(catalog, spec, name)}${body}`
}

function namesSchema(spec: MessageSpec): boolean {
  const contents = Object.values(recordOf(spec.content))
  return contents.every((content) => {
    const schema: Schema = recordOf(propertyOf(content, 'schema'))
    return schema.$ref !== undefined || recordOf(arrayOf(schema.allOf)[0])['$ref'] !== undefined
  })
}

function headersTable(catalog: Catalog, spec: MessageSpec, { title, operation }: BodyName): Html {
  const rows = Object.entries(recordOf(spec.headers)).map(([name, item]) => {
    const header = resolveRef(catalog.document, item)
    const schema = propertyOf(header, 'schema')
    const description = propertyOf(header, 'description') ?? propertyOf(schema, 'description')
    return [
      html`<code>${name}</code>`,
      typeOf(catalog, schema),
      describe(description, propertyOf(header, 'example'))
    ]
  })
  if (rows.length === 0) return html``
  const shown = renderTable({
    label: `${title} headers of ${operation}`,
    columns: ['Header', 'Type', 'Description'],
    rows
  })
  return isEmpty(shown) ? html`` : html`<h5>${title} headers</h5>${shown}`
}
