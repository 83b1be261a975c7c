// Renders authentication: the security schemes of the document, and those that an operation needs.
import type { Catalog, Component } from './catalog.js'
import type { OperationSpec, SchemeSpec } from './document.js'
import { type Html, html, joinHtml } from './html.js'
import { phrase } from './prose.js'
import { arrayOf, recordOf, stringOf } from './read.js'
import { renderTable } from './table.js'

type Requirement = readonly [name: string, scopes: unknown]

/** The alternatives of which a request has to meet one. An empty alternative needs no credential. */
function alternativesOf(catalog: Catalog, spec: OperationSpec): readonly (readonly Requirement[])[] {
  return arrayOf(spec.security ?? catalog.document.security).map((item) => Object.entries(recordOf(item)))
}

/** The schemes an example request uses: those of the first alternative. */
export function exampleSchemes(catalog: Catalog, spec: OperationSpec): readonly SchemeSpec[] {
  const [first = []] = alternativesOf(catalog, spec)
  return first.flatMap(([name]) => catalog.schemes.get(name)?.spec ?? [])
}

export function authOf(catalog: Catalog, spec: OperationSpec): Html {
  const alternatives = alternativesOf(catalog, spec)
  const needed = alternatives.filter((requirements) => requirements.length > 0)
  if (needed.length === 0) return html`none`
  const phrases = needed.map((requirements) =>
    joinHtml(
      requirements.map((requirement) => requirementLink(catalog, requirement)),
      ' and '
    )
  )
  const optional = needed.length < alternatives.length ? html` (optional)` : html``
  return html`${joinHtml(phrases, ' or ')}${optional}`
}

function requirementLink(catalog: Catalog, [name, scopes]: Requirement): Html {
  const scheme = catalog.schemes.get(name)
  const label = scheme === undefined ? html`<code>${name}</code>` : html`<a href="#${scheme.id}">${name}</a>`
  const scopeNames = arrayOf(scopes).map((scope) => html`<code>${stringOf(scope)}</code>`)
  return scopeNames.length === 0 ? label : html`${label} with ${joinHtml(scopeNames, ', ')}`
}

export function authSection(catalog: Catalog): Html {
  const rows = [...catalog.schemes.values()].map((scheme) => [
    html`<code id="${scheme.id}">${scheme.name}</code>`,
    html`<code>${sentAs(scheme)}</code>`,
    phrase(stringOf(scheme.spec.description))
  ])
  if (rows.length === 0) return html``
  const columns = ['Scheme', 'Send', 'Description']
  return html`<section>
<h2 id="authentication">Authentication</h2>
<p>Each operation names the scheme it needs. Send the credential with every request.</p>
${renderTable({ label: 'Authentication schemes', columns, rows })}</section>
`
}

function sentAs({ spec }: Component<SchemeSpec>): string {
  const type = stringOf(spec.type)
  const name = stringOf(spec.name)
  if (type === 'apiKey' && spec.in === 'cookie') return `Cookie: ${name}=<value>`
  if (type === 'apiKey' && spec.in === 'query') return `?${name}=<key>`
  if (type === 'apiKey') return `${name}: <key>`
  if (type === 'http' && stringOf(spec.scheme).toLowerCase() === 'basic')
    return 'Authorization: Basic <credentials>'
  if (type === 'mutualTLS') return 'a client certificate'
  return 'Authorization: Bearer <token>'
}
