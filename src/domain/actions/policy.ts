// What an action requires before it may run: some actions only run if the configuration turns them on.
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { CANDIDATE_PREFIX, SCRATCH_PREFIX } from '../host/queue-branches.js'
import { globMatcher, globMatches } from '../text/glob.js'
import { createPathBlocker, plainPath } from '../text/path-blocker.js'
import type { ActionTarget } from './actions.js'

/** Prefix of the branches that the service creates; it writes to no other branch. */
export const SERVICE_BRANCH_PREFIX = 'service/'
/** Prefix of the branches that take merges back. */
export const ROLLBACK_PREFIX = 'service-rollback/'

export type ActionPolicy =
  | { may: true /** One of these settings must be on. */; needs: readonly string[] }
  | { may: false; why: string }

const ALWAYS_ALLOWED: ActionPolicy = { may: true, needs: [] }
const allowedIfSet = (...needs: string[]): ActionPolicy => ({ may: true, needs })

type SettingsByPillar = Readonly<Record<string, readonly string[]>>

const CLOSING_ISSUES: SettingsByPillar = {
  triage: ['pillars.triage.close_duplicates'],
  maintainer: ['pillars.maintainer.stale.issues.close_days'],
  spam_gate: ['pillars.spam_gate.enabled'],
  issue_fix: ['settings.release_close_fixed_issues']
}
const CLOSING_PULLS: SettingsByPillar = {
  maintainer: ['pillars.maintainer.stale.prs.close_days'],
  spam_gate: ['pillars.spam_gate.enabled']
}
const MERGING: SettingsByPillar = { merge_queue: ['pillars.merge_queue.enabled'] }
const DELETING: SettingsByPillar = {
  maintainer: ['pillars.maintainer.branch_cleanup.enabled'],
  merge_queue: ['pillars.merge_queue.enabled']
}

interface PolicyInput {
  intent: ActionIntent
  pillar: string | null
  target: ActionTarget
  defaultBranch: string | null
}

/** Labels, comments, checks and the service's own pull requests are always allowed; what cannot be undone is not. */
export function actionPolicy({ intent, pillar, target, defaultBranch }: PolicyInput): ActionPolicy {
  const { branch = '' } = target
  switch (intent.actionType) {
    case 'approve':
      return allowedIfSet('settings.allow_auto_approve')
    case 'close-issue':
      return allowedByPillar(CLOSING_ISSUES, pillar, 'close issues')
    case 'close-pr':
      return allowedByPillar(CLOSING_PULLS, pillar, 'close pull requests')
    case 'warn-stale':
      return onlyMaintainer(pillar, [])
    case 'close-stale':
      return onlyMaintainer(
        pillar,
        target.type === 'pr' ? CLOSING_PULLS['maintainer'] : CLOSING_ISSUES['maintainer']
      )
    case 'set-labels':
    case 'set-repository-settings':
    case 'set-workflow-token':
      return onlyEnforcement(pillar)
    case 'track-issue':
      return onlyTracking(pillar)
    case 'merge-pr':
      return allowedByPillar(MERGING, pillar, 'merge pull requests')
    case 'build-candidate':
    case 'drop-candidate':
      return onlyCandidate(intent.arguments, pillar)
    case 'create-revert-pr':
      return onlyRollback(intent.arguments.branch, pillar)
    case 'create-branch':
      return onlyServiceBranch(branch)
    case 'create-patch-pr':
      return patchPolicy(intent.arguments.branch, pillar)
    case 'submit-review':
      return reviewPolicy(intent.arguments.event, pillar)
    case 'edit-review-comment':
    case 'dismiss-review':
      return reviewPolicy('COMMENT', pillar)
    case 'keep-patch-pr':
      return onlyKept(intent.arguments.branch, pillar)
    case 'delete-branch':
      return branchDeletionPolicy(branch, pillar, defaultBranch)
    default:
      return ALWAYS_ALLOWED
  }
}

function allowedByPillar(settings: SettingsByPillar, pillar: string | null, what: string): ActionPolicy {
  const needs = pillar === null || !Object.hasOwn(settings, pillar) ? undefined : settings[pillar]
  return needs
    ? { may: true, needs }
    : {
        may: false,
        why: pillar === null ? `Only a pillar may ${what}.` : `The pillar ${pillar} may not ${what}.`
      }
}

function onlyMaintainer(pillar: string | null, needs: readonly string[] = []): ActionPolicy {
  return pillar === 'maintainer'
    ? { may: true, needs }
    : { may: false, why: 'Only the pillar maintainer may mark what is stale.' }
}

function onlyEnforcement(pillar: string | null): ActionPolicy {
  return pillar === 'enforcement'
    ? ALWAYS_ALLOWED
    : { may: false, why: 'Only the pillar enforcement may set up repositories.' }
}

function onlyTracking(pillar: string | null): ActionPolicy {
  return pillar === 'enforcement' || pillar === 'trust'
    ? ALWAYS_ALLOWED
    : { may: false, why: 'Only the pillars enforcement and trust may track things in issues.' }
}

/** To approve needs the same permission as the approvals of rules. */
function reviewPolicy(event: string, pillar: string | null): ActionPolicy {
  if (pillar !== 'ai_review')
    return { may: false, why: 'Only the pillar ai_review may review pull requests.' }
  return event === 'APPROVE' ? allowedIfSet('settings.allow_auto_approve') : ALWAYS_ALLOWED
}

