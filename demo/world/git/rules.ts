// What the protection of a branch and its rulesets forbid, in one form.
import { objectAt, objectsAt, stringAt } from '#host/payload.js'
import type { JsonObject } from '#schemas/common.js'
import { PERMISSIONS } from '#schemas/host/enums.js'
import { everyone } from '../accounts/collaborators.js'
import { type ChecksBody, classicOf, rulesFor } from '../protections/protection-state.js'
import type { Issue, Pull } from '../state.js'
import { appIdOf, type Git, type RefMove, type Review, refuse, SERVICE_APP } from './git-state.js'
import { commitsBetween, firstParents, isAncestor, isConflict, mergeOf } from './history.js'
import type { GitCommit } from './objects.js'

interface RequiredCheck {
  context: string
  /** The App that has to report it; null if any may. */
  app: number | null
}

export interface BranchRule {
  checks: RequiredCheck[]
  /** The head has to contain the base. */
  isStrict: boolean
  /** Null if there is no rule about reviews. */
  approvals: number | null
  dismissesStale: boolean
  isLinear: boolean
  mayForce: boolean
  mayDelete: boolean
  isLocked: boolean
  /** Whether the service may not push. */
  isRestricted: boolean
}

export function branchRulesOf(git: Git, branch: string): BranchRule[] {
  const ruleset = rulesFor(git.repository, branch)
  return [...classicRule(git, branch), ...(ruleset.length > 0 ? [rulesetRule(ruleset)] : [])]
}

function classicRule({ repository }: Git, branch: string): BranchRule[] {
  const body = classicOf(repository, branch)
  if (!body) return []
  const { required_pull_request_reviews: reviews, restrictions } = body
  return [
    {
      checks: checksIn(body.required_status_checks),
      isStrict: body.required_status_checks?.strict === true,
      approvals: reviews ? (reviews.required_approving_review_count ?? 1) : null,
      dismissesStale: reviews?.dismiss_stale_reviews === true,
      isLinear: body.required_linear_history === true,
      mayForce: body.allow_force_pushes === true,
      mayDelete: body.allow_deletions === true,
      isLocked: body.lock_branch === true,
      isRestricted: Boolean(restrictions) && !restrictions?.apps?.includes(SERVICE_APP)
    }
  ]
}

function checksIn(body: ChecksBody | null | undefined): RequiredCheck[] {
  const checks = body?.checks?.map(({ context, app_id }) => ({ context, app: appIn(app_id) }))
  return checks ?? body?.contexts?.map((context) => ({ context, app: null })) ?? []
}

const appIn = (app: number | null | undefined) => (app === undefined || app === -1 ? null : app)

function rulesetRule(rules: readonly JsonObject[]): BranchRule {
  const has = (type: string) => rules.some((rule) => rule['type'] === type)
  const parametersOf = (type: string) =>
    objectAt(
      rules.find((rule) => rule['type'] === type),
      'parameters'
    )
  const [checks, reviews] = [parametersOf('required_status_checks'), parametersOf('pull_request')]
  return {
    checks: objectsAt(checks, 'required_status_checks').map((one) => ({
      context: stringAt(one, 'context') ?? '',
      app: typeof one['integration_id'] === 'number' ? one['integration_id'] : null
    })),
    isStrict: checks?.['strict_required_status_checks_policy'] === true,
    approvals: has('pull_request') ? Number(reviews?.['required_approving_review_count'] ?? 0) : null,
    dismissesStale: reviews?.['dismiss_stale_reviews_on_push'] === true,
    isLinear: has('required_linear_history'),
    mayForce: !has('non_fast_forward'),
    mayDelete: !has('deletion'),
    isLocked: false,
    isRestricted: has('update')
  }
}

const GOOD = ['success', 'neutral', 'skipped']

export const isGood = (outcome: string | null) => outcome !== null && GOOD.includes(outcome)

/** Why the required checks hold a commit back. */
function checksProblem(git: Git, rules: readonly BranchRule[], sha: string): string | undefined {
  const states = rules
    .flatMap(({ checks }) => checks)
    .map((check) => ({ ...check, is: requiredState(git, check, sha) }))
  const [first, ...others] = states.filter(({ is }) => is !== 'good')
  if (!first) return undefined
  if (others.length === 0) return `Required status check "${first.context}" is ${first.is}.`
  return `${others.length + 1} of ${states.length} required status checks are expected.`
}

/** The last word of the checks and statuses with this name. */
function requiredState({ checks, statuses }: Git, { context, app }: RequiredCheck, sha: string): string {
  const run = checks.findLast(
    (one) => one.sha === sha && one.name === context && (app === null || appIdOf(one.app) === app)
  )
  const status =
    app === null ? statuses.findLast((one) => one.sha === sha && one.context === context) : undefined
  const words = [run ? (run.conclusion ?? 'pending') : undefined, status?.state].filter(
    (one) => one !== undefined
  )
  if (words.length === 0) return 'expected'
  if (words.includes('pending')) return 'in progress'
  return words.every(isGood) ? 'good' : 'failing'
}

function mayWrite({ repository }: Git, login: string): boolean {
  const permission = everyone(repository).get(login)
  return permission !== undefined && PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf('push')
}

