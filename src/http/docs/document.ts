// The parts of an OpenAPI 3.1 document that the page reads, all optional and unvalidated.
import { arrayOf, type Entries, isRecord, propertyOf, recordOf } from './read.js'

export interface ApiDocument {
  readonly openapi?: unknown
  readonly info?: unknown
  readonly servers?: unknown
  readonly tags?: unknown
  readonly security?: unknown
  readonly paths?: unknown
  readonly webhooks?: unknown
  readonly components?: unknown
  /** Errors that belong to no operation: a description by status. */
  readonly 'x-other-errors'?: unknown
}

export interface Info {
  readonly title?: unknown
  readonly version?: unknown
  readonly description?: unknown
}

export interface OperationSpec {
  readonly operationId?: unknown
  readonly summary?: unknown
  readonly description?: unknown
  readonly tags?: unknown
  readonly deprecated?: unknown
  readonly security?: unknown
  readonly parameters?: unknown
  readonly requestBody?: unknown
  readonly responses?: unknown
}

/** A parameter or a response header. */
export interface ParameterSpec {
  readonly name?: unknown
  readonly in?: unknown
  readonly required?: unknown
  readonly deprecated?: unknown
  readonly description?: unknown
  readonly schema?: unknown
  readonly example?: unknown
  readonly examples?: unknown
}

/** A request body or a response. */
export interface MessageSpec {
  readonly description?: unknown
  readonly required?: unknown
  readonly headers?: unknown
  readonly content?: unknown
}

export interface MediaSpec {
  readonly schema?: unknown
  readonly example?: unknown
  readonly examples?: unknown
}

export interface SchemeSpec {
  readonly type?: unknown
  readonly scheme?: unknown
  readonly bearerFormat?: unknown
  readonly in?: unknown
  readonly name?: unknown
  readonly description?: unknown
}

export interface Schema {
  readonly $ref?: unknown
  readonly type?: unknown
  readonly title?: unknown
  readonly description?: unknown
  readonly properties?: unknown
  readonly patternProperties?: unknown
  readonly additionalProperties?: unknown
  readonly required?: unknown
  readonly items?: unknown
  readonly prefixItems?: unknown
  readonly anyOf?: unknown
  readonly oneOf?: unknown
  readonly allOf?: unknown
  readonly const?: unknown
  readonly enum?: unknown
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: unknown
  readonly format?: unknown
  readonly pattern?: unknown
  readonly nullable?: unknown
  readonly deprecated?: unknown
  readonly readOnly?: unknown
  readonly writeOnly?: unknown
  readonly uniqueItems?: unknown
  readonly multipleOf?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly exclusiveMinimum?: unknown
  readonly exclusiveMaximum?: unknown
  readonly minLength?: unknown
  readonly maxLength?: unknown
  readonly minItems?: unknown
  readonly maxItems?: unknown
  readonly minProperties?: unknown
  readonly maxProperties?: unknown
}

/** A `$ref` may lead to another `$ref`. A longer chain counts as a loop. */
const longestChain = 8

function unescaped(token: string): string {
  const plain = token.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** The segments of a reference into this document; empty for any other reference. */
export function pointerOf(ref: unknown): readonly string[] {
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return []
  return ref.slice(2).split('/').map(unescaped)
}

/** Follows a chain of references to its end. */
export function resolveRef(document: ApiDocument, value: unknown): Entries {
  let current: unknown = value
  for (let step = 0; step < longestChain; step++) {
    if (!isRecord(current) || typeof propertyOf(current, '$ref') !== 'string') return recordOf(current)
    const path = pointerOf(propertyOf(current, '$ref'))
    if (path.length === 0) return {}
    current = path.reduce<unknown>(propertyOf, document)
  }
  return {}
}

/** The variants of a union, without null. */
export function variantsOf(schema: Schema): readonly unknown[] {
  const variants = [...arrayOf(schema.anyOf), ...arrayOf(schema.oneOf)]
  return variants.filter((variant) => propertyOf(variant, 'type') !== 'null')
}
