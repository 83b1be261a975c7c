// What workflows do that policies forbid.
import { isMap, isSeq, LineCounter, type Node } from 'yaml'
import { looseGlobMatches } from '../text/glob.js'
import { offsetOf, readYaml, type YamlEntry, type YamlFile, yamlText } from './config-files/yaml-file.js'

export interface WorkflowSource {
  path: string
  /** Undefined if it is no text, or too large to be read. */
  text: string | undefined
}

/** A place in a workflow, and what is wrong with it. */
export interface WorkflowFault {
  path: string
  line: number
  what: string
}

/** What policies ask about, of one workflow. */
export interface WorkflowFacts {
  /** Whoever cannot read it cannot say that nothing is wrong. */
  unread: readonly WorkflowFault[]
  /** Steps that fetch what outsiders propose, with the rights of the repository. */
  dangers: readonly WorkflowFault[]
  /** Actions and workflows of others. */
  used: readonly WorkflowFault[]
}

/** What runs in the name of the repository although outsiders cause it. */
const TRUSTED_TRIGGERS = ['pull_request_target', 'workflow_run', 'issue_comment']

/** An expression, a variable or a command that leads to what was proposed. */
const PROPOSED_HEAD =
  /github\.event\.(?:pull_request\.(?:head|merge_commit_sha)|workflow_run\.(?:head|pull_requests)|issue\.pull_request)|github\.head_ref|GITHUB_HEAD_REF|refs\/pull\/|\bgh pr checkout\b|\bpull\/\S{1,80}\/(?:head|merge)\b/i

/** What another step or the caller says is not known. */
const SAID_ELSEWHERE = /\b(?:steps|needs|inputs)\./

const CHECKOUT = /^actions\/checkout(?:@|$)/i
const FETCHES = /\bgit\s+(?:fetch|pull|checkout|clone|switch|reset|worktree)\b|\bgh\s+(?:pr|repo)\b/

/** The host allows no longer names. */
const LONGEST_NAME = 200
const LONGEST_RUN = 64 * 1024

export function workflowFacts({ path, text }: WorkflowSource): WorkflowFacts {
  const yaml = text === undefined ? undefined : readYaml(text)
  if (text === undefined || !yaml || yaml.faults.length > 0)
    return { unread: [{ path, line: 1, what: 'cannot be read' }], dangers: [], used: [] }
  const jobs = [...new Set(yaml.entries(yaml.entry(yaml.root, 'jobs')?.value).flatMap(nodeOf))]
  const lineOf = linesOf(text)
  const trigger = TRUSTED_TRIGGERS.find((name) => isTriggeredBy(yaml, name))
  const what = `${trigger} fetches the proposed head`
  const parts = jobs.flatMap((job) => partsOf(yaml, job))
  // Parts that share an anchor are one part.
  const seen = new Set<Node>()
  const own = parts.filter(({ node }) => !seen.has(node) && seen.add(node))
  const dangers = trigger === undefined ? [] : own.filter((part) => fetchesHead(yaml, part))
  return {
    unread: [],
    dangers: dangers.map(({ node }) => ({ path, line: lineOf(node), what })),
    used: own.flatMap(({ node }) => {
      const name = yamlText(yaml.entry(node, 'uses')?.value)
      if (name === undefined || name.startsWith('./')) return []
      return [{ path, line: lineOf(node), what: name.slice(0, LONGEST_NAME) }]
    })
  }
}

/** A repository that uses more is not checked to its end. */
const MOST_NAMES = 500

/** Actions and workflows of others that no pattern allows. */
export function foreignActions(used: readonly WorkflowFault[], allowed: readonly string[]): WorkflowFault[] {
  const names = new Set(used.map(({ what }) => what))
  const patterns = allowed.map((pattern) => pattern.toLowerCase())
  const foreign = new Set([...names].filter((name, at) => at >= MOST_NAMES || !isAllowed(name, patterns)))
  return used.filter(({ what }) => foreign.has(what))
}

function isAllowed(used: string, allowed: readonly string[]): boolean {
  const name = used.toLowerCase()
  const [path = ''] = name.split('@')
  const repository = path.split('/').slice(0, 2).join('/')
  return allowed.some((pattern) =>
    pattern.includes('@')
      ? looseGlobMatches(pattern, name)
      : looseGlobMatches(pattern, path) || looseGlobMatches(pattern, repository)
  )
}

function linesOf(text: string): (node: Node) => number {
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
  return (node) => lines.linePos(offsetOf(node)).line
}

const nodeOf = ({ value }: YamlEntry): Node[] => (value ? [value] : [])

function isTriggeredBy(yaml: YamlFile, name: string): boolean {
  const on = yaml.entry(yaml.root, 'on')?.value
  if (isMap(on)) return yaml.entries(on).some((one) => one.name === name)
  if (isSeq(on)) return yaml.items(on).some((item) => yamlText(item) === name)
  return yamlText(on) === name
}

/** A job, or one of its steps. */
interface WorkflowPart {
  node: Node
  /** Maps of variables that it sees. */
  variables: readonly (Node | undefined)[]
}

function partsOf(yaml: YamlFile, job: Node): WorkflowPart[] {
  const variables = [yaml.root, job].map((node) => yaml.entry(node, 'env')?.value)
  const steps = yaml.items(yaml.entry(job, 'steps')?.value)
  return [
    { node: job, variables },
    ...steps.map((node) => ({ node, variables: [...variables, yaml.entry(node, 'env')?.value] }))
  ]
}

function fetchesHead(yaml: YamlFile, { node, variables }: WorkflowPart): boolean {
  const run = yamlText(yaml.entry(node, 'run')?.value)?.slice(0, LONGEST_RUN)
  const leads = (map: Node | undefined) => textsIn(yaml, map).some((text) => PROPOSED_HEAD.test(text))
  if (run !== undefined) return FETCHES.test(run) && (PROPOSED_HEAD.test(run) || variables.some(leads))
  const used = yamlText(yaml.entry(node, 'uses')?.value)
  const inputs = yaml.entry(node, 'with')?.value
  if (used === undefined || !CHECKOUT.test(used)) return used !== undefined && isCall(used) && leads(inputs)
  const refs = ['ref', 'repository'].map((name) => yamlText(yaml.entry(inputs, name)?.value) ?? '')
  return refs.some((ref) => PROPOSED_HEAD.test(ref) || SAID_ELSEWHERE.test(ref))
}

/** Of a workflow that is called with the rights of this one. */
const isCall = (used: string) => /\.ya?ml(?:@|$)/.test(used)

const textsIn = (yaml: YamlFile, map: Node | undefined): string[] =>
  yaml.entries(map).flatMap(({ value }) => yamlText(value) ?? [])
