// Renders request and response bodies: the fields of each media type, and its examples.
import type { Catalog } from './catalog.js'
import type { MediaSpec, MessageSpec } from './document.js'
import { mediaExamples } from './example.js'
import { fieldsTable } from './fields.js'
import { distinct, type Html, html, isEmpty, joinHtml } from './html.js'
import { jsonOf, propertyOf, recordOf } from './read.js'
import { typeOf } from './type.js'

/** Names a body of an operation in headings and region labels. */
export interface BodyName {
  /** Precedes `fields` and `example`, such as `201 response`. */
  readonly title: string
  readonly operation: string
}

/** The type and media type of a body. */
export function bodyType(catalog: Catalog, message: MessageSpec): Html {
  const kinds = Object.entries(recordOf(message.content)).map(([mediaType, content]) => {
    const media: MediaSpec = recordOf(content)
    const type = media.schema === undefined ? html`` : html`${typeOf(catalog, media.schema)} `
    return html`${type}<span class="media">${mediaType}</span>`
  })
  return joinHtml(kinds, html`<br>`)
}

export function bodyFields(catalog: Catalog, message: MessageSpec, name: BodyName): Html {
  const tables = Object.entries(recordOf(message.content)).map(([mediaType, content]) => {
    const label = `${name.title} fields of ${name.operation}, ${mediaType}`
    return fieldsTable(catalog, propertyOf(content, 'schema'), label)
  })
  const filled = tables.filter((fields) => !isEmpty(fields))
  return filled.length === 0 ? html`` : html`<h5>${name.title} fields</h5>${filled}`
}

export function bodyExamples(catalog: Catalog, message: MessageSpec, name: BodyName): Html {
  const examples = Object.values(recordOf(message.content)).flatMap((content) =>
    mediaExamples(catalog, recordOf(content))
  )
  const shown = examples.map((example) => {
    const suffix = example.name === '' ? '' : `: ${example.name}`
    return html`<h5>${name.title} example${suffix}</h5>${codeBlock(jsonOf(example.value, 2))}`
  })
  return joinHtml(distinct(shown), '')
}

export function codeBlock(text: string): Html {
  return html`<pre><code>${text}</code></pre>
`
}
