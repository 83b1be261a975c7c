// Renders one operation or webhook as a collapsible block.
import { authOf } from './auth.js'
import { boundsOf } from './bounds.js'
import type { Catalog, Operation } from './catalog.js'
import { curlOf } from './curl.js'
import { type MessageSpec, type ParameterSpec, resolveRef, type Schema } from './document.js'
import { defaultOf, describe } from './fields.js'
import { type Html, type HtmlPart, html, isEmpty } from './html.js'
import { bodyExamples, bodyFields, bodyType, codeBlock } from './message.js'
import { prose } from './prose.js'
import { arrayOf, isRecord, propertyOf, recordOf, stringOf } from './read.js'
import { responsesPart } from './responses.js'
import { renderTable } from './table.js'
import { typeOf } from './type.js'

/** The id is inside the collapsed part, because browsers expand a block that contains the target of a link. */
export function operationBlock(catalog: Catalog, operation: Operation): Html {
  const { spec, method, path, id } = operation
  const deprecated = spec.deprecated === true ? html` <span class="mark">deprecated</span>` : html``
  return html`<details class="entry">
<summary><h3>${methodMark(method)} <code class="path">${path}</code> <span class="brief">${stringOf(spec.summary)}${deprecated}</span></h3></summary>
<div class="body" id="${id}">
${prose(stringOf(spec.description))}
${facts(catalog, operation)}
${parametersPart(catalog, operation)}
${requestPart(catalog, operation)}
${operation.isWebhook ? '' : html`<h4>Example request</h4>${codeBlock(curlOf(catalog, operation))}`}
${responsesPart(catalog, operation)}
</div>
</details>
`
}

export function methodMark(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`
}

function facts(catalog: Catalog, { id, spec, isWebhook }: Operation): Html {
  const name = stringOf(spec.operationId)
  const label = name === '' ? html`this entry` : html`<code>${name}</code>`
  const auth = isWebhook && spec.security === undefined ? html`` : authOf(catalog, spec)
  return html`<dl class="facts">
<div><dt>${name === '' ? 'Link' : 'Operation'}</dt><dd><a href="#${id}">${label}</a></dd></div>
${isEmpty(auth) ? '' : html`<div><dt>Authentication</dt><dd>${auth}</dd></div>`}
</dl>`
}

function parametersPart(catalog: Catalog, { parameters, method, path }: Operation): Html {
  if (parameters.length === 0) return html``
  const rows = parameters.map((item) => parameterRow(catalog, resolveRef(catalog.document, item)))
  const columns = ['Name', 'In', 'Type', 'Required', 'Default', 'Bounds', 'Description']
  return html`<h4>Parameters</h4>${renderTable({ label: `Parameters of ${method} ${path}`, columns, rows })}`
}

function parameterRow(catalog: Catalog, parameter: ParameterSpec): readonly HtmlPart[] {
  const schema: Schema = recordOf(parameter.schema)
  const bounds = boundsOf({ ...schema, deprecated: parameter.deprecated ?? schema.deprecated })
  return [
    html`<code>${stringOf(parameter.name)}</code>`,
    stringOf(parameter.in),
    typeOf(catalog, schema),
    parameter.required === true ? 'yes' : 'no',
    defaultOf(schema),
    bounds,
    describe(parameter.description ?? schema.description, parameterExampleOf(parameter))
  ]
}

function parameterExampleOf(parameter: ParameterSpec): unknown {
  const [named] = isRecord(parameter.examples) ? Object.values(parameter.examples) : []
  const ofSchema = arrayOf(propertyOf(parameter.schema, 'examples'))[0]
  return parameter.example ?? propertyOf(named, 'value') ?? ofSchema
}

function requestPart(catalog: Catalog, { spec, method, path, isWebhook }: Operation): Html {
  if (!isRecord(spec.requestBody)) return html``
  const request: MessageSpec = resolveRef(catalog.document, spec.requestBody)
  const need = request.required === true || isWebhook ? 'required' : 'optional'
  const name = { title: 'Request', operation: `${method} ${path}` }
  return html`<h4>Request body</h4>
<p>${bodyType(catalog, request)}, ${need}</p>
${prose(stringOf(request.description))}
${bodyFields(catalog, request, name)}
${bodyExamples(catalog, request, name)}`
}
