// Renders the section on errors, from the error responses of all operations and from those of none.
import type { Catalog } from './catalog.js'
import type { MessageSpec } from './document.js'
import { exampleOf } from './example.js'
import { fieldsTable } from './fields.js'
import { distinct, type Html, html, isEmpty, joinHtml } from './html.js'
import { bodyType, codeBlock } from './message.js'
import { phrase } from './prose.js'
import { jsonOf, propertyOf, recordOf, stringOf } from './read.js'
import { isErrorResponse, type ResponseEntry, responsesOf } from './responses.js'
import { renderTable } from './table.js'

/** A status with more meanings is described as "differs by operation". */
const mostMeanings = 3

export function errorsSection(catalog: Catalog): Html {
  const operations = catalog.groups.flatMap((group) => group.operations)
  const errors = operations.flatMap((operation) => responsesOf(catalog, operation)).filter(isErrorResponse)
  if (errors.length === 0) return html``
  return html`<section>
<h2 id="errors">Errors</h2>
${commonShape(catalog, errors)}
${statusTable([...errors, ...otherErrors(catalog)])}</section>
`
}

function otherErrors({ document }: Catalog): readonly ResponseEntry[] {
  return Object.entries(recordOf(document['x-other-errors'])).map(([status, item]) => ({
    status,
    spec: recordOf(item)
  }))
}

/** The most common shape of errors in full, and the names of the others. */
function commonShape(catalog: Catalog, errors: readonly ResponseEntry[]): Html {
  const bodies = errors.map((error) => ({ spec: error.spec, words: bodyType(catalog, error.spec) }))
  const filled = bodies.filter(({ words }) => !isEmpty(words))
  const countOf = (words: Html) => filled.filter((body) => body.words.markup === words.markup).length
  const shapes = [...distinct(filled.map(({ words }) => words))].sort((a, b) => countOf(b) - countOf(a))
  const [commonest, ...others] = shapes
  const common = filled.find(({ words }) => words.markup === commonest?.markup)
  if (commonest === undefined || common === undefined) return html`<p>Errors carry no body.</p>`
  const rest = others.length === 0 ? html`` : html` Some operations answer with ${joinHtml(others, ' or ')}.`
  return html`<p>Errors have a status of 400 or above and the body ${commonest}.${rest}</p>
${shapeDetail(catalog, common.spec)}`
}

function shapeDetail(catalog: Catalog, spec: MessageSpec): Html {
  const [content] = Object.values(recordOf(spec.content))
  const schema = propertyOf(content, 'schema')
  const example = exampleOf(catalog, schema)
  const shown = example.isGiven ? html`<h3>Error example</h3>${codeBlock(jsonOf(example.value, 2))}` : html``
  return html`${fieldsTable(catalog, schema, 'Fields of an error')}${shown}`
}

function statusTable(errors: readonly ResponseEntry[]): Html {
  const statuses = [...new Set(errors.map((error) => error.status))].sort()
  const rows = statuses.map((status) => {
    const meanings = errors
      .filter((error) => error.status === status)
      .map((error) => phrase(stringOf(error.spec.description)))
    const different = distinct(meanings).filter((meaning) => !isEmpty(meaning))
    const words = different.length > mostMeanings ? 'differs by operation' : joinHtml(different, ' / ')
    return [html`<code>${status}</code>`, words]
  })
  return html`<h3>Error statuses</h3>${renderTable({ label: 'Error statuses', columns: ['Status', 'Meaning'], rows })}`
}
