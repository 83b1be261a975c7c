// Reads a pull request with everything that decides whether it may be merged, as the host shows it now.
import type { Deps, LivePull, RepositoryAccess } from '#deps.js'
import type { HostReview } from '#domain/host/merging.js'
import {
  type ApprovalRules,
  type ApprovalState,
  judgeApprovals,
  latestReviews
} from '#domain/merge-queue/approvals.js'
import { type BaseChecks, type JudgedCheck, judgeChecks } from '#domain/merge-queue/checks.js'
import { branchRuleOf, type HostBranchRule } from '#domain/mirror/branch-rules.js'
import type { EntryRow } from '#store/merge-queue/entries.js'
import { branchRulesOf } from '#store/mirror/branch-rules.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { readChangedPaths } from './areas/changed-paths.js'
import { readCheckResults } from './checks/check-results.js'
import { headsOfChange } from './pull-updates.js'
import { type QueueSetup, requiredChecksOf } from './setup.js'

export interface PullFacts {
  pull: LivePull
  approvals: ApprovalState
  rules: ApprovalRules
  /** Those that are required now; an entry keeps those with which it was admitted. */
  requiredChecks: string[]
  /** Of the checks on its head; null if they were not asked for. */
  results: JudgedCheck[] | null
  /** Null if none of those that are required has failed. */
  base: BaseChecks | null
  /** All that it changes; null if the host cannot tell, undefined if it was not asked. */
  paths: readonly string[] | null | undefined
}

/** Undefined if the host has no such pull request. */
export const readPull = (
  { host }: Deps,
  { repository }: QueueSetup,
  number: number
): Promise<LivePull | undefined> => host.livePull(repositoryAccessOf(repository), number)

/**
 * What is not approved is asked for nothing more. Until it lands, what people may do is known from a minute ago. `known`:
 * its entry, if it is in the queue.
 */
export async function readPullFacts(
  deps: Deps,
  setup: QueueSetup,
  pull: LivePull,
  known?: EntryRow
): Promise<PullFacts> {
  const place = repositoryAccessOf(setup.repository)
  const rule = await ruleFor(deps, setup, pull.baseBranch)
  const rules = approvalRulesOf(rule)
  const requiredChecks = requiredChecksOf(setup, rule?.requiredStatusChecks ?? [])
  const approvals = await readApprovals(deps, place, { pull, rules, mayBeKnown: true })
  const facts = { pull, approvals, rules, requiredChecks }
  if (!approvals.isApproved) return { ...facts, results: null, base: null, paths: undefined }
  const required = known?.requiredChecks ?? requiredChecks
  const paths = await readChangedPaths(deps, setup, pull, known)
  return {
    ...facts,
    paths,
    ...(isPastChecks(known, pull) ? UNASKED : await readChecks(deps, setup, { pull, required }))
  }
}

const UNASKED = { results: null, base: null }

async function readChecks(
  deps: Deps,
  { repository }: QueueSetup,
  { pull, required }: { pull: LivePull; required: readonly string[] }
): Promise<Pick<PullFacts, 'results' | 'base'>> {
  const place = repositoryAccessOf(repository)
  const results = await readCheckResults(deps, repository, { sha: pull.headSha, required: [required] })
  const hasFailed = judgeChecks(required, results).verdict === 'failed'
  const asked = { branch: pull.baseBranch, required: [required] }
  return { results, base: hasFailed ? await readBaseChecks(deps, place, asked) : null }
}

/** Null if the host has no such branch. */
export async function readBaseChecks(
  { host }: Deps,
  place: RepositoryAccess,
  { branch, required }: { branch: string; required: readonly (readonly string[])[] }
): Promise<BaseChecks | null> {
  const tip = await host.branchCommit(place, branch)
  if (!tip) return null
  return { branch, sha: tip.sha, results: await host.checkResults(place, { sha: tip.sha, required }) }
}

/** Of checks that have passed an event tells when they are run again. */
const isPastChecks = (entry: EntryRow | undefined, { headSha }: LivePull): boolean =>
  entry !== undefined && entry.headSha === headSha && entry.status !== 'pending'

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
  /** Whether what people might do a minute ago will do. */
  mayBeKnown: boolean
}

/** Only the word of people who may write counts. */
export async function readApprovals(
  deps: Deps,
  place: RepositoryAccess,
  { pull, rules, mayBeKnown }: ApprovalQuestion
): Promise<ApprovalState> {
  const latest = latestReviews(await deps.host.pullReviews(place, pull.number))
  const counted: HostReview[] = []
  for (const review of latest)
    if (WRITERS.includes(await deps.host.accessLevelOf(place, { login: review.author, mayBeKnown })))
      counted.push(review)
  const isStale = counted.some(({ state, sha }) => state === 'approved' && sha !== pull.headSha)
  const heads = rules.dismissStale && isStale ? await headsOfChange(deps, place, pull) : [pull.headSha]
  return judgeApprovals(counted, rules, heads)
}

const WRITERS: readonly string[] = ['admin', 'maintain', 'write']
