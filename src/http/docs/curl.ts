// Writes an operation as a curl command for a shell.
import { exampleSchemes } from './auth.js'
import type { Catalog, Operation } from './catalog.js'
import {
  type MediaSpec,
  type MessageSpec,
  type ParameterSpec,
  resolveRef,
  type SchemeSpec
} from './document.js'
import { exampleOf, mediaExamples, parameterExample } from './example.js'
import { arrayOf, jsonOf, propertyOf, recordOf, stringOf } from './read.js'

const continuation = ' \\\n  '

/** The URL of the server; empty if the document names none. */
export function serverOf(catalog: Catalog): string {
  const url = stringOf(propertyOf(arrayOf(catalog.document.servers)[0], 'url')).replace(/\/+$/, '')
  return /^https?:/.test(url) ? url : ''
}

export function curlOf(catalog: Catalog, operation: Operation): string {
  const parameters = operation.parameters.map((item): ParameterSpec => resolveRef(catalog.document, item))
  const schemes = exampleSchemes(catalog, operation.spec)
  const target = pathOf(catalog, operation.path, parameters) + queryOf(catalog, parameters, schemes)
  const server = serverOf(catalog)
  const method = operation.method === 'GET' ? [] : [`-X ${operation.method}`]
  const address = server === '' ? baseUrlAddress(target) : quoted(server + target)
  const lines = [
    ['curl', ...method, address].join(' '),
    ...schemes.flatMap(credential),
    ...headers(catalog, parameters),
    ...body(catalog, operation)
  ]
  return lines.join(continuation)
}

/** The variable needs double quotes. The target joins it there unless it contains characters special to a shell. */
function baseUrlAddress(target: string): string {
  return /^[\w/.~%?&=,:@+-]*$/.test(target) ? `"$BASE_URL${target}"` : `"$BASE_URL"${quoted(target)}`
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Percent-encodes a value; invalid Unicode has no such form. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonOf(value)
  try {
    return encodeURIComponent(text)
  } catch {
    return 'value'
  }
}

function pathOf(catalog: Catalog, path: string, parameters: readonly ParameterSpec[]): string {
  return path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const parameter = parameters.find((item) => item.in === 'path' && item.name === name)
    const value = parameter === undefined ? null : parameterExample(catalog, parameter)
    return value === null ? name.toUpperCase() : encoded(value)
  })
}

function queryOf(
  catalog: Catalog,
  parameters: readonly ParameterSpec[],
  schemes: readonly SchemeSpec[]
): string {
  const required = parameters
    .filter((item) => item.in === 'query' && item.required === true)
    .map((item) => `${encoded(stringOf(item.name))}=${encoded(parameterExample(catalog, item))}`)
  const keys = schemes
    .filter((scheme) => scheme.type === 'apiKey' && scheme.in === 'query')
    .map((scheme) => `${encoded(stringOf(scheme.name))}=KEY`)
  const pairs = [...required, ...keys]
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Leaves only characters that are safe between double quotes. */
function plainName(scheme: SchemeSpec): string {
  return stringOf(scheme.name).replace(/[^\w-]/g, '')
}

function credential(scheme: SchemeSpec): readonly string[] {
  if (scheme.type === 'mutualTLS') return ['--cert client.pem']
  if (scheme.type !== 'apiKey') {
    const isBasic = stringOf(scheme.scheme).toLowerCase() === 'basic'
    return [isBasic ? '-u "$NAME:$PASSWORD"' : '-H "Authorization: Bearer $TOKEN"']
  }
  if (scheme.in === 'query') return []
  if (scheme.in === 'cookie') return [`-b "${plainName(scheme)}=$SESSION"`]
  return [`-H "${plainName(scheme)}: $API_KEY"`]
}

function headers(catalog: Catalog, parameters: readonly ParameterSpec[]): readonly string[] {
  return parameters
    .filter((item) => item.in === 'header' && item.required === true)
    .map((item) => {
      const value = parameterExample(catalog, item)
      return `-H ${quoted(`${stringOf(item.name)}: ${typeof value === 'string' ? value : jsonOf(value)}`)}`
    })
}

function body(catalog: Catalog, operation: Operation): readonly string[] {
  const request: MessageSpec = resolveRef(catalog.document, operation.spec.requestBody)
  const [first] = Object.entries(recordOf(request.content))
  if (first === undefined) return []
  const [type, content] = first
  const header = `-H ${quoted(`Content-Type: ${type}`)}`
  if (!/json/.test(type)) return [header, '--data-binary @body']
  const media: MediaSpec = recordOf(content)
  const [example] = mediaExamples(catalog, media)
  const value = example === undefined ? exampleOf(catalog, media.schema).value : example.value
  return [header, `-d ${quoted(jsonOf(value))}`]
}
