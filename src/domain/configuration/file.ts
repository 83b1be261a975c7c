// Parses a configuration file. Any content is safe: nothing is executed, and time and memory are bounded.
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  visit,
  type YAMLMap
} from 'yaml'
import type { JsonObject } from '#schemas/common.js'
import { isYamlTooDeep, parseYamlDocument } from './document.js'
import { type ConfigFault, checkLayer, type LayerKind } from './findings.js'
import { parsePointer } from './pointer.js'

export interface LocatedConfigFault extends ConfigFault {
  line?: number
  column?: number
}

export interface ParsedConfigFile {
  /** Undefined if the file is invalid. */
  content?: JsonObject
  errors: LocatedConfigFault[]
  warnings: LocatedConfigFault[]
}

const LONGEST_FILE = 64 * 1024
const LONGEST_KEY = 100
const MOST_ERRORS = 50

export function parseConfigFile(text: string, kind: LayerKind): ParsedConfigFile {
  const lines = new LineCounter()
  try {
    if (text.length > LONGEST_FILE) return refusedFile(`must not be longer than ${LONGEST_FILE} characters`)
    if (isYamlTooDeep(text)) return refusedFile('is nested too deeply')
    const document = parseYamlDocument(text, lines, MOST_ERRORS)
    const faults = [...syntaxFaults(document, lines), ...structureFaults(document, lines)]
    if (faults.length > 0) return { errors: faults.slice(0, MOST_ERRORS), warnings: [] }
    return checkDocument(document, lines, kind)
  } catch {
    // The parser throws on texts beyond its own limits.
    return refusedFile('cannot be read')
  }
}

function refusedFile(message: string): ParsedConfigFile {
  return { errors: [{ path: '', message }], warnings: [] }
}

function syntaxFaults({ errors, warnings }: Document, lines: LineCounter): LocatedConfigFault[] {
  return [...errors, ...warnings].map(({ message, pos }) => ({
    path: '',
    message,
    ...lineAndColumn(pos[0], lines)
  }))
}

function lineAndColumn(offset: number, lines: LineCounter): { line: number; column: number } {
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}

/** What YAML allows and configuration files do not. */
function structureFaults(document: Document, lines: LineCounter): LocatedConfigFault[] {
  const faults: LocatedConfigFault[] = []
  visit(document, {
    Node(_, node) {
      const found = isMap(node) ? nameFaults(node) : nodeFaults(node)
      for (const { at, message } of found)
        faults.push({ path: '', message, ...lineAndColumn(offsetOf(at), lines) })
    }
  })
  return faults
}

interface NodeFault {
  at: unknown
  message: string
}

const offsetOf = (at: unknown) => (isNode(at) ? (at.range?.[0] ?? 0) : 0)

function nodeFaults(node: Node): NodeFault[] {
  const isLinked = isAlias(node) || ('anchor' in node && node.anchor !== undefined)
  return isLinked
    ? [{ at: node, message: 'Anchors and aliases are not supported: repeat the value instead' }]
    : []
}

function nameFaults(map: YAMLMap): NodeFault[] {
  const seen = new Set<string>()
  const faults = nodeFaults(map)
  for (const { key } of map.items) {
    const name = isScalar(key) ? String(key.value) : undefined
    if (name === undefined) faults.push({ at: key, message: 'A key must be a single string' })
    else if (seen.has(name))
      faults.push({ at: key, message: `The key ${name.slice(0, LONGEST_KEY)} occurs twice` })
    else seen.add(name)
  }
  return faults
}

function checkDocument(document: Document, lines: LineCounter, kind: LayerKind): ParsedConfigFile {
  // An empty file, or one of comments alone, is an empty object.
  const content: unknown = document.toJS({ maxAliasCount: 0 }) ?? {}
  const { errors, warnings } = checkLayer(content, kind)
  const placed = (faults: readonly ConfigFault[]) =>
    faults.map((fault) => locateFault(fault, document, lines))
  if (errors.length > 0) return { errors: placed(errors), warnings: placed(warnings) }
  // Cast: checkLayer has just verified that it is a plain object.
  return { content: content as JsonObject, errors: [], warnings: placed(warnings) }
}

/** The line and column of a fault. For a missing key, those of the object that lacks it. */
function locateFault(fault: ConfigFault, document: Document, lines: LineCounter): LocatedConfigFault {
  const keyPath = parsePointer(fault.path)
  for (; keyPath.length > 0; keyPath.pop()) {
    const node = document.getIn(keyPath, true)
    if (isNode(node) && node.range) return { ...fault, ...lineAndColumn(node.range[0], lines) }
  }
  return { ...fault, line: 1, column: 1 }
}

/** The fault in one line, for lists. */
export function faultSentence({ path, message, line, column }: LocatedConfigFault): string {
  const where = line === undefined ? '' : `line ${line}, column ${column}: `
  return `${where}${path === '' ? '' : `${path} `}${message}`
}
