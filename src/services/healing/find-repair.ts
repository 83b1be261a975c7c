// Searches for a repair of a failure, in the files of the failing commit.

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

/** What the host tells about the failing commit and its author. */
export interface FailingCommit {
  isOwn: boolean
  /** Login of its author, if that is a person. */
  author: string | null
}

/** Nothing is known of a commit that the host does not show; throws if it cannot answer now. */
export async function readFailingCommit(
  deps: Deps,
  place: RepositoryAccess,
  { headSha }: HealRow
): Promise<FailingCommit> {
  const facts = await unlessWithheld(deps.host.commitFacts(place, headSha))
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
 * Undefined if no repair matches the failure and no language model may be asked. If no patch may be proposed, none is
 * planned and no file is read.
 */
export async function findRepair(deps: Deps, search: RepairSearch): Promise<RepairCandidate | undefined> {
  const { place, heal, finding, pillars } = search
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
      // A fork may have the same commit on a branch of the same name.
      const isAtHead =
        !(await isOfFork(deps.db, heal.ciRunId)) &&
        (await deps.host.branchTip(place, heal.branch)) === heal.headSha
      return isAtHead
        ? { ...unplanned, isAtHead, ...(await planCandidate(deps, search, repair, failure)) }
        : unplanned
    })()
  )
  return candidate ?? { ...unplanned, plan: refuseRepair('The files of this commit could not be read.') }
}

/** A language model could only guess about an unknown failure, or about one outside of the repository. */
const canAskModel = ({ model }: Deps, { type }: RunFailure) =>
  model !== undefined && type !== 'unknown' && !needsPeople(type)

async function planCandidate(
  deps: Deps,
  search: RepairSearch,
  repair: Repair | undefined,
  failure: FailureLog
): Promise<Partial<RepairCandidate>> {
  const { place, heal } = search
  const tree = await deps.host.fetchSourceTree(place, heal.headSha)
  if (!tree.isWhole)
    return { plan: refuseRepair('The repository has more files than the host lists in one answer.') }
  return {
    plan: repair
      ? await planRepair(deps, { place, heal, repair, failure }, tree)
      : await buildModelOffer(deps, search, tree.files),
    isConventional: usesConventionalCommits(
      tree.files.map(({ path }) => path),
      await lastPullTitles(deps.db, heal.repoId)
    )
  }
}
