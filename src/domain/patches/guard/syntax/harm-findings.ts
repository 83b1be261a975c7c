// Whether a change of one file is shown to be harmless by the syntax of its language: first what it newly reaches, as a list,
// then each difference between the trees.
import type { PatchedFile, PatchFault, PatchFinding } from '../patch.js'
import { mayReach, NODE_MODULES, plainModule } from './allowed.js'
import { commentFaults } from './comments.js'
import { type HarmFault, harmFault, type ProgramFacts } from './compare-context.js'
import { compareTrees } from './compare-trees.js'
import { childNode, childNodes, isNodeOf, nodeName, type SyntaxNode, textField, walkNodes } from './node.js'
import { NodeShapes } from './node-shapes.js'
import { parseSource, runWithTimeLimit, type SyntaxTree } from './parse.js'
import { listReaches } from './reach.js'
import { isFunction, scopeNames, statementNames } from './scopes.js'

const MOST_CHARACTERS = 150_000

/** All files of a change share one limit of time: many that are slow to read hold up the process no longer than one. */
export function harmFindings(files: readonly PatchedFile[]): PatchFinding[] {
  const changed = files.flatMap(({ path, before, after }) =>
    before === null || after === null || before === after ? [] : [{ path, before, after }]
  )
  const said = runWithTimeLimit(() => changed.map((edit) => inspectEdit(edit)))
  return changed.flatMap(({ path }, at) => toPatchFindings(path, said?.[at] ?? TOO_MUCH))
}

const TOO_MUCH = 'It takes too long to be read, or is nested too deeply.'

function toPatchFindings(path: string, said: EditFaults | string): PatchFinding[] {
  const finding = (kind: PatchFault, { line, reason }: { line: number | null; reason: string }) => ({
    ...{ fault: kind, path, line },
    reason
  })
  if (typeof said === 'string') return [finding('not_read', { line: null, reason: said })]
  return [
    ...said.reaches.map((one) => finding('reaches_out', one)),
    ...said.comments.map((one) => finding('check_suppressed', one)),
    ...said.changes.map((one) => finding('not_shown_harmless', one))
  ]
}

interface FileEdit {
  path: string
  before: string
  after: string
}

interface EditFaults {
  reaches: readonly HarmFault[]
  comments: readonly HarmFault[]
  changes: readonly HarmFault[]
}

function inspectEdit({ path, before, after }: FileEdit): EditFaults | string {
  if (Math.max(before.length, after.length) > MOST_CHARACTERS)
    return `It has more than ${MOST_CHARACTERS} characters to be read.`
  const [was, is] = [parseSource(before, path), parseSource(after, path)]
  if (typeof was === 'string') return `The text before cannot be read: ${was}.`
  if (typeof is === 'string') return `The text afterwards cannot be read: ${is}.`
  return {
    reaches: [...reachFaults(was, is, path), ...spellingFaults(was, is)],
    comments: commentFaults(was, is),
    changes: compareTrees(was.program, is.program, collectFacts(was, is))
  }
}

function reachFaults(before: SyntaxTree, after: SyntaxTree, path: string): HarmFault[] {
  const known = new Map<string, number>()
  for (const { what } of listReaches(before)) known.set(what, (known.get(what) ?? 0) + 1)
  const all: ReadonlySet<string> = new Set(known.keys())
  const news = listReaches(after).filter(({ what }) => {
    const count = known.get(what) ?? 0
    known.set(what, count - 1)
    return count <= 0 && !(all.has(what) && isCountless(what))
  })
  return news
    .filter((one) => !mayReach(one, all, path))
    .map(({ what, line }) => ({
      line,
      reason: `The code newly reaches ${what}, which is not on the list of what it may.`
    }))
}

/** Once it is reached, it may be as often as is wanted. */
const isCountless = (what: string) => /^(?:module|name|a member by) /.test(what)

/** A name that is not spelled in plain letters may be taken for another. */
function spellingFaults(before: SyntaxTree, after: SyntaxTree): HarmFault[] {
  const known = new Set(namesOf(before).map(({ raw }) => raw))
  return namesOf(after)
    .filter(({ raw, node }) => !known.has(raw) && (!/^#?[\w$-]+$/.test(raw) || raw !== nodeName(node)))
    .flatMap(({ node }) => harmFault(node, `The name ${nodeName(node)} is not spelled in plain letters.`))
}

const namesOf = ({ program, text }: SyntaxTree) =>
  [...walkNodes(program)]
    .filter((node) => isNodeOf(node, 'Identifier', 'JSXIdentifier'))
    .map((node) => ({ node, raw: text.slice(node.start, node.start + lengthOf(node)) }))

/** A typed parameter ends with its type. */
const lengthOf = (node: SyntaxNode) => Math.min(node.end - node.start, nameLength(node))

const nameLength = (node: SyntaxNode) =>
  childNode(node, 'typeAnnotation') || node['optional'] === true
    ? nodeName(node).length
    : node.end - node.start

function collectFacts(before: SyntaxTree, after: SyntaxTree): ProgramFacts {
  const shapes = new NodeShapes()
  const nodes = [...walkNodes(after.program)]
  const imports = nodes.filter((node) => isNodeOf(node, 'ImportDeclaration'))
  const isReaching = (node: SyntaxNode) => {
    const module = plainModule(textField(childNode(node, 'source'), 'value'))
    return NODE_MODULES.has(module) && !/^path|^url$|^util|^events$/.test(module)
  }
  const functions = nodes.filter((node) => isNodeOf(node, 'FunctionDeclaration') || isBoundFunction(node))
  return {
    shapes,
    known: new Set([...walkNodes(before.program)].map((node) => shapes.of(node))),
    functions: new Set([
      ...functions.map((node) => nodeName(childNode(node, 'id'))),
      ...imports.filter((node) => !isReaching(node)).flatMap(statementNames)
    ]),
    declared: new Set(nodes.flatMap((node) => [...scopeNames(node)])),
    reaching: new Set([...imports.filter(isReaching).flatMap(statementNames), ...nodes.flatMap(requiredIn)]),
    used: usedIn(nodes)
  }
}

const isBoundFunction = (node: SyntaxNode) =>
  isNodeOf(node, 'VariableDeclarator') && isFunction(childNode(node, 'init'))

/** Names that hold what `require` gives. */
const requiredIn = (node: SyntaxNode): string[] =>
  isNodeOf(node, 'VariableDeclaration') &&
  childNodes(node, 'declarations').some((one) => isLoad(childNode(one, 'init')))
    ? statementNames(node)
    : []

const isLoad = (node: SyntaxNode | undefined) => {
  const module = plainModule(textField(childNodes(node, 'arguments')[0], 'value'))
  return (
    nodeName(childNode(node, 'callee')) === 'require' &&
    NODE_MODULES.has(module) &&
    !/^path|^url$|^util|^events$/.test(module)
  )
}

/** Names that stand anywhere but where they are declared. */
function usedIn(nodes: readonly SyntaxNode[]): ReadonlySet<string> {
  const declaring = new Set(
    nodes.flatMap((node) => [
      childNode(node, 'local'),
      childNode(node, 'imported'),
      isNodeOf(node, 'VariableDeclarator') ? childNode(node, 'id') : undefined
    ])
  )
  return new Set(
    nodes
      .filter((node) => isNodeOf(node, 'Identifier', 'JSXIdentifier') && !declaring.has(node))
      .map((node) => nodeName(node))
  )
}
