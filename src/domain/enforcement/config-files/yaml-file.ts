// A YAML file as its validators read it: the nodes with their places, aliases and merges followed, nothing expanded.
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  visit,
  type YAMLMap
} from 'yaml'
import { isYamlTooDeep, yamlDocuments } from '../../configuration/document.js'
import { type FileFault, fileError, MOST_FINDINGS, quotedName } from './findings.js'

const MOST_DOCUMENTS = 1_000

/** A key and its value; undefined if nothing is there. */
export interface YamlEntry {
  name: string
  at: number
  value: Node | undefined
}

export interface YamlFile {
  /** The first document; undefined if it is empty. */
  root: Node | undefined
  /** What is wrong with its syntax. Whoever finds something here need not look at the rest. */
  faults: FileFault[]
  /** What a node stands for. */
  follow(node: unknown): Node | undefined
  /** The entry of this name; undefined if the node is no map or has none. */
  entry(node: Node | undefined, name: string): YamlEntry | undefined
  entries(node: Node | undefined): YamlEntry[]
  items(node: Node | undefined): Node[]
}

export function readYaml(text: string): YamlFile {
  if (isYamlTooDeep(text)) return yamlFile(undefined, new Map(), [yamlSyntax(0, 'It is nested too deeply.')])
  const lines = new LineCounter()
  const limits = { lines, mostFaults: MOST_FINDINGS, mostDocuments: MOST_DOCUMENTS }
  const documents: Document[] = yamlDocuments(text, limits)
  const targets = new Map<Alias, Node>()
  const faults = documents.flatMap((document) => [
    ...document.errors.slice(0, MOST_FINDINGS).map(({ pos, message }) => yamlSyntax(pos[0], message)),
    ...structureFaults(document, targets)
  ])
  const [first] = documents
  return yamlFile(isNode(first?.contents) ? first.contents : undefined, targets, faults)
}

const yamlSyntax = (at: number, message: string) => fileError('yaml_syntax', at, message)

/** Finds what the parser leaves out, because it would take ever longer, and says what each alias stands for. */
function structureFaults(document: Document, targets: Map<Alias, Node>): FileFault[] {
  const anchors = new Map<string, Node>()
  const faults: FileFault[] = []
  visit(document, {
    Alias(_, alias) {
      const target = anchors.get(alias.source)
      if (target) targets.set(alias, target)
      else faults.push(unknownAnchor(alias))
    },
    Value(_, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node)
      if (isMap(node)) faults.push(...repeatedKeys(node))
    }
  })
  return faults
}

const unknownAnchor = (alias: Alias) =>
  yamlSyntax(offsetOf(alias), `Nothing above has the anchor ${quotedName(alias.source)}.`)

function repeatedKeys({ items }: YAMLMap): FileFault[] {
  const seen = new Set<string>()
  return items.flatMap(({ key }) => {
    const name = isScalar(key) ? String(key.value) : undefined
    if (name === undefined || name === MERGE) return []
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [yamlSyntax(offsetOf(key), `The key ${quotedName(name)} occurs twice: remove one of them.`)]
  })
}

const MERGE = '<<'

/** Where a node begins. */
export const offsetOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0)

function yamlFile(root: Node | undefined, targets: ReadonlyMap<Alias, Node>, faults: FileFault[]): YamlFile {
  const follow = (node: unknown): Node | undefined => {
    const target = isAlias(node) ? targets.get(node) : node
    return isNode(target) && !isEmptyScalar(target) ? target : undefined
  }
  const known = new Map<YAMLMap, MapView>()
  const viewOf = (map: YAMLMap): MapView => {
    const view = known.get(map) ?? mapView(map, follow)
    known.set(map, view)
    return view
  }
  return {
    root: follow(root),
    faults,
    follow,
    entry: (node, name) => (isMap(node) ? entryIn(viewOf, [node], name) : undefined),
    entries: (node) => (isMap(node) ? [...viewOf(node).own.values()] : []),
    items: (node) => (isSeq(node) ? node.items.map(follow).filter((item) => item !== undefined) : [])
  }
}

interface MapView {
  own: ReadonlyMap<string, YamlEntry>
  /** The maps that it merges, each once. */
  merged: readonly YAMLMap[]
}

function mapView({ items }: YAMLMap, follow: YamlFile['follow']): MapView {
  const entries = items.flatMap(({ key, value }) =>
    isScalar(key) ? [{ name: String(key.value), at: offsetOf(key), value: follow(value) }] : []
  )
  const merged = entries
    .filter(({ name }) => name === MERGE)
    .flatMap(({ value }) => (isSeq(value) ? value.items.map(follow) : [value]))
    .filter((node) => isMap(node))
  const own = entries.filter(({ name }) => name !== MERGE).map((entry) => [entry.name, entry] as const)
  return { own: new Map(own), merged: [...new Set(merged)] }
}

/** Its own entry, or that of the first map that it merges, however deep. */
function entryIn(viewOf: (map: YAMLMap) => MapView, maps: YAMLMap[], name: string): YamlEntry | undefined {
  const seen = new Set(maps)
  // A set is walked in the order in which it grows.
  for (const map of seen) {
    const { own, merged } = viewOf(map)
    const found = own.get(name)
    if (found) return found
    for (const other of merged) seen.add(other)
  }
  return undefined
}

const isEmptyScalar = (node: Node): boolean => isScalar(node) && (node.value === null || node.value === '')

/** The text of a scalar; undefined for anything else. */
export const yamlText = (node: Node | undefined): string | undefined =>
  isScalar(node) && typeof node.value === 'string' ? node.value : undefined

/** Whether it is a list or a map without entries. */
export const isEmptyCollection = (node: Node): boolean =>
  (isMap(node) || isSeq(node)) && node.items.length === 0
