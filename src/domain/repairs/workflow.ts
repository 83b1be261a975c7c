// Workflow files as text with positions, so that an edit changes only its place.
import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap
} from 'yaml'

export interface WorkflowStep {
  map: YAMLMap
  uses: Scalar<string> | undefined
  run: Scalar<string> | undefined
  shell: string | null
}

export interface WorkflowJob {
  id: string
  name: string | null
  map: YAMLMap
  steps: readonly WorkflowStep[]
}

export interface WorkflowFile {
  path: string
  text: string
  root: YAMLMap
  /** A local action counts as one job without a name. */
  jobs: readonly WorkflowJob[]
  /** A value used through an alias applies in several places. */
  hasAliases: boolean
}

const LONGEST_WORKFLOW = 100_000

/** Undefined if the file cannot be parsed. */
export function parseWorkflow(path: string, text: string): WorkflowFile | undefined {
  if (text.length > LONGEST_WORKFLOW) return undefined
  try {
    const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false })
    const root = document.contents
    if (document.errors.length > 0 || !isMap(root)) return undefined
    return { path, text, root, jobs: jobsIn(root), hasAliases: hasAliases(root) }
  } catch {
    // The parser throws on texts beyond its own limits.
    return undefined
  }
}

function hasAliases(root: YAMLMap): boolean {
  let found = false
  visit(root, {
    Alias() {
      found = true
      return visit.BREAK
    }
  })
  return found
}

function jobsIn(root: YAMLMap): WorkflowJob[] {
  const jobs = yamlNodeAt(root, 'jobs')
  const runs = yamlNodeAt(root, 'runs')
  if (isMap(runs)) return [{ id: '', name: null, map: runs, steps: stepsIn(runs) }]
  if (!isMap(jobs)) return []
  return jobs.items.flatMap(({ key, value }) =>
    isScalar(key) && isMap(value)
      ? [{ id: String(key.value), name: scalarText(value, 'name'), map: value, steps: stepsIn(value) }]
      : []
  )
}

function stepsIn(job: YAMLMap): WorkflowStep[] {
  const steps = yamlNodeAt(job, 'steps')
  if (!isSeq(steps)) return []
  return steps.items.filter(isMap).map((map) => ({
    map,
    uses: scalarAt(map, 'uses'),
    run: scalarAt(map, 'run'),
    shell: scalarText(map, 'shell') ?? shellFor(job)
  }))
}

const shellFor = (map: YAMLMap) => {
  const run = yamlNodeAt(yamlNodeAt(map, 'defaults'), 'run')
  return isMap(run) ? scalarText(run, 'shell') : null
}

/** The default shell of a workflow, for steps and jobs that set none. */
export const defaultShell = ({ root }: WorkflowFile): string | null => shellFor(root)

export function yamlNodeAt(map: unknown, key: string): Node | undefined {
  if (!isMap(map)) return undefined
  const pair = map.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key)
  // Cast: the parser types values as unknown.
  return (pair?.value ?? undefined) as Node | undefined
}

function scalarAt(map: unknown, key: string): Scalar<string> | undefined {
  const node = yamlNodeAt(map, key)
  return isText(node) ? node : undefined
}

export const scalarText = (map: unknown, key: string): string | null => scalarAt(map, key)?.value ?? null

const isText = (node: unknown): node is Scalar<string> => isScalar(node) && typeof node.value === 'string'

/** The line ending that the text already uses. */
export const lineEnding = (text: string) => (text.includes('\r\n') ? '\r\n' : '\n')

/** All strings below a node, without keys. */
export function scalarsUnder(node: unknown): Scalar<string>[] {
  if (isText(node)) return [node]
  if (isSeq(node)) return node.items.flatMap(scalarsUnder)
  if (isMap(node)) return node.items.flatMap(({ value }) => scalarsUnder(value))
  return []
}

export interface TextEdit {
  from: number
  to: number
  text: string
}

/** The range of a node in the text, without what follows it. */
export function nodeRange({ range }: Node): { from: number; to: number } {
  if (!range) throw new Error('the YAML parser returned a node without a range')
  return { from: range[0], to: range[1] }
}

/** Replaces a scalar and keeps its quotes. */
export function replaceScalar({ text }: WorkflowFile, scalar: Scalar<string>, value: string): TextEdit {
  const place = nodeRange(scalar)
  const raw = text.slice(place.from, place.to)
  return { ...place, text: raw.replace(scalar.value, () => value) }
}

/** Undefined if the result is not a valid workflow. */
export function applyTextEdits(workflow: WorkflowFile, edits: readonly TextEdit[]): string | undefined {
  let { text } = workflow
  for (const { from, to, text: inserted } of [...edits].sort((a, b) => b.from - a.from))
    text = text.slice(0, from) + inserted + text.slice(to)
  return parseWorkflow(workflow.path, text) ? text : undefined
}
