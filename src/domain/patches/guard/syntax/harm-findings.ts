// Checks by syntax that a change of one file is harmless: first what the code newly reaches, then every difference
// between the trees.
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

/** All files share one time limit, so that several slow files take no longer than one. */
export function harmFindings(files: readonly PatchedFile[]): PatchFinding[] {
  const changed = files.flatMap(({ path, before, after }) =>
    before === null || after === null || before === after ? [] : [{ path, before, after }]
  )
  const inspected = runWithTimeLimit(() => changed.map((edit) => inspectEdit(edit)))
  return changed.flatMap(({ path }, index) => toPatchFindings(path, inspected?.[index] ?? TOO_MUCH))
}

const TOO_MUCH = 'It takes too long to be read, or is nested too deeply.'

function toPatchFindings(path: string, faults: EditFaults | string): PatchFinding[] {
  const finding = (kind: PatchFault, { line, reason }: { line: number | null; reason: string }) => ({
    fault: kind,
    path,
    line,
    reason
  })
  if (typeof faults === 'string') return [finding('not_read', { line: null, reason: faults })]
  return [
    ...faults.reaches.map((fault) => finding('reaches_out', fault)),
    ...faults.comments.map((fault) => finding('check_suppressed', fault)),
    ...faults.changes.map((fault) => finding('not_shown_harmless', fault))
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
  const [treeBefore, treeAfter] = [parseSource(before, path), parseSource(after, path)]
  if (typeof treeBefore === 'string') return `The text before cannot be read: ${treeBefore}.`
  if (typeof treeAfter === 'string') return `The text afterwards cannot be read: ${treeAfter}.`
  return {
    reaches: [...reachFaults(treeBefore, treeAfter, path), ...spellingFaults(treeBefore, treeAfter)],
    comments: commentFaults(treeBefore, treeAfter),
    changes: compareTrees(treeBefore.program, treeAfter.program, collectFacts(treeBefore, treeAfter))
  }
}

function reachFaults(before: SyntaxTree, after: SyntaxTree, path: string): HarmFault[] {
  const remaining = new Map<string, number>()
  for (const { what } of listReaches(before)) remaining.set(what, (remaining.get(what) ?? 0) + 1)
  const reachedBefore: ReadonlySet<string> = new Set(remaining.keys())
  const newReaches = listReaches(after).filter(({ what }) => {
    const count = remaining.get(what) ?? 0
    remaining.set(what, count - 1)
    return count <= 0 && !(reachedBefore.has(what) && isCountless(what))
  })
  return newReaches
    .filter((reach) => !mayReach(reach, reachedBefore, path))
    .map(({ what, line }) => ({
      line,
      reason: `The code newly reaches ${what}, which is not on the list of what it may.`
    }))
}

/** These may occur more often than before, once they occur. */
const isCountless = (what: string) => /^(?:module|name|a member by) /.test(what)

/** A name with other than plain letters may look like another name. */
function spellingFaults(before: SyntaxTree, after: SyntaxTree): HarmFault[] {
  const namesBefore = new Set(namesOf(before).map(({ raw }) => raw))
  return namesOf(after)
    .filter(({ raw, node }) => !namesBefore.has(raw) && (!/^#?[\w$-]+$/.test(raw) || raw !== nodeName(node)))
    .flatMap(({ node }) => harmFault(node, `The name ${nodeName(node)} is not spelled in plain letters.`))
}

const namesOf = ({ program, text }: SyntaxTree) =>
  [...walkNodes(program)]
    .filter((node) => isNodeOf(node, 'Identifier', 'JSXIdentifier'))
    .map((node) => ({ node, raw: text.slice(node.start, node.start + lengthOf(node)) }))

/** A typed parameter ends with its type annotation. */
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

/** Names that hold the result of `require`. */
const requiredIn = (node: SyntaxNode): string[] =>
  isNodeOf(node, 'VariableDeclaration') &&
  childNodes(node, 'declarations').some((declaration) => isLoad(childNode(declaration, 'init')))
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

/** Names in other positions than their declaration. */
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
