// Looks for what mends a failure: what it needs is read from the host as of the commit that failed.

import type { Deps, Place } from '#deps.js'
import { isForPeople } from '#domain/healing/assessment.js'
import { type Finding, linesOf } from '#domain/healing/findings.js'
import { HEAL_WORD, isConventional } from '#domain/healing/proposal.js'
import type { RepairCandidate } from '#domain/healing/repair-candidate.js'
import { repairFor } from '#domain/repairs/index.js'
import { type Failure, type Repair, refused } from '#domain/repairs/repair.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { type HealRow, isOfFork } from '#store/healing/attempts.js'
import { lastTitles } from '#store/mirror/pull-requests.js'
import { unlessWithheld } from './logs.js'
import { offerFor } from './model-patch.js'
import { planFor } from './repair.js'

/** What the failing commit and its author are, as far as the host tells. */
export interface Commit {
  isOwn: boolean
  /** Login of the person who wrote it. */
  author: string | null
}

export async function readCommit(deps: Deps, place: Place, { headSha }: HealRow): Promise<Commit> {
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
export async function findRepair(deps: Deps, wanted: Wanted): Promise<RepairCandidate | undefined> {
  const { place, heal, finding, pillars } = wanted
  const failure = { type: finding.type, job: finding.job, lines: linesOf(finding) }
  const repair = repairFor(failure)
  if (!repair && !mayBeAsked(deps, finding)) return undefined
  const unplanned: RepairCandidate = {
    remedy: repair?.name ?? 'model',
    isOfWorkflow: repair?.isOfWorkflow ?? false,
    plan: undefined,
    isAtHead: false,
    isConventional: false
  }
  if (!pillars.ci_healing.auto_patch) return unplanned
  const candidate = await unlessWithheld(
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
  return candidate ?? { ...unplanned, plan: refused('The host does not show the files of this commit.') }
}

/** Of what nobody knows and of what is not in the repository, a language model could only guess. */
const mayBeAsked = ({ model }: Deps, { type }: Finding) =>
  model !== undefined && type !== 'unknown' && !isForPeople(type)

async function plannedFor(
  deps: Deps,
  wanted: Wanted,
  repair: Repair | undefined,
  failure: Failure
): Promise<Partial<RepairCandidate>> {
  const { place, heal } = wanted
  const tree = await deps.host.sourcesOf(place, heal.headSha)
  if (!tree.isWhole) return { plan: refused('The repository has more files than the host lists.') }
  return {
    plan: repair
      ? await planFor(deps, { place, heal, repair, failure }, tree)
      : await offerFor(deps, wanted, tree.files),
    isConventional: isConventional(
      tree.files.map(({ path }) => path),
      await lastTitles(deps.db, heal.repoId)
    )
  }
}
