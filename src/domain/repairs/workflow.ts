// Workflows as texts with places: what is changed is changed where it stands, and everything else stays as it was written.
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
  /** Of an action of the repository's own: one without a name. */
  jobs: readonly WorkflowJob[]
  /** What stands at one place of it holds at others too. */
  hasAliases: boolean
}

const LONGEST = 100_000

/** Nothing where it is none that can be read. */
export function parseWorkflow(path: string, text: string): WorkflowFile | undefined {
  if (text.length > LONGEST) return undefined
  try {
    const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false })
    const root = document.contents
    if (document.errors.length > 0 || !isMap(root)) return undefined
    return { path, text, root, jobs: jobsIn(root), hasAliases: hasAliases(root) }
  } catch {
    // What the parser throws is a text beyond what it was made for.
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

/** What the steps of a workflow run in where neither they nor their job say so. */
export const defaultShell = ({ root }: WorkflowFile): string | null => shellFor(root)

export function yamlNodeAt(map: unknown, key: string): Node | undefined {
  if (!isMap(map)) return undefined
  const pair = map.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === key)
  // The border to the parser, which types what a pair holds as anything.
  return (pair?.value ?? undefined) as Node | undefined
}

export function scalarAt(map: unknown, key: string): Scalar<string> | undefined {
  const node = yamlNodeAt(map, key)
  return isText(node) ? node : undefined
}

export const scalarText = (map: unknown, key: string): string | null => scalarAt(map, key)?.value ?? null

const isText = (node: unknown): node is Scalar<string> => isScalar(node) && typeof node.value === 'string'

/** As the text has them already. */
export const lineEnding = (text: string) => (text.includes('\r\n') ? '\r\n' : '\n')

/** All texts below a node, those of keys left out. */
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

/** Where a node stands in its text; nothing of what follows it. */
export function nodeRange({ range }: Node): { from: number; to: number } {
  if (!range) throw new Error('what was parsed has a place')
  return { from: range[0], to: range[1] }
}

/** In place of a text another one, quoted or not as it was. */
export function replaceScalar({ text }: WorkflowFile, scalar: Scalar<string>, value: string): TextEdit {
  const place = nodeRange(scalar)
  const raw = text.slice(place.from, place.to)
  return { ...place, text: raw.replace(scalar.value, () => value) }
}

/** Nothing where what comes of it is no workflow any more. */
export function applyTextEdits(workflow: WorkflowFile, edits: readonly TextEdit[]): string | undefined {
  let { text } = workflow
  for (const { from, to, text: put } of [...edits].sort((a, b) => b.from - a.from))
    text = text.slice(0, from) + put + text.slice(to)
  return parseWorkflow(workflow.path, text) ? text : undefined
}
