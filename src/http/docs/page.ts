// Renders an OpenAPI document as one self-contained page without scripts.
import { authSection } from './auth.js'
import { type Catalog, type Group, readCatalog } from './catalog.js'
import { type Chapter, contentsNav } from './contents.js'
import { serverOf } from './curl.js'
import type { ApiDocument, Info } from './document.js'
import { errorsSection } from './errors.js'
import { type Html, html, isEmpty } from './html.js'
import { framed } from './manual/frame.js'
import { operationBlock } from './operation.js'
import { prose } from './prose.js'
import { recordOf, stringOf } from './read.js'
import { schemasSection } from './schemas.js'

export type { ApiDocument } from './document.js'

export function renderPage(document: ApiDocument): string {
  const catalog = readCatalog(document)
  const info: Info = recordOf(document.info)
  const title = stringOf(info.title) || 'API'
  const auth = authSection(catalog)
  const errors = errorsSection(catalog)
  const chapters: readonly Chapter[] = [
    ...(isEmpty(auth) ? [] : [{ id: 'authentication', title: 'Authentication' }]),
    ...(isEmpty(errors) ? [] : [{ id: 'errors', title: 'Errors' }])
  ]
  return framed({
    title: `${title}: API reference`,
    head: masthead(catalog, info, title),
    nav: contentsNav(catalog, chapters),
    main: html`${prose(stringOf(info.description))}
${auth}
${errors}
${catalog.groups.map((group) => groupSection(catalog, group))}
${webhooksSection(catalog)}
${schemasSection(catalog)}`
  })
}

function masthead(catalog: Catalog, info: Info, title: string): Html {
  const operations = catalog.groups.reduce((sum, group) => sum + group.operations.length, 0)
  const server = serverOf(catalog)
  const address = server === '' ? html`<code>$BASE_URL</code> in the examples` : html`<code>${server}</code>`
  const version = stringOf(info.version)
  const facts = [
    ...(version === '' ? [] : [html`Version ${version}`]),
    html`${counted(operations, 'operation')} in ${counted(catalog.groups.length, 'group')}`,
    html`Address ${address}`
  ]
  return html`<div class="masthead">
<h1>${title}</h1>
<ul>${facts.map((fact) => html`<li>${fact}</li>`)}</ul>
</div>
`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function groupSection(catalog: Catalog, { id, name, description, operations }: Group): Html {
  return html`<section>
<h2 id="${id}">${name}</h2>
${prose(description)}
${operations.map((operation) => operationBlock(catalog, operation))}</section>
`
}

function webhooksSection(catalog: Catalog): Html {
  if (catalog.webhooks.length === 0) return html``
  return html`<section>
<h2 id="webhooks">Webhooks</h2>
<p>Each event is described as the request that carries it.</p>
${catalog.webhooks.map((webhook) => operationBlock(catalog, webhook))}</section>
`
}
