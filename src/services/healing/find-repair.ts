// Looks for what mends a failure: what it needs is read from the host as of the commit that failed.

import type { Deps, RepositoryAccess } from '#deps.js'
import { needsPeople } from '#domain/healing/assessment.js'
import { HEAL_MARKER, usesConventionalCommits } from '#domain/healing/proposal.js'
import type { RepairCandidate } from '#domain/healing/repair-candidate.js'
import { failedJobLines, type RunFailure } from '#domain/healing/run-failure.js'
import { repairFor } from '#domain/repairs/index.js'
import { type FailureLog, type Repair, refuseRepair } from '#domain/repairs/repair.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { type HealRow, isOfFork } from '#store/healing/attempts.js'
import { lastPullTitles } from '#store/mirror/pull-requests.js'
import { unlessWithheld } from './logs.js'
import { buildModelOffer } from './model-patch.js'
import { planRepair } from './plan-repair.js'

/** What the failing commit and its author are, as far as the host tells. */
export interface FailingCommit {
  isOwn: boolean
  /** Login of the person who wrote it. */
  author: string | null
}

export async function readFailingCommit(
  deps: Deps,
  place: RepositoryAccess,
  { headSha }: HealRow
): Promise<FailingCommit> {
  const facts = await deps.host.commitFacts(place, headSha)
  return {
    isOwn: facts?.message.includes(HEAL_MARKER) ?? false,
    author: facts?.isByPerson ? facts.author : null
  }
}

interface RepairSearch {
  place: RepositoryAccess
  heal: HealRow
  finding: RunFailure
  pillars: ServiceConfig['pillars']
}

/**
 * Nothing where no repair knows the failure and no language model may be asked about it. What could not be proposed is not
 * planned, and nothing is read for it.
 */
export async function findRepair(deps: Deps, wanted: RepairSearch): Promise<RepairCandidate | undefined> {
  const { place, heal, finding, pillars } = wanted
  const failure = { type: finding.type, job: finding.job, lines: failedJobLines(finding) }
  const repair = repairFor(failure)
  if (!repair && !canAskModel(deps, finding)) return undefined
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
        ? { ...unplanned, isAtHead, ...(await planCandidate(deps, wanted, repair, failure)) }
        : unplanned
    })()
  )
  return candidate ?? { ...unplanned, plan: refuseRepair('The files of this commit could not be read.') }
}

/** Of what nobody knows and of what is not in the repository, a language model could only guess. */
const canAskModel = ({ model }: Deps, { type }: RunFailure) =>
  model !== undefined && type !== 'unknown' && !needsPeople(type)

async function planCandidate(
  deps: Deps,
  wanted: RepairSearch,
  repair: Repair | undefined,
  failure: FailureLog
): Promise<Partial<RepairCandidate>> {
  const { place, heal } = wanted
  const tree = await deps.host.fetchSourceTree(place, heal.headSha)
  if (!tree.isWhole)
    return { plan: refuseRepair('The repository has more files than the host lists in one answer.') }
  return {
    plan: repair
      ? await planRepair(deps, { place, heal, repair, failure }, tree)
      : await buildModelOffer(deps, wanted, tree.files),
    isConventional: usesConventionalCommits(
      tree.files.map(({ path }) => path),
      await lastPullTitles(deps.db, heal.repoId)
    )
  }
}
