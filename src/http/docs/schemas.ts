// Renders the component schemas with their fields, at the anchors that references link to.
import { boundsOf } from './bounds.js'
import { type Catalog, type Component, displayName } from './catalog.js'
import type { Schema } from './document.js'
import { fieldsTable } from './fields.js'
import { type Html, html, isEmpty, joinHtml } from './html.js'
import { prose } from './prose.js'
import { stringOf } from './read.js'
import { typeOf } from './type.js'

export function schemasSection(catalog: Catalog): Html {
  if (catalog.schemas.size === 0) return html``
  return html`<section>
<h2 id="schemas">Schemas</h2>
${[...catalog.schemas.values()].map((component) => schemaBlock(catalog, component))}</section>
`
}

function schemaBlock(catalog: Catalog, component: Component<Schema>): Html {
  const { id, spec } = component
  const name = displayName(component)
  const kind = [typeOf(catalog, spec), boundsOf(spec)].filter((part) => !isEmpty(part))
  return html`<details class="entry">
<summary><h3><code class="path">${name}</code></h3></summary>
<div class="body" id="${id}">
${prose(stringOf(spec.description))}
<p class="kind">${joinHtml(kind, ', ')}</p>
${fieldsTable(catalog, spec, `Fields of ${name}`)}
</div>
</details>
`
}