function onlyServiceBranch(branch: string): ActionPolicy {
  return branch.startsWith(SERVICE_BRANCH_PREFIX)
    ? ALWAYS_ALLOWED
    : {
        may: false,
        why: `The service only writes to branches below ${SERVICE_BRANCH_PREFIX}, and ${branch} is not one.`
      }
}

function onlyKept(branch: string, pillar: string | null): ActionPolicy {
  return pillar === 'trust'
    ? onlyServiceBranch(branch)
    : { may: false, why: 'Only the pillar trust may keep a pull request current.' }
}

/** Cleaning up belongs to no pillar: it goes on when the queue is off. */
function onlyCandidate(
  { branch, scratch }: { branch: string; scratch: string | null },
  pillar: string | null
): ActionPolicy {
  if (!branch.startsWith(CANDIDATE_PREFIX) || scratch?.startsWith(SCRATCH_PREFIX) === false)
    return { may: false, why: `The merge queue only writes to branches below ${CANDIDATE_PREFIX}.` }
  return pillar === null ? ALWAYS_ALLOWED : allowedByPillar(MERGING, pillar, 'build candidates')
}

/** People may ask for one by name, who need no pillar. */
function onlyRollback(branch: string, pillar: string | null): ActionPolicy {
  if (!branch.startsWith(ROLLBACK_PREFIX))
    return { may: false, why: `Merges are taken back only on branches below ${ROLLBACK_PREFIX}.` }
  return pillar === null ? ALWAYS_ALLOWED : allowedByPillar(MERGING, pillar, 'take merges back')
}

/** Checked again when the action runs: the setting may have been turned off since the proposal. */
function patchPolicy(branch: string, pillar: string | null): ActionPolicy {
  const own = onlyServiceBranch(branch)
  return own.may && pillar === 'ci_healing' ? allowedIfSet('pillars.ci_healing.auto_patch') : own
}

function branchDeletionPolicy(
  branch: string,
  pillar: string | null,
  defaultBranch: string | null
): ActionPolicy {
  if (branch === defaultBranch || branch === '')
    return { may: false, why: 'The service never deletes the default branch.' }
  if ([SERVICE_BRANCH_PREFIX, ROLLBACK_PREFIX].some((prefix) => branch.startsWith(prefix)))
    return ALWAYS_ALLOWED
  if (defaultBranch === null)
    return {
      may: false,
      why: 'The default branch of the repository is not known yet. Try again after the next sync.'
    }
  return allowedByPillar(DELETING, pillar, 'delete branches')
}

type RestrictionInput = Pick<PolicyInput, 'intent' | 'pillar' | 'target'>

/** Protected branches and files: no setting allows an action on them. */
export function findConfigRestriction(
  { intent, pillar, target }: RestrictionInput,
  { pillars }: ServiceConfig
): string | undefined {
  if (intent.actionType === 'delete-branch') {
    const { protected_branches: globs } = pillars.maintainer.branch_cleanup
    const glob = globs.find((one) => globMatches(one, target.branch ?? ''))
    return glob === undefined
      ? undefined
      : `The branch ${target.branch} is protected: it matches ${glob} in protected_branches.`
  }
  if (intent.actionType !== 'create-patch-pr') return undefined
  return findFileRestriction(intent.arguments.files, pillar, pillars)
}

/** Why the pillar may not change these files; undefined if it may. */
export const findFileRestriction = (files: Files, pillar: string | null, pillars: ServiceConfig['pillars']) =>
  blockedFileReason(files, blockedFor(pillar, pillars)) ??
  outsideFileReason(files, allowedFor(pillar, pillars))

/** Undefined if the pillar may change any file. */
function allowedFor(pillar: string | null, { ci_healing }: ServiceConfig['pillars']) {
  return pillar === 'ci_healing' ? ci_healing.allowed_file_patterns : undefined
}

function blockedFor(pillar: string | null, pillars: ServiceConfig['pillars']): readonly string[] {
  if (pillar === 'ci_healing') return pillars.ci_healing.blocked_file_patterns
  return pillar === 'issue_fix' ? pillars.issue_fix.blocked_paths : []
}

type Files = readonly { path: string }[]

function blockedFileReason(files: Files, globs: readonly string[]): string | undefined {
  const matchers = globs.map((glob) => ({ glob, matches: createPathBlocker([glob]) }))
  for (const { path } of files) {
    const blocking = matchers.find(({ matches }) => matches(plainPath(path)))
    if (blocking) return `${path} must not be changed: it matches the blocked pattern ${blocking.glob}.`
  }
  return undefined
}

function outsideFileReason(files: Files, globs: readonly string[] | undefined): string | undefined {
  const matchers = (globs ?? ['**']).map((glob) => globMatcher(atAnyDepth(glob)))
  const outside = files.find(({ path }) => !matchers.some((matches) => matches(path)))
  return (
    outside &&
    `${outside.path} must not be changed: it matches none of the patterns in allowed_file_patterns.`
  )
}

/** A glob without a slash matches file names at any depth. */
const atAnyDepth = (glob: string) => (glob.includes('/') ? glob : `**/${glob}`)
