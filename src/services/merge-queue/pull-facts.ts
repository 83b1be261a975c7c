// Reads a pull request with everything that decides whether it may be merged, as the host shows it now.
import type { Deps, LivePull, RepositoryAccess } from '#deps.js'
import type { CheckResult, HostReview } from '#domain/host/merging.js'
import {
  type ApprovalRules,
  type ApprovalState,
  judgeApprovals,
  latestReviews
} from '#domain/merge-queue/approvals.js'
import { type BaseChecks, judgeChecks } from '#domain/merge-queue/checks.js'
import { branchRuleOf, type HostBranchRule } from '#domain/mirror/branch-rules.js'
import { branchRulesOf } from '#store/mirror/branch-rules.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { headsOfChange } from './pull-updates.js'
import { type QueueSetup, requiredChecksOf } from './setup.js'

export interface PullFacts {
  pull: LivePull
  approvals: ApprovalState
  rules: ApprovalRules
  /** Those that are required now; an entry keeps those with which it was admitted. */
  requiredChecks: string[]
  /** Of all checks on its head. */
  results: CheckResult[]
  /** Null if none of those that are required has failed. */
  base: BaseChecks | null
}

/** Undefined if the host has no such pull request. */
export const readPull = (
  { host }: Deps,
  { repository }: QueueSetup,
  number: number
): Promise<LivePull | undefined> => host.livePull(repositoryAccessOf(repository), number)

export async function readPullFacts(deps: Deps, setup: QueueSetup, pull: LivePull): Promise<PullFacts> {
  const place = repositoryAccessOf(setup.repository)
  const rule = await ruleFor(deps, setup, pull.baseBranch)
  const rules = approvalRulesOf(rule)
  const [approvals, results] = await Promise.all([
    readApprovals(deps, place, { pull, rules }),
    deps.host.checkResults(place, pull.headSha)
  ])
  const requiredChecks = requiredChecksOf(setup, rule?.requiredStatusChecks ?? [])
  const hasFailed = judgeChecks(requiredChecks, results).verdict === 'failed'
  const base = hasFailed ? await readBaseChecks(deps, place, pull.baseBranch) : null
  return { pull, approvals, rules, requiredChecks, results, base }
}

/** Null if the host has no such branch. */
export async function readBaseChecks(
  { host }: Deps,
  place: RepositoryAccess,
  branch: string
): Promise<BaseChecks | null> {
  const tip = await host.branchCommit(place, branch)
  return tip ? { branch, sha: tip.sha, results: await host.checkResults(place, tip.sha) } : null
}

/** As the mirror has it or, before that was read, as the host shows it. */
async function ruleFor(deps: Deps, setup: QueueSetup, branch: string): Promise<HostBranchRule | undefined> {
  const { repoId } = setup.repository
  const known = (await branchRulesOf(deps.db, repoId, branch)).get(branch)
  if (known) return known.rule
  const place = repositoryAccessOf(setup.repository)
  const found = await deps.host.findBranch(place, branch)
  return found?.isProtected ? branchRuleOf(await deps.host.protectedBranch(place, branch)) : undefined
}

export async function approvalRulesFor(
  deps: Deps,
  setup: QueueSetup,
  branch: string
): Promise<ApprovalRules> {
  return approvalRulesOf(await ruleFor(deps, setup, branch))
}

/** Nobody merges alone: one approval is needed even where nothing asks for it. */
const approvalRulesOf = (rule: HostBranchRule | undefined): ApprovalRules => ({
  needed: Math.max(1, rule?.requiredReviews ?? 0),
  dismissStale: rule?.dismissStaleReviews ?? false
})

interface ApprovalQuestion {
  pull: LivePull
  rules: ApprovalRules
}

/** Only the word of people who may write counts. */
export async function readApprovals(
  deps: Deps,
  place: RepositoryAccess,
  { pull, rules }: ApprovalQuestion
): Promise<ApprovalState> {
  const latest = latestReviews(await deps.host.pullReviews(place, pull.number))
  const counted: HostReview[] = []
  for (const review of latest)
    if (WRITERS.includes(await deps.host.accessLevelOf(place, review.author))) counted.push(review)
  const isStale = counted.some(({ state, sha }) => state === 'approved' && sha !== pull.headSha)
  const heads = rules.dismissStale && isStale ? await headsOfChange(deps, place, pull) : [pull.headSha]
  return judgeApprovals(counted, rules, heads)
}

const WRITERS: readonly string[] = ['admin', 'maintain', 'write']
