// Workflows of the host.
import { isMap, type Node } from 'yaml'
import { type FileFault, fileError, fileWarning, quotedName } from './findings.js'
import {
  isEmptyCollection,
  offsetOf,
  readYaml,
  type YamlEntry,
  type YamlFile,
  yamlText
} from './yaml-file.js'

export function validateWorkflow(text: string): FileFault[] {
  const file = readYaml(text)
  if (file.faults.length > 0) return file.faults
  const { root } = file
  const top = [...triggerFaults(file), ...permissionFaults(file, root)]
  const jobs = file.entry(root, 'jobs')
  const all = file.entries(jobs?.value)
  if (all.length === 0)
    return [
      ...top,
      fileError('missing_jobs', jobs?.at ?? 0, 'A workflow needs at least one job under "jobs".')
    ]
  const seen = new Set<Node>()
  return [...top, ...all.flatMap((job) => jobFaults(file, job, seen))]
}

function triggerFaults({ root, entry }: YamlFile): FileFault[] {
  const trigger = entry(root, 'on')
  if (trigger?.value && !isEmptyCollection(trigger.value)) return []
  const message = 'A workflow needs "on" with at least one event that starts it.'
  return [fileError('missing_trigger', trigger?.at ?? 0, message)]
}

/** Jobs that share a part by its anchor are told of it once. */
function jobFaults(file: YamlFile, { name, at, value: job }: YamlEntry, seen: Set<Node>): FileFault[] {
  if (job && seen.has(job)) return []
  if (job) seen.add(job)
  const called = file.entry(job, 'uses')
  const permissions = permissionFaults(file, job)
  if (called) return [...permissions, ...usesFaults(called)]
  return [
    ...permissions,
    ...runnerFaults(file, { name, at, value: job }),
    ...stepsFaults(file, { name, at, value: job }, seen)
  ]
}

function runnerFaults({ entry }: YamlFile, { name, at, value: job }: YamlEntry): FileFault[] {
  const runner = entry(job, 'runs-on')
  if (runner?.value && !isEmptyCollection(runner.value)) return []
  const message = `The job ${quotedName(name)} needs "runs-on" to say where it runs, or "uses" to call a workflow.`
  return [fileError('missing_runs_on', runner?.at ?? at, message)]
}

function stepsFaults(file: YamlFile, { name, at, value: job }: YamlEntry, seen: Set<Node>): FileFault[] {
  const steps = file.entry(job, 'steps')
  const all = file.items(steps?.value)
  if (all.length === 0)
    return [fileError('empty_steps', steps?.at ?? at, `The job ${quotedName(name)} needs at least one step.`)]
  return all.flatMap((step) => {
    if (seen.has(step)) return []
    seen.add(step)
    const action = file.entry(step, 'uses')
    return action ? usesFaults(action) : []
  })
}

/** Branches and tags that move: what runs tomorrow is not what was reviewed today. */
const MOVING = /@(?:main|master|latest)$/

function usesFaults({ at, value }: YamlEntry): FileFault[] {
  const used = yamlText(value)
  if (used === undefined || !MOVING.test(used)) return []
  const message = `${quotedName(used)} may change at any time: name a release or, better, a full commit SHA.`
  return [fileWarning('unpinned_action', value ? offsetOf(value) : at, message)]
}

function permissionFaults({ entry }: YamlFile, node: Node | undefined): FileFault[] {
  const permissions = isMap(node) ? entry(node, 'permissions') : undefined
  if (yamlText(permissions?.value) !== 'write-all') return []
  const message = '"write-all" lets every step change everything: list the permissions that are needed.'
  return [fileWarning('broad_permissions', permissions?.at ?? 0, message)]
}
