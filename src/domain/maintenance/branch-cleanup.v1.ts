// Decides whether a branch whose pull request has ended is deleted.
import type { Json, JsonObject } from '#schemas/common.js'
import type { Verdict } from '#schemas/decisions/decisions.js'
import { decide, type GuardChain } from '../decisions/chain.js'
import type { Guard } from '../decisions/guard.js'
import { sharedGuards } from '../decisions/shared-guards.js'
import type { Evaluator } from '../decisions/versions.js'
import { isObject, isTrue, textsAt, valueAt } from '../json/path.js'
import { globMatches } from '../text/glob.js'
import { isServiceBranch } from './branch-inputs.js'
import { daysSince, requirement } from './requirements.js'

interface BranchPlan {
  next: 'delete' | 'none'
}

type BranchGuard = Guard<BranchPlan>

const nameIn = (inputs: JsonObject) => String(valueAt(inputs, 'branch', 'name') ?? '')
const liveAt = (inputs: JsonObject, ...path: string[]) => valueAt(inputs, 'live', ...path)
const settingAt = (config: JsonObject, key: string) =>
  valueAt(config, 'pillars', 'maintainer', 'branch_cleanup', key)

const isOn: BranchGuard = (_, config) =>
  requirement('branch_cleanup', settingAt(config, 'enabled') === true, 'Branches are not cleaned up here.')

const exists: BranchGuard = (inputs) =>
  requirement('exists', isObject(inputs['live'] ?? null), 'The branch is gone already.')

const isUnmoved: BranchGuard = (inputs) => {
  const tip = liveAt(inputs, 'tip')
  const holds = typeof tip === 'string' && tip === valueAt(inputs, 'branch', 'examined')
  return requirement('same_tip', holds, 'Somebody has pushed to the branch meanwhile.')
}

const isNotDefault: BranchGuard = (inputs) =>
  requirement('not_default', liveAt(inputs, 'is_default') === false, 'It is the default branch.')

const isUnprotected: BranchGuard = (inputs) => {
  const rule = valueAt(inputs, 'branch', 'rule')
  const holds = liveAt(inputs, 'is_protected') === false && rule === null
  return requirement('not_protected', holds, 'The branch is protected.')
}

const isNotListed: BranchGuard = (inputs, config) => {
  const name = nameIn(inputs)
  const glob = textsAt(settingAt(config, 'protected_branches')).find((one) => globMatches(one, name))
  return requirement('protected_branches', glob === undefined, `It matches ${glob} in protected_branches.`)
}

const isUnused: BranchGuard = (inputs) =>
  requirement(
    'no_open_pull_request',
    liveAt(inputs, 'has_open_pull') === false,
    'An open pull request has it as its head or base.'
  )

const hasEnded: BranchGuard = (inputs) => {
  const state = liveAt(inputs, 'pull', 'state')
  const isOwn = isServiceBranch(nameIn(inputs))
  const isFrom = liveAt(inputs, 'pull', 'head_branch') === nameIn(inputs)
  const holds = isFrom && (state === 'merged' || (isOwn && state === 'closed'))
  return requirement('pull_request_ended', holds, 'Its pull request was not merged.')
}

const isOfRepository: BranchGuard = (inputs) =>
  requirement(
    'same_repository',
    liveAt(inputs, 'pull', 'is_own') === true,
    'The pull request came from a fork.'
  )

/** Squashed and rebased commits are on no other branch, so the head of the pull request counts as well. */
const isWholeMerged: BranchGuard = (inputs) => {
  const tip = liveAt(inputs, 'tip')
  const holds = liveAt(inputs, 'is_reachable') === true || liveAt(inputs, 'pull', 'head_sha') === tip
  return requirement('nothing_is_lost', holds, 'It has commits that its pull request did not have.')
}

/** A branch may have been made anew on an old name: its commit has to be as old as the end of the pull request. */
const isOld: BranchGuard = (inputs, config) => {
  const least = settingAt(config, 'min_age_days')
  const days = [liveAt(inputs, 'pull', 'ended_at'), liveAt(inputs, 'tip_at')].map((moment) =>
    daysSince(moment, inputs)
  )
  const holds = typeof least === 'number' && days.every((age) => age !== undefined && age >= least)
  return requirement('min_age_days', holds, `It is younger than ${least ?? 'any'} days.`)
}

function endOf(inputs: JsonObject): string {
  const number = liveAt(inputs, 'pull', 'number')
  const day = String(liveAt(inputs, 'pull', 'ended_at') ?? '').slice(0, 10)
  return `Pull request #${number} was ${liveAt(inputs, 'pull', 'state')} on ${day}`
}

const BRANCH_CHAIN: GuardChain<BranchPlan> = {
  shared: sharedGuards<BranchPlan>({
    pillar: () => 'maintainer',
    event: () => undefined,
    isDryRun: (inputs) => isTrue(inputs, 'dry_run'),
    plan: (stop) => ({ next: stop === 'dry_run' ? 'delete' : 'none' })
  }),
  afterPillar: [
    isOn,
    exists,
    isUnmoved,
    isNotDefault,
    isUnprotected,
    isNotListed,
    isUnused,
    hasEnded,
    isOfRepository,
    isWholeMerged,
    isOld
  ],
  act: (inputs) => ({ decision: 'acted', reason: `${endOf(inputs)}.`, plan: { next: 'delete' } })
}

/** Accepts any JSON; the same input always gives the same verdict. Frozen: a change of its results is a new version. */
export const branchCleanupV1: Evaluator = {
  name: 'branch_cleanup',
  version: 1,
  evaluate(inputs, config): Verdict {
    const { plan, ...verdict } = decide(BRANCH_CHAIN, inputs, config)
    return { ...verdict, plan: { ...plan } }
  }
}

/** Whether a verdict plans the deletion, be it a dry run. */
export const isDeletionPlanned = (plan: Json | undefined): boolean => valueAt(plan, 'next') === 'delete'

/** What a preview says. */
export const deletionPreview = (inputs: JsonObject): string =>
  `Dry run: it would be deleted at ${String(valueAt(inputs, 'branch', 'examined')).slice(0, 7)}. ${endOf(inputs)}.`
