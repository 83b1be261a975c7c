// Detects artifact uploads with the same name: version 4 refuses the second one, where earlier versions merged them.
import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml'
import { scalarText, type WorkflowJob, type WorkflowStep, yamlNodeAt } from './workflow.js'

const [BEGINS, ENDS] = ['${{', '}}']

interface Upload {
  job: WorkflowJob
  step: WorkflowStep
  /** The step is in an action or a reusable workflow, which may run any number of times. */
  isInOtherFile: boolean
}

/** Why the names of the artifacts may collide; undefined if they are certainly distinct. */
export function uploadClash(uploads: readonly Upload[]): string | undefined {
  if (uploads.some(({ isInOtherFile }) => isInOtherFile))
    return 'An action that the workflow uses uploads artifacts too, possibly several under one name.'
  const names = uploads.map(({ step }) => scalarText(yamlNodeAt(step.map, 'with'), 'name') ?? 'artifact')
  const isShared =
    uploads.some(({ job }, at) => !isUniquePerJob(job, names[at] ?? '')) ||
    names.some((name, at) => names.slice(at + 1).some((other) => maySharedName(name, other)))
  return isShared
    ? 'Several uploads share one name, or may do so: version 4 of actions/upload-artifact rejects the second.'
    : undefined
}

/** A job of a matrix uploads once for each combination, so the name must contain every key of the matrix. */
function isUniquePerJob({ map }: WorkflowJob, name: string): boolean {
  const strategy = yamlNodeAt(map, 'strategy')
  if (strategy === undefined) return true
  const matrix = yamlNodeAt(strategy, 'matrix')
  const keys = isMap(matrix) ? keysOf(matrix) : undefined
  return keys?.every((key) => holds(name, key)) ?? false
}

const holds = (name: string, key: string) =>
  [...name.matchAll(/\$\{\{ {0,9}matrix\.([\w-]{1,100}) {0,9}\}\}/g)].some(([, named]) => named === key)

/** The keys of the matrix, including those of single combinations; undefined if they cannot be read. */
function keysOf(matrix: YAMLMap): string[] | undefined {
  const [keys, more] = [namesIn(matrix), yamlNodeAt(matrix, 'include')]
  if (more === undefined) return keys
  return isSeq(more) && more.items.every(isMap) ? [...keys, ...more.items.flatMap(namesIn)] : undefined
}

const namesIn = ({ items }: YAMLMap): string[] =>
  items
    .map(({ key }) => (isScalar(key) ? String(key.value) : ''))
    .filter((key) => key !== 'include' && key !== 'exclude')

/** An expression may have any value, so only the fixed text before and after can tell two names apart. */
function maySharedName(name: string, other: string): boolean {
  if (!name.includes(BEGINS) && !other.includes(BEGINS)) return name === other
  const [start, otherStart, end, otherEnd] = [startOf(name), startOf(other), endOf(name), endOf(other)]
  const isApart = !start.startsWith(otherStart) && !otherStart.startsWith(start)
  return !isApart && (end.endsWith(otherEnd) || otherEnd.endsWith(end))
}

const startOf = (name: string) => name.split(BEGINS, 1)[0] ?? ''
const endOf = (name: string) =>
  name.includes(BEGINS) ? name.slice(name.lastIndexOf(ENDS) + ENDS.length) : name
