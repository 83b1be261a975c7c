// Plans a repair of a failure with the files that it needs.
import type { Deps, RepositoryAccess } from '#deps.js'
import { toRepairChange } from '#domain/repairs/formatted-change.js'
import {
  type FailureLog,
  type FileTexts,
  type Repair,
  type RepairChange,
  type RepairContext,
  type RepairRefusal,
  refuseRepair
} from '#domain/repairs/repair.js'
import type { HealRow } from '#store/healing/attempts.js'

interface RepairPlanInput {
  place: RepositoryAccess
  heal: HealRow
  repair: Repair
  failure: FailureLog
}

type Tree = Awaited<ReturnType<Deps['host']['fetchSourceTree']>>

export async function planRepair(
  deps: Deps,
  { place, heal, repair, failure }: RepairPlanInput,
  { files, others }: Tree
): Promise<RepairChange | RepairRefusal> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const workflow = (await deps.host.workflowPath(place, heal.hostRunId)) ?? null
  const context: RepairContext = { failure, workflow, paths: new Set(byPath.keys()), others: new Set(others) }
  const plan = await runRepair(deps, repair, context, (path) => textAt(deps, place, byPath.get(path)))
  if (plan.is === 'refused') return plan
  const withModes = plan.files.map((file) => ({ ...file, mode: byPath.get(file.path)?.mode ?? '100644' }))
  return { ...plan, files: withModes }
}

const LARGEST_BYTES = 500_000

async function textAt(
  { host }: Deps,
  place: RepositoryAccess,
  file: { sha: string; size: number } | undefined
) {
  return file && file.size <= LARGEST_BYTES ? host.sourceText(place, file.sha) : undefined
}

async function runRepair(
  { format }: Deps,
  repair: Repair,
  context: RepairContext,
  read: (path: string) => Promise<string | undefined>
): Promise<RepairChange | RepairRefusal> {
  const paths = repair.needs(context)
  if (!paths) return refuseRepair('The files that a repair would change were not found.')
  const files: FileTexts = await textsOf(paths, read)
  const plan = repair.plan(context, files)
  return plan.is === 'format' ? toRepairChange(plan, await format(plan.files)) : plan
}

async function textsOf(paths: readonly string[], read: (path: string) => Promise<string | undefined>) {
  const files = new Map<string, string>()
  for (const path of paths) {
    const text = await read(path)
    if (text !== undefined) files.set(path, text)
  }
  return files
}
