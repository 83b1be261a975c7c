// What workflows do that policies forbid.
import { isMap, isSeq, LineCounter, type Node } from 'yaml'
import { looseGlobMatches } from '../text/glob.js'
import { offsetOf, readYaml, type YamlEntry, type YamlFile, yamlText } from './config-files/yaml-file.js'

export interface WorkflowSource {
  path: string
  text: string
}

/** A place in a workflow, and what is wrong with it. */
export interface WorkflowFault {
  path: string
  line: number
  what: string
}

/** What runs in the name of the repository although outsiders cause it. */
const TRUSTED_TRIGGERS = ['pull_request_target', 'workflow_run', 'issue_comment']

/** An expression or a command that leads to what was proposed. */
const PROPOSED_HEAD =
  /github\.event\.(?:pull_request\.head|workflow_run\.head|issue\.pull_request)|github\.head_ref|refs\/pull\/|\bgh pr checkout\b|\bpull\/\S{1,80}\/(?:head|merge)\b/

const CHECKOUT = /^actions\/checkout(?:@|$)/

/** Steps that fetch what outsiders propose, in workflows that run with the rights of the repository. */
export function dangersIn(workflow: WorkflowSource): WorkflowFault[] {
  const file = readWorkflow(workflow)
  const trigger = TRUSTED_TRIGGERS.find((name) => isTriggeredBy(file, name))
  if (trigger === undefined) return []
  const what = `${trigger} fetches the proposed head`
  return file.steps
    .filter((step) => fetchesHead(file, step))
    .map((step) => ({ path: workflow.path, line: file.lineOf(step), what }))
}

/** Actions and workflows of others that no pattern allows. */
export function foreignActionsIn(workflow: WorkflowSource, allowed: readonly string[]): WorkflowFault[] {
  const file = readWorkflow(workflow)
  return [...file.jobs, ...file.steps].flatMap((node) => {
    const used = yamlText(file.yaml.entry(node, 'uses')?.value)
    if (used === undefined || used.startsWith('./') || isAllowed(used, allowed)) return []
    return [{ path: workflow.path, line: file.lineOf(node), what: used }]
  })
}

function isAllowed(used: string, allowed: readonly string[]): boolean {
  const name = used.toLowerCase()
  const [path = ''] = name.split('@')
  const repository = path.split('/').slice(0, 2).join('/')
  return allowed.some((given) => {
    const pattern = given.toLowerCase()
    if (pattern.includes('@')) return looseGlobMatches(pattern, name)
    return looseGlobMatches(pattern, path) || looseGlobMatches(pattern, repository)
  })
}

interface ReadWorkflow {
  yaml: YamlFile
  jobs: readonly Node[]
  steps: readonly Node[]
  lineOf(node: Node): number
}

/** What cannot be parsed cannot run either. */
function readWorkflow({ text }: WorkflowSource): ReadWorkflow {
  const yaml = readYaml(text)
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
  const jobs =
    yaml.faults.length > 0 ? [] : yaml.entries(yaml.entry(yaml.root, 'jobs')?.value).flatMap(nodeOf)
  const steps = jobs.flatMap((job) => yaml.items(yaml.entry(job, 'steps')?.value))
  // Parts that share an anchor are one part.
  return {
    yaml,
    jobs: [...new Set(jobs)],
    steps: [...new Set(steps)],
    lineOf: (node) => lines.linePos(offsetOf(node)).line
  }
}

const nodeOf = ({ value }: YamlEntry): Node[] => (value ? [value] : [])

function isTriggeredBy({ yaml }: ReadWorkflow, name: string): boolean {
  const on = yaml.entry(yaml.root, 'on')?.value
  if (isMap(on))
    return yaml.entry(on, name) !== undefined || yaml.entries(on).some((one) => one.name === name)
  if (isSeq(on)) return yaml.items(on).some((item) => yamlText(item) === name)
  return yamlText(on) === name
}

function fetchesHead({ yaml }: ReadWorkflow, step: Node): boolean {
  const run = yamlText(yaml.entry(step, 'run')?.value)
  if (run !== undefined && PROPOSED_HEAD.test(run) && FETCHES.test(run)) return true
  if (!CHECKOUT.test(yamlText(yaml.entry(step, 'uses')?.value) ?? '')) return false
  const inputs = yaml.entry(step, 'with')?.value
  return ['ref', 'repository'].some((name) =>
    PROPOSED_HEAD.test(yamlText(yaml.entry(inputs, name)?.value) ?? '')
  )
}

const FETCHES = /\bgit (?:fetch|pull|checkout|clone|switch)\b|\bgh pr checkout\b/
