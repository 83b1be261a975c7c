// Looks for a repair of a failure: what it needs is read from the host as of the commit that failed.
import type { Deps, Place } from '../../deps.js'
import type { Finding } from '../../domain/heal/findings.js'
import { HEAL_WORD, isConventional } from '../../domain/heal/proposal.js'
import { finished } from '../../domain/repairs/finished.js'
import { repairFor } from '../../domain/repairs/index.js'
import {
  type Change,
  type Failure,
  type Files,
  type Ground,
  type Refusal,
  type Repair,
  refused
} from '../../domain/repairs/repair.js'
import { type HealRow, isOfFork } from '../../store/heal.js'
import { lastTitles } from '../../store/pull-requests.js'
import { unlessWithheld } from './logs.js'

/** What the failing commit and its author are, as far as the host tells. */
export interface Commit {
  isOwn: boolean
  /** Login of the person who wrote it. */
  author: string | null
}

export interface Mending {
  repair: Repair
  /** Nothing where it was not looked for: patches are off, or the branch has moved on. */
  plan: Change | Refusal | undefined
  /** Whether the branch still stands where the run was. */
  isAtHead: boolean
  isConventional: boolean
}

export async function commitOf(deps: Deps, place: Place, { headSha }: HealRow): Promise<Commit> {
  const facts = await deps.host.commitFacts(place, headSha)
  return {
    isOwn: facts?.message.includes(HEAL_WORD) ?? false,
    author: facts?.isByPerson ? facts.author : null
  }
}

interface Wanted {
  place: Place
  heal: HealRow
  finding: Finding
  /** Whether the settings allow a patch. */
  isPatchingOn: boolean
}

/** Nothing where no repair knows the failure. What could not be proposed is not planned, and nothing is read for it. */
export async function mendingOf(deps: Deps, wanted: Wanted): Promise<Mending | undefined> {
  const { place, heal, finding, isPatchingOn } = wanted
  const { type, job, extract } = finding
  const lines = extract.filter((chunk) => chunk.job === job).flatMap((chunk) => chunk.lines)
  const failure = { type, job, lines }
  const repair = repairFor(failure)
  if (!repair) return undefined
  const unplanned = { repair, plan: undefined, isAtHead: false, isConventional: false }
  if (!isPatchingOn) return unplanned
  const mending = await unlessWithheld(
    (async () => {
      // A fork may stand at the same commit, and its branch have the same name.
      const isAtHead =
        !(await isOfFork(deps.db, heal.ciRunId)) &&
        (await deps.host.branchTip(place, heal.branch)) === heal.headSha
      return isAtHead
        ? { ...unplanned, isAtHead, ...(await plannedFor(deps, wanted, repair, failure)) }
        : unplanned
    })()
  )
  const withheld = refused('The host does not show the files of this commit.')
  return mending ?? { ...unplanned, plan: withheld }
}

async function plannedFor(
  deps: Deps,
  { place, heal }: Wanted,
  repair: Repair,
  failure: Failure
): Promise<Partial<Mending>> {
  const { files, others, isWhole } = await deps.host.sourcesOf(place, heal.headSha)
  if (!isWhole) return { plan: refused('The repository has more files than the host lists.') }
  const modes = new Map(files.map((file) => [file.path, file]))
  const workflow = (await deps.host.workflowPath(place, heal.hostRunId)) ?? null
  const ground: Ground = { failure, workflow, paths: new Set(modes.keys()), others: new Set(others) }
  const plan = await planFor(deps, repair, ground, (path) => textAt(deps, place, modes.get(path)))
  const withModes = (change: Change): Change => ({
    ...change,
    files: change.files.map((file) => ({ ...file, mode: modes.get(file.path)?.mode ?? '100644' }))
  })
  return {
    plan: plan.is === 'change' ? withModes(plan) : plan,
    isConventional: isConventional(modes.keys(), await lastTitles(deps.db, heal.repoId))
  }
}

const LARGEST_BYTES = 500_000

async function textAt({ host }: Deps, place: Place, file: { sha: string; size: number } | undefined) {
  return file && file.size <= LARGEST_BYTES ? host.sourceText(place, file.sha) : undefined
}

async function planFor(
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
