// What an action needs before it may be done at all: some things only where the configuration has turned them on.
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import { globMatcher, globMatches } from '../text/glob.js'
import type { Target } from './actions.js'

/** Branches of the service's own begin so; no other is written to. */
const OWN = 'service/'

export type Policy =
  | { may: true /** One of these settings must be on. */; needs: readonly string[] }
  | { may: false; why: string }

const free: Policy = { may: true, needs: [] }
const needing = (...needs: string[]): Policy => ({ may: true, needs })

type ByPillar = Readonly<Record<string, readonly string[]>>

const CLOSING_ISSUES: ByPillar = {
  triage: ['pillars.triage.close_duplicates'],
  maintainer: ['pillars.maintainer.stale.issues.close_days'],
  spam_gate: ['pillars.spam_gate.enabled'],
  issue_fix: ['settings.release_close_fixed_issues']
}
const CLOSING_PULLS: ByPillar = {
  maintainer: ['pillars.maintainer.stale.prs.close_days'],
  spam_gate: ['pillars.spam_gate.enabled']
}
const MERGING: ByPillar = { merge_queue: ['pillars.merge_queue.enabled'] }
const DELETING: ByPillar = { maintainer: ['pillars.maintainer.branch_cleanup.enabled'] }

interface Wish {
  intent: ActionIntent
  pillar: string | null
  target: Target
  defaultBranch: string | null
}

/** Labels, comments, checks and pull requests of its own are free; what cannot be taken back is not. */
export function policyOf({ intent, pillar, target, defaultBranch }: Wish): Policy {
  const { branch = '' } = target
  switch (intent.actionType) {
    case 'approve':
      return needing('settings.allow_auto_approve')
    case 'close-issue':
      return only(CLOSING_ISSUES, pillar, 'close an issue')
    case 'close-pr':
      return only(CLOSING_PULLS, pillar, 'close a pull request')
    case 'merge-pr':
      return only(MERGING, pillar, 'merge')
    case 'create-branch':
      return ownOnly(branch)
    case 'create-patch-pr':
      return patching(intent.arguments.branch, pillar)
    case 'delete-branch':
      return deleting(branch, pillar, defaultBranch)
    default:
      return free
  }
}

function only(settings: ByPillar, pillar: string | null, what: string): Policy {
  const needs = pillar === null || !Object.hasOwn(settings, pillar) ? undefined : settings[pillar]
  return needs ? { may: true, needs } : { may: false, why: `${pillar ?? 'Nobody'} may not ${what}.` }
}

function ownOnly(branch: string): Policy {
  return branch.startsWith(OWN) ? free : { may: false, why: `${branch} is no branch of the service's own.` }
}

/** Also when the setting was turned off after the patch was made. */
function patching(branch: string, pillar: string | null): Policy {
  const own = ownOnly(branch)
  return own.may && pillar === 'ci_healing' ? needing('pillars.ci_healing.auto_patch') : own
}

function deleting(branch: string, pillar: string | null, defaultBranch: string | null): Policy {
  if (branch === defaultBranch || branch === '')
    return { may: false, why: 'The default branch is never deleted.' }
  if (branch.startsWith(OWN)) return free
  if (defaultBranch === null) return { may: false, why: 'Which branch is the default one is not known.' }
  return only(DELETING, pillar, 'delete a branch')
}

type Asked = Pick<Wish, 'intent' | 'pillar' | 'target'>

/** What the configuration keeps from everybody, whatever else it has turned on: branches and files that are protected. */
export function refusalOf({ intent, pillar, target }: Asked, { pillars }: ServiceConfig): string | undefined {
  if (intent.actionType === 'delete-branch') {
    const { protected_branches: globs } = pillars.maintainer.branch_cleanup
    const glob = globs.find((one) => globMatches(one, target.branch ?? ''))
    return glob === undefined ? undefined : `${target.branch} is protected by ${glob}.`
  }
  if (intent.actionType !== 'create-patch-pr') return undefined
  return refusalOfFiles(intent.arguments.files, pillar, pillars)
}

/** Which of these files a pillar may not change, in words; nothing where it may change all. */
export const refusalOfFiles = (files: Files, pillar: string | null, pillars: ServiceConfig['pillars']) =>
  fileRefusal(files, blockedFor(pillar, pillars)) ?? outsideRefusal(files, allowedFor(pillar, pillars))

/** Nothing where a pillar is not confined to some files. */
function allowedFor(pillar: string | null, { ci_healing }: ServiceConfig['pillars']) {
  return pillar === 'ci_healing' ? ci_healing.allowed_file_patterns : undefined
}

function blockedFor(pillar: string | null, pillars: ServiceConfig['pillars']): readonly string[] {
  if (pillar === 'ci_healing') return pillars.ci_healing.blocked_file_patterns
  return pillar === 'issue_fix' ? pillars.issue_fix.blocked_paths : []
}

type Files = readonly { path: string }[]

function fileRefusal(files: Files, globs: readonly string[]): string | undefined {
  const matchers = globs.map((glob) => ({ glob, matches: globMatcher(atAnyDepth(glob)) }))
  for (const { path } of files) {
    const blocking = matchers.find(({ matches }) => matches(path))
    if (blocking) return `${path} is blocked by ${blocking.glob}.`
  }
  return undefined
}

function outsideRefusal(files: Files, globs: readonly string[] | undefined): string | undefined {
  const matchers = (globs ?? ['**']).map((glob) => globMatcher(atAnyDepth(glob)))
  const outside = files.find(({ path }) => !matchers.some((matches) => matches(path)))
  return outside && `${outside.path} is none of the files that may be changed.`
}

/** A glob without a slash is about names of files, wherever they are. */
const atAnyDepth = (glob: string) => (glob.includes('/') ? glob : `**/${glob}`)
