// Whether artifacts would clash: version 4 refuses a second one of a name, where earlier versions joined them.
import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml'
import { scalarText, type WorkflowJob, type WorkflowStep, yamlNodeAt } from './workflow.js'

const [BEGINS, ENDS] = ['${{', '}}']

interface Upload {
  job: WorkflowJob
  step: WorkflowStep
  /** It stands in an action or a workflow that the run's own uses, and nothing here says how often. */
  isBeside: boolean
}

/** Why the names of all artifacts are not different ones for sure; nothing where they are. */
export function uploadClash(uploads: readonly Upload[]): string | undefined {
  if (uploads.some(({ isBeside }) => isBeside))
    return 'An action that the workflow uses uploads artifacts too, possibly several under one name.'
  const names = uploads.map(({ step }) => scalarText(yamlNodeAt(step.map, 'with'), 'name') ?? 'artifact')
  const isShared =
    uploads.some(({ job }, at) => !isUniquePerJob(job, names[at] ?? '')) ||
    names.some((name, at) => names.slice(at + 1).some((other) => maySharedName(name, other)))
  return isShared
    ? 'Several uploads share one name, or may do so: version 4 of actions/upload-artifact rejects the second.'
    : undefined
}

/** Each job of a matrix uploads: a name is one of its own only by all keys of the matrix. */
function isUniquePerJob({ map }: WorkflowJob, name: string): boolean {
  const strategy = yamlNodeAt(map, 'strategy')
  if (strategy === undefined) return true
  const matrix = yamlNodeAt(strategy, 'matrix')
  const keys = isMap(matrix) ? keysOf(matrix) : undefined
  return keys?.every((key) => holds(name, key)) ?? false
}

const holds = (name: string, key: string) =>
  [...name.matchAll(/\$\{\{ {0,9}matrix\.([\w-]{1,100}) {0,9}\}\}/g)].some(([, held]) => held === key)

/** Those that single combinations bring along as well; nothing where they cannot be told. */
function keysOf(matrix: YAMLMap): string[] | undefined {
  const [own, more] = [namesIn(matrix), yamlNodeAt(matrix, 'include')]
  if (more === undefined) return own
  return isSeq(more) && more.items.every(isMap) ? [...own, ...more.items.flatMap(namesIn)] : undefined
}

const namesIn = ({ items }: YAMLMap): string[] =>
  items
    .map(({ key }) => (isScalar(key) ? String(key.value) : ''))
    .filter((key) => key !== 'include' && key !== 'exclude')

/** An expression may be anything: only what stands before all of them, or behind them, tells names apart. */
function maySharedName(one: string, other: string): boolean {
  if (!one.includes(BEGINS) && !other.includes(BEGINS)) return one === other
  const [start, otherStart, end, otherEnd] = [startOf(one), startOf(other), endOf(one), endOf(other)]
  const isApart = !start.startsWith(otherStart) && !otherStart.startsWith(start)
  return !isApart && (end.endsWith(otherEnd) || otherEnd.endsWith(end))
}

const startOf = (name: string) => name.split(BEGINS, 1)[0] ?? ''
const endOf = (name: string) =>
  name.includes(BEGINS) ? name.slice(name.lastIndexOf(ENDS) + ENDS.length) : name
