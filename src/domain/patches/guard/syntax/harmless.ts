// Whether a change of one file is shown to be harmless by the syntax of its language: first what it newly reaches, as a list,
// then each difference between the trees.
import type { PatchedFile, PatchFault, PatchFinding } from '../patch.js'
import { mayReach, OF_NODE, plainModule } from './allowed.js'
import { commentFaults } from './comments.js'
import { judged } from './judge.js'
import { type Facts, type Fault, fault } from './judging.js'
import { is, type Node, nameOf, nodeAt, nodesAt, textAt, within } from './node.js'
import { inTime, type Tree, treeOf } from './parse.js'
import { reachesOf } from './reach.js'
import { Shapes } from './same.js'
import { declaredBy, declaredIn, isFunction } from './scopes.js'

const MOST_CHARACTERS = 150_000

/** All files of a change share one limit of time: many that are slow to read hold up the process no longer than one. */
export function harmFindings(files: readonly PatchedFile[]): PatchFinding[] {
  const changed = files.flatMap(({ path, before, after }) =>
    before === null || after === null || before === after ? [] : [{ path, before, after }]
  )
  const said = inTime(() => changed.map((edit) => saidOf(edit)))
  return changed.flatMap(({ path }, at) => findingsOf(path, said?.[at] ?? TOO_MUCH))
}

const TOO_MUCH = 'It takes too long to be read, or is nested too deeply.'

function findingsOf(path: string, said: Said | string): PatchFinding[] {
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

interface Edit {
  path: string
  before: string
  after: string
}

interface Said {
  reaches: readonly Fault[]
  comments: readonly Fault[]
  changes: readonly Fault[]
}

function saidOf({ path, before, after }: Edit): Said | string {
  if (Math.max(before.length, after.length) > MOST_CHARACTERS)
    return `It has more than ${MOST_CHARACTERS} characters to be read.`
  const [was, is] = [treeOf(before, path), treeOf(after, path)]
  if (typeof was === 'string') return `The text before cannot be read: ${was}.`
  if (typeof is === 'string') return `The text afterwards cannot be read: ${is}.`
  return {
    reaches: [...reachFaults(was, is, path), ...spellingFaults(was, is)],
    comments: commentFaults(was, is),
    changes: judged(was.program, is.program, factsOf(was, is))
  }
}

function reachFaults(before: Tree, after: Tree, path: string): Fault[] {
  const known = new Map<string, number>()
  for (const { what } of reachesOf(before)) known.set(what, (known.get(what) ?? 0) + 1)
  const all: ReadonlySet<string> = new Set(known.keys())
  const news = reachesOf(after).filter(({ what }) => {
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
function spellingFaults(before: Tree, after: Tree): Fault[] {
  const known = new Set(namesOf(before).map(({ raw }) => raw))
  return namesOf(after)
    .filter(({ raw, node }) => !known.has(raw) && (!/^#?[\w$-]+$/.test(raw) || raw !== nameOf(node)))
    .flatMap(({ node }) => fault(node, `The name ${nameOf(node)} is not spelled in plain letters.`))
}

const namesOf = ({ program, text }: Tree) =>
  [...within(program)]
    .filter((node) => is(node, 'Identifier', 'JSXIdentifier'))
    .map((node) => ({ node, raw: text.slice(node.start, node.start + lengthOf(node)) }))

/** A typed parameter ends with its type. */
const lengthOf = (node: Node) => Math.min(node.end - node.start, nameLength(node))

const nameLength = (node: Node) =>
  nodeAt(node, 'typeAnnotation') || node['optional'] === true ? nameOf(node).length : node.end - node.start

function factsOf(before: Tree, after: Tree): Facts {
  const shapes = new Shapes()
  const nodes = [...within(after.program)]
  const imports = nodes.filter((node) => is(node, 'ImportDeclaration'))
  const isReaching = (node: Node) => {
    const module = plainModule(textAt(nodeAt(node, 'source'), 'value'))
    return OF_NODE.has(module) && !/^path|^url$|^util|^events$/.test(module)
  }
  const functions = nodes.filter((node) => is(node, 'FunctionDeclaration') || isBoundFunction(node))
  return {
    shapes,
    known: new Set([...within(before.program)].map((node) => shapes.of(node))),
    functions: new Set([
      ...functions.map((node) => nameOf(nodeAt(node, 'id'))),
      ...imports.filter((node) => !isReaching(node)).flatMap(declaredIn)
    ]),
    declared: new Set(nodes.flatMap((node) => [...declaredBy(node)])),
    reaching: new Set([...imports.filter(isReaching).flatMap(declaredIn), ...nodes.flatMap(requiredIn)]),
    used: usedIn(nodes)
  }
}

const isBoundFunction = (node: Node) => is(node, 'VariableDeclarator') && isFunction(nodeAt(node, 'init'))

/** Names that hold what `require` gives. */
const requiredIn = (node: Node): string[] =>
  is(node, 'VariableDeclaration') && nodesAt(node, 'declarations').some((one) => isLoad(nodeAt(one, 'init')))
    ? declaredIn(node)
    : []

const isLoad = (node: Node | undefined) => {
  const module = plainModule(textAt(nodesAt(node, 'arguments')[0], 'value'))
  return (
    nameOf(nodeAt(node, 'callee')) === 'require' &&
    OF_NODE.has(module) &&
    !/^path|^url$|^util|^events$/.test(module)
  )
}

/** Names that stand anywhere but where they are declared. */
function usedIn(nodes: readonly Node[]): ReadonlySet<string> {
  const declaring = new Set(
    nodes.flatMap((node) => [
      nodeAt(node, 'local'),
      nodeAt(node, 'imported'),
      is(node, 'VariableDeclarator') ? nodeAt(node, 'id') : undefined
    ])
  )
  return new Set(
    nodes
      .filter((node) => is(node, 'Identifier', 'JSXIdentifier') && !declaring.has(node))
      .map((node) => nameOf(node))
  )
}
