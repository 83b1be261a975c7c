// Looks for what mends a failure: what it needs is read from the host as of the commit that failed.
import type { ServiceConfig } from '../../../schemas/service-config.js'
import type { Deps, Place } from '../../deps.js'
import { type Finding, linesOf } from '../../domain/heal/findings.js'
import type { Mending } from '../../domain/heal/mending.js'
import { HEAL_WORD, isConventional } from '../../domain/heal/proposal.js'
import { isForPeople } from '../../domain/heal/prospects.js'
import { repairFor } from '../../domain/repairs/index.js'
import { type Failure, type Repair, refused } from '../../domain/repairs/repair.js'
import { type HealRow, isOfFork } from '../../store/heal.js'
import { lastTitles } from '../../store/pull-requests.js'
import { unlessWithheld } from './logs.js'
import { prospectFor } from './model-patch.js'
import { planFor } from './repair.js'

/** What the failing commit and its author are, as far as the host tells. */
export interface Commit {
  isOwn: boolean
  /** Login of the person who wrote it. */
  author: string | null
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
  pillars: ServiceConfig['pillars']
}

/**
 * Nothing where no repair knows the failure and no language model may be asked about it. What could not be proposed is not
 * planned, and nothing is read for it.
 */
export async function mendingOf(deps: Deps, wanted: Wanted): Promise<Mending | undefined> {
  const { place, heal, finding, pillars } = wanted
  const failure = { type: finding.type, job: finding.job, lines: linesOf(finding) }
  const repair = repairFor(failure)
  if (!repair && !mayBeAsked(deps, finding)) return undefined
  const unplanned: Mending = {
    remedy: repair?.name ?? 'model',
    isOfWorkflow: repair?.isOfWorkflow ?? false,
    plan: undefined,
    isAtHead: false,
    isConventional: false
  }
  if (!pillars.ci_healing.auto_patch) return unplanned
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
  return mending ?? { ...unplanned, plan: refused('The host does not show the files of this commit.') }
}

/** Of what nobody knows and of what is not in the repository, a language model could only guess. */
const mayBeAsked = ({ model }: Deps, { type }: Finding) =>
  model !== undefined && type !== 'unknown' && !isForPeople(type)

async function plannedFor(
  deps: Deps,
  wanted: Wanted,
  repair: Repair | undefined,
  failure: Failure
): Promise<Partial<Mending>> {
  const { place, heal } = wanted
  const tree = await deps.host.sourcesOf(place, heal.headSha)
  if (!tree.isWhole) return { plan: refused('The repository has more files than the host lists.') }
  return {
    plan: repair
      ? await planFor(deps, { place, heal, repair, failure }, tree)
      : await prospectFor(deps, wanted, tree.files),
    isConventional: isConventional(
      tree.files.map(({ path }) => path),
      await lastTitles(deps.db, heal.repoId)
    )
  }
}
