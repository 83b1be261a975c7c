// A workflow or an action as the rule reads it: its triggers, jobs and steps, with their lines.
import { isMap, isScalar, isSeq, type Node } from 'yaml'
import { lineStartsOf } from '../../../enforcement/config-files/findings.js'
import { offsetOf, readYaml, type YamlFile, yamlText } from '../../../enforcement/config-files/yaml-file.js'

export interface WorkflowStepView {
  node: Node
  line: number
  name: string
  uses: string | undefined
  run: string | undefined
  /** The line at which the script begins. */
  runLine: number
  condition: string
  /** The texts under `with`, by their names. */
  inputs: ReadonlyMap<string, string>
  /** All texts of variables that it sees. */
  variables: readonly string[]
  /** Its own variables by their names. */
  ownVariables: ReadonlyMap<string, string>
}

export interface WorkflowJobView {
  id: string
  line: number
  /** Of a job that calls a workflow. */
  uses: string | undefined
  condition: string
  environment: boolean
  /** Jobs for which it waits. */
  needs: readonly string[]
  runners: readonly string[]
  inheritsSecrets: boolean
  permissions: Permissions | undefined
  steps: readonly WorkflowStepView[]
  /** Everything that it says. */
  texts: readonly string[]
}

/** `all` stands for every scope. */
export type Permissions = ReadonlyMap<string, string>

export interface WorkflowView {
  triggers: ReadonlySet<string>
  /** The branches to which `workflow_run` is limited. */
  isLimitedToBranches: boolean
  permissions: Permissions | undefined
  permissionsLine: number | null
  jobs: readonly WorkflowJobView[]
}

const LONGEST_WORKFLOW = 256 * 1024
const LONGEST_TEXT = 64 * 1024

interface Reading {
  yaml: YamlFile
  lineOf(node: Node | undefined): number
}

/** Undefined if it cannot be read. */
export function readWorkflow(text: string): WorkflowView | undefined {
  if (text.length > LONGEST_WORKFLOW) return undefined
  const yaml = readYaml(text)
  if (yaml.faults.length > 0 || !isMap(yaml.root)) return undefined
  const reading = { yaml, lineOf: lineFinder(text) }
  const permissions = yaml.entry(yaml.root, 'permissions')
  const on = yaml.entry(yaml.root, 'on')?.value
  return {
    triggers: new Set(triggersIn(yaml, on)),
    isLimitedToBranches: yaml.entry(yaml.entry(on, 'workflow_run')?.value, 'branches') !== undefined,
    permissions: permissionsOf(yaml, permissions?.value),
    permissionsLine: permissions ? reading.lineOf(permissions.value) : null,
    jobs: jobsOf(reading)
  }
}

function lineFinder(text: string): (node: Node | undefined) => number {
  const starts = lineStartsOf(text)
  return (node) => {
    const at = offsetOf(node)
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

function triggersIn(yaml: YamlFile, on: Node | undefined): string[] {
  if (isMap(on)) return yaml.entries(on).map(({ name }) => name)
  if (isSeq(on)) return yaml.items(on).flatMap((item) => yamlText(item) ?? [])
  return [yamlText(on) ?? '']
}

function permissionsOf(yaml: YamlFile, node: Node | undefined): Permissions | undefined {
  const word = yamlText(node)
  if (word !== undefined) return new Map([['all', word.replace('-all', '')]])
  if (!isMap(node)) return undefined
  return new Map(yaml.entries(node).map(({ name, value }) => [name, yamlText(value) ?? '']))
}

function jobsOf({ yaml, lineOf }: Reading): WorkflowJobView[] {
  const jobs = yaml.entries(yaml.entry(yaml.root, 'jobs')?.value)
  const runs = yaml.entry(yaml.root, 'runs')?.value
  const all = runs ? [{ name: '', value: runs }] : jobs
  return all.flatMap(({ name, value }) => (isMap(value) ? [jobOf({ yaml, lineOf }, name, value)] : []))
}

function jobOf(reading: Reading, id: string, node: Node): WorkflowJobView {
  const { yaml, lineOf } = reading
  const at = (name: string) => yaml.entry(node, name)?.value
  const shared = [yaml.entry(yaml.root, 'env')?.value, at('env')].flatMap((one) => textsBelow(yaml, one))
  return {
    id,
    line: lineOf(node),
    uses: yamlText(at('uses')),
    condition: conditionOf(at('if')),
    environment: at('environment') !== undefined,
    needs: textsBelow(yaml, at('needs')),
    runners: textsBelow(yaml, at('runs-on')),
    inheritsSecrets: yamlText(at('secrets')) === 'inherit',
    permissions: permissionsOf(yaml, at('permissions')),
    steps: yaml.items(at('steps')).map((step) => stepOf(reading, step, shared)),
    texts: textsBelow(yaml, node)
  }
}

function stepOf({ yaml, lineOf }: Reading, node: Node, shared: readonly string[]): WorkflowStepView {
  const at = (name: string) => yaml.entry(node, name)?.value
  const run = at('run')
  return {
    node,
    line: lineOf(node),
    name: yamlText(at('name')) ?? '',
    uses: yamlText(at('uses')),
    run: yamlText(run)?.slice(0, LONGEST_TEXT),
    runLine: run ? lineOf(run) + (isBlock(run) ? 1 : 0) : lineOf(node),
    condition: conditionOf(at('if')),
    inputs: textsOf(yaml, at('with')),
    variables: [...shared, ...textsBelow(yaml, at('env'))],
    ownVariables: textsOf(yaml, at('env'))
  }
}

/** A text that begins in the line after its mark. */
const isBlock = (node: Node) =>
  isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')

const textsOf = (yaml: YamlFile, map: Node | undefined) =>
  new Map(yaml.entries(map).map(({ name, value }) => [name, scalarOf(value).slice(0, LONGEST_TEXT)]))

const scalarOf = (node: Node | undefined) => (isScalar(node) ? String(node.value) : '')
const conditionOf = scalarOf

const DEEPEST = 8

function textsBelow(yaml: YamlFile, node: Node | undefined, depth = 0): string[] {
  if (depth > DEEPEST) return []
  if (isMap(node)) return yaml.entries(node).flatMap(({ value }) => textsBelow(yaml, value, depth + 1))
  if (isSeq(node)) return yaml.items(node).flatMap((item) => textsBelow(yaml, item, depth + 1))
  const text = scalarOf(node)
  return text === '' ? [] : [text.slice(0, LONGEST_TEXT)]
}

/** Run with the rights of the repository although outsiders cause them. */
const PRIVILEGED = [
  'pull_request_target',
  'workflow_run',
  'issue_comment',
  'issues',
  'discussion',
  'discussion_comment',
  'pull_request_review',
  'pull_request_review_comment'
]

export const privilegedTrigger = ({ triggers }: WorkflowView): string | undefined =>
  PRIVILEGED.find((name) => triggers.has(name))
