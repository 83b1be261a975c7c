// Arranges a document for reading: groups of operations, webhooks, schemas and security schemes, each with its anchor.
import { type ApiDocument, type OperationSpec, pointerOf, type Schema, type SchemeSpec } from './document.js'
import { arrayOf, propertyOf, recordOf, stringOf } from './read.js'

export interface Operation {
  readonly id: string
  readonly method: string
  /** The path, or the name of a webhook. */
  readonly path: string
  readonly isWebhook: boolean
  readonly spec: OperationSpec
  readonly parameters: readonly unknown[]
}

export interface Group {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly operations: readonly Operation[]
}

export interface Component<Spec> {
  readonly id: string
  readonly name: string
  readonly spec: Spec
}

export interface Catalog {
  readonly document: ApiDocument
  readonly groups: readonly Group[]
  readonly webhooks: readonly Operation[]
  readonly schemas: ReadonlyMap<string, Component<Schema>>
  readonly schemes: ReadonlyMap<string, Component<SchemeSpec>>
}

type NewId = (prefix: string, name: string) => string

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']
const restGroup = 'Other'

/** Generates readable, unique ids. */
function idSource(): NewId {
  const taken = new Set<string>()
  return (prefix, name) => {
    const slug = `${prefix}-${name.replace(/[^A-Za-z0-9_.]+/g, '-').replace(/^-|-$/g, '') || 'x'}`
    let id = slug
    for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`
    taken.add(id)
    return id
  }
}

function operationsOf(paths: unknown, prefix: 'op' | 'hook', newId: NewId): readonly Operation[] {
  return Object.entries(recordOf(paths)).flatMap(([path, item]) =>
    methods.flatMap((method): readonly Operation[] => {
      const operation = propertyOf(item, method)
      if (typeof operation !== 'object' || operation === null) return []
      const spec: OperationSpec = recordOf(operation)
      const id = newId(prefix, stringOf(spec.operationId) || `${method}-${path}`)
      const parameters = mergedParameters(propertyOf(item, 'parameters'), spec.parameters)
      return [{ id, method: method.toUpperCase(), path, isWebhook: prefix === 'hook', spec, parameters }]
    })
  )
}

/** Parameters of the path apply to each of its operations, unless an operation overrides them. */
function mergedParameters(shared: unknown, own: unknown): readonly unknown[] {
  const keyOf = (value: unknown) =>
    `${stringOf(propertyOf(value, 'in'))} ${stringOf(propertyOf(value, 'name'))} ${stringOf(propertyOf(value, '$ref'))}`
  const all = [...arrayOf(shared), ...arrayOf(own)]
  return [...new Map(all.map((parameter) => [keyOf(parameter), parameter])).values()]
}

function groupsOf(document: ApiDocument, operations: readonly Operation[], newId: NewId): readonly Group[] {
  const descriptions = new Map(
    arrayOf(document.tags).map((tag) => [
      stringOf(propertyOf(tag, 'name')),
      stringOf(propertyOf(tag, 'description'))
    ])
  )
  const byTag = new Map<string, Operation[]>([...descriptions.keys()].map((name) => [name, []]))
  for (const operation of operations) {
    const tag = stringOf(arrayOf(operation.spec.tags)[0]) || restGroup
    const members = byTag.get(tag)
    if (members === undefined) byTag.set(tag, [operation])
    else members.push(operation)
  }
  return [...byTag]
    .filter(([, members]) => members.length > 0)
    .map(([name, members]) => ({
      id: newId('group', name),
      name,
      description: descriptions.get(name) ?? '',
      operations: members
    }))
}

function componentsOf<Spec>(
  items: unknown,
  prefix: string,
  newId: NewId,
  read: (value: unknown) => Spec
): ReadonlyMap<string, Component<Spec>> {
  return new Map(
    Object.entries(recordOf(items)).map(([name, item]) => [
      name,
      { id: newId(prefix, name), name, spec: read(item) }
    ])
  )
}

export function readCatalog(document: ApiDocument): Catalog {
  const newId = idSource()
  const components = document.components
  return {
    document,
    groups: groupsOf(document, operationsOf(document.paths, 'op', newId), newId),
    webhooks: operationsOf(document.webhooks, 'hook', newId),
    schemas: componentsOf<Schema>(propertyOf(components, 'schemas'), 'schema', newId, recordOf),
    schemes: componentsOf<SchemeSpec>(propertyOf(components, 'securitySchemes'), 'auth', newId, recordOf)
  }
}

/** The component schema a reference names, if the document has it. */
export function schemaAt(catalog: Catalog, ref: unknown): Component<Schema> | undefined {
  const [first, second, name, ...rest] = pointerOf(ref)
  if (first !== 'components' || second !== 'schemas' || rest.length > 0) return undefined
  return catalog.schemas.get(name ?? '')
}

/** Prefers the title to a generated name such as `def-7`. */
export function displayName(component: Component<Schema>): string {
  return /^def-\d+$/.test(component.name) ? stringOf(component.spec.title) || component.name : component.name
}
