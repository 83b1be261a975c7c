// Plans a repair of a failure, given the files that it asks for.
import type { Deps, Place } from '#deps.js'
import { finished } from '#domain/repairs/finished.js'
import {
  type Change,
  type Failure,
  type Files,
  type Ground,
  type Refusal,
  type Repair,
  refused
} from '#domain/repairs/repair.js'
import type { HealRow } from '#store/healing/attempts.js'

interface Wanted {
  place: Place
  heal: HealRow
  repair: Repair
  failure: Failure
}

type Tree = Awaited<ReturnType<Deps['host']['sourcesOf']>>

export async function planFor(
  deps: Deps,
  { place, heal, repair, failure }: Wanted,
  { files, others }: Tree
): Promise<Change | Refusal> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const workflow = (await deps.host.workflowPath(place, heal.hostRunId)) ?? null
  const ground: Ground = { failure, workflow, paths: new Set(byPath.keys()), others: new Set(others) }
  const plan = await planned(deps, repair, ground, (path) => textAt(deps, place, byPath.get(path)))
  if (plan.is === 'refused') return plan
  const withModes = plan.files.map((file) => ({ ...file, mode: byPath.get(file.path)?.mode ?? '100644' }))
  return { ...plan, files: withModes }
}

const LARGEST_BYTES = 500_000

async function textAt({ host }: Deps, place: Place, file: { sha: string; size: number } | undefined) {
  return file && file.size <= LARGEST_BYTES ? host.sourceText(place, file.sha) : undefined
}

async function planned(
  { format }: Deps,
  repair: Repair,
  ground: Ground,
  read: (path: string) => Promise<string | undefined>
): Promise<Change | Refusal> {
  const paths = repair.needs(ground)
  if (!paths) return refused('The files that it would change are not to be found.')
  const files: Files = await textsOf(paths, read)
  const plan = repair.plan(ground, files)
  return plan.is === 'format' ? finished(plan, await format(plan.files)) : plan
}

async function textsOf(paths: readonly string[], read: (path: string) => Promise<string | undefined>) {
  const files = new Map<string, string>()
  for (const path of paths) {
    const text = await read(path)
    if (text !== undefined) files.set(path, text)
  }
  return files
}
