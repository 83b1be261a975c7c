// Renders the navigation of the page.
import { type Catalog, displayName, type Group, type Operation } from './catalog.js'
import { type Html, html } from './html.js'
import { methodMark } from './operation.js'
import { stringOf } from './read.js'

/** An entry of the navigation beside groups, webhooks and schemas. */
export interface Chapter {
  readonly id: string
  readonly title: string
}

interface NavBranch {
  readonly id: string
  readonly title: string
  readonly links: readonly Html[]
}

export function contentsNav(catalog: Catalog, chapters: readonly Chapter[]): Html {
  const groups = catalog.groups.map(groupBranch)
  const hooks = { id: 'webhooks', title: 'Webhooks', links: catalog.webhooks.map(operationLink) }
  const schemas = { id: 'schemas', title: 'Schemas', links: schemaLinks(catalog) }
  return html`<nav class="contents" id="contents" aria-label="Contents">
<ul>
${chapters.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
${[...groups, hooks, schemas].map(branch)}
</ul>
</nav>
`
}

function groupBranch({ id, name, operations }: Group): NavBranch {
  return { id, title: name, links: operations.map(operationLink) }
}

function operationLink({ id, method, path, spec, isWebhook }: Operation): Html {
  const label = (isWebhook ? '' : stringOf(spec.summary)) || path
  return html`<a href="#${id}">${methodMark(method)} <span>${label}</span></a>`
}

function schemaLinks(catalog: Catalog): readonly Html[] {
  return [...catalog.schemas.values()].map(
    (component) => html`<a href="#${component.id}"><span>${displayName(component)}</span></a>`
  )
}

function branch({ id, title, links }: NavBranch): Html {
  if (links.length === 0) return html``
  return html`<li><details><summary>${title} <span class="count">${links.length}</span></summary>
<ul><li><a href="#${id}">About ${title}</a></li>
${links.map((link) => html`<li>${link}</li>`)}</ul></details></li>
`
}
