// Renders an OpenAPI document as one self-contained page without scripts.
import { authSection } from './auth.js'
import { type Catalog, type Group, readCatalog } from './catalog.js'
import { type Chapter, contentsNav } from './contents.js'
import { serverOf } from './curl.js'
import type { ApiDocument, Info } from './document.js'
import { errorsSection } from './errors.js'
import { Html, html, isEmpty } from './html.js'
import { operationBlock } from './operation.js'
import { prose } from './prose.js'
import { recordOf, stringOf } from './read.js'
import { schemasSection } from './schemas.js'
import { styleOfPage } from './style.js'

export type { ApiDocument } from './document.js'
export { styleOfPage } from './style.js'

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
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}: API reference</title>
<style>${new Html(styleOfPage)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${masthead(catalog, info, title)}
<div class="columns">
${contentsNav(catalog, chapters)}
<main id="main" tabindex="-1">
${prose(stringOf(info.description))}
${auth}
${errors}
${catalog.groups.map((group) => groupSection(catalog, group))}
${webhooksSection(catalog)}
${schemasSection(catalog)}
</main>
</div>
</body>
</html>
`.markup
}

function masthead(catalog: Catalog, info: Info, title: string): Html {
  const operations = catalog.groups.reduce((sum, group) => sum + group.operations.length, 0)
  const server = serverOf(catalog)
  const address = server === '' ? html`<code>$BASE_URL</code> in the examples` : html`<code>${server}</code>`
  const version = stringOf(info.version)
  const facts = [
    ...(version === '' ? [] : [html`Version ${version}`]),
    html`${counted(operations, 'operation')} in ${counted(catalog.groups.length, 'group')}`,
    html`Address ${address}`,
    html`<a href="/openapi.json">openapi.json</a>`,
    html`<a href="/dashboard">Dashboard</a>`
  ]
  return html`<header class="masthead">
<h1>${title}</h1>
<ul>${facts.map((fact) => html`<li>${fact}</li>`)}</ul>
</header>
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