/** The last decisive review of each person who may write. */
function standingReviews(git: Git, number: number): Review[] {
  const last = new Map<string, Review>()
  for (const review of git.reviews.get(number) ?? [])
    if (review.state !== 'COMMENTED' && mayWrite(git, review.author)) last.set(review.author, review)
  return [...last.values()]
}

function reviewsProblem(git: Git, rules: readonly BranchRule[], number: number): string | undefined {
  const wanted = rules.flatMap(({ approvals }) => approvals ?? [])
  if (wanted.length === 0) return undefined
  const [count, reviews] = [Math.max(...wanted), standingReviews(git, number)]
  if (count > 0 && reviews.some(({ state }) => state === 'CHANGES_REQUESTED'))
    return 'Changes were requested by a reviewer with write access.'
  if (reviews.filter(({ state }) => state === 'APPROVED').length >= count) return undefined
  return count === 1
    ? 'At least 1 approving review is required by reviewers with write access.'
    : `At least ${count} approving reviews are required by reviewers with write access.`
}

interface PullAsked {
  issue: Issue
  pull: Pull
}

const isBehind = (git: Git, { base, headSha }: Pull) => {
  const tip = git.refs.get(base)
  return tip !== undefined && !isAncestor(git.objects, tip, headSha)
}

/** Why the host does not merge a pull request, apart from conflicts. */
export function mergeProblem(git: Git, { issue, pull }: PullAsked, method: string): string | undefined {
  const rules = branchRulesOf(git, pull.base)
  const problem = reviewsProblem(git, rules, issue.number) ?? checksProblem(git, rules, pull.headSha)
  if (problem !== undefined) return problem
  if (rules.some(({ isStrict }) => isStrict) && isBehind(git, pull))
    return 'Head branch is out of date. Review and try the merge again.'
  if (method === 'merge' && rules.some(({ isLinear }) => isLinear))
    return 'Merge commits are not allowed on this repository: the branch requires linear history.'
  if (rules.some(({ isLocked }) => isLocked)) return 'The base branch is locked.'
  return rules.some(({ isRestricted }) => isRestricted)
    ? "You're not authorized to push to this branch."
    : undefined
}

/** The word of the host for how mergeable an open pull request is. */
export function mergeStateOf(git: Git, { issue, pull }: PullAsked): string {
  if (pull.draft) return 'draft'
  const rules = branchRulesOf(git, pull.base)
  if (reviewsProblem(git, rules, issue.number) ?? checksProblem(git, rules, pull.headSha)) return 'blocked'
  if (rules.some(({ isStrict }) => isStrict) && isBehind(git, pull)) return 'behind'
  const ofHead = git.checks.filter(({ sha }) => sha === pull.headSha)
  const latest = new Map(ofHead.map((run) => [run.name, run.conclusion]))
  return [...latest.values()].every(isGood) ? 'clean' : 'unstable'
}

/** Refuses a move of a branch that its rules forbid to the service. */
export function guardMove(git: Git, { branch, before, after }: RefMove): void {
  const rules = branchRulesOf(git, branch)
  const is = (holds: (rule: BranchRule) => boolean) => rules.some(holds)
  if (after === undefined) {
    if (is(({ mayDelete }) => !mayDelete)) refuse(422, 'Cannot delete this protected branch')
    return
  }
  if (is(({ isLocked }) => isLocked)) refuse(422, 'Cannot update this protected ref. This branch is locked.')
  if (is(({ isRestricted }) => isRestricted)) refuse(403, "You're not authorized to push to this branch.")
  if (before !== undefined) guardChange(git, rules, { branch, before, after })
}

interface BranchChange {
  branch: string
  before: string
  after: string
}

function guardChange(git: Git, rules: readonly BranchRule[], change: BranchChange): void {
  const { before, after } = change
  const is = (holds: (rule: BranchRule) => boolean) => rules.some(holds)
  if (!isAncestor(git.objects, before, after) && is(({ mayForce }) => !mayForce))
    refuse(422, 'Cannot force-push to this protected branch')
  const commits = commitsBetween(git.objects, before, after)
  if (is(({ isLinear }) => isLinear) && commits.some(({ parents }) => parents.length > 1))
    refuse(422, 'This branch must not contain merge commits.')
  if (is(({ approvals }) => approvals !== null) && !bringsApprovedPulls(git, rules, change))
    refuse(422, 'Changes must be made through a pull request.')
  const problem = checksProblem(git, rules, after)
  if (problem !== undefined) refuse(422, problem)
}

/** Where reviews are required, only the very merges of approved pull requests may be pushed. */
function bringsApprovedPulls(git: Git, rules: readonly BranchRule[], change: BranchChange): boolean {
  const { branch, before, after } = change
  const commits = firstParents(git.objects, before, after)
  return commits.every((commit) => isApprovedMerge(git, rules, branch, commit))
}

function isApprovedMerge(
  git: Git,
  rules: readonly BranchRule[],
  branch: string,
  { parents, tree }: GitCommit
): boolean {
  const [first, second] = parents
  const issue = [...git.repository.issues.values()].find(
    ({ state, pull }) => state === 'open' && pull?.base === branch && pull.headSha === second
  )
  if (first === undefined || second === undefined || !issue) return false
  const merge = mergeOf(git.objects, first, second)
  return !isConflict(merge) && merge.tree === tree && reviewsProblem(git, rules, issue.number) === undefined
}
