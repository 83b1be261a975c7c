// The protection of branches and rulesets: what changes them, with the events, and the routes that show them.
import { objectAt } from '#host/payload.js'
import { announce } from '../events/events.js'
import { refusal } from '../faults.js'
import type { HostAnswer } from '../http.js'
import { pageOf } from '../pages.js'
import { linked, type RepositoryRoute, type Visit } from '../routes.js'
import type { Repository, State } from '../state.js'
import { hostWritesOf } from '../writes/host-writes.js'
import { branchShape, protectionShape, ruleShape, rulesetShape } from './protection-shapes.js'
import {
  classicOf,
  isProtected,
  type ProtectionBody,
  protectionsOf,
  type Ruleset,
  type RulesetFacts,
  rulesFor
} from './protection-state.js'

/** When the commit at the tip of a branch was made. */
const commitDates = new WeakMap<Repository, Map<string, Date>>()

export function protectionMutations(state: State) {
  const tell = (repository: Repository, action: string, branch: string) =>
    announce(state, repository, 'branch_protection_rule', { action, rule: ruleShape(repository, branch) })
  const tellRuleset = (repository: Repository, action: string, ruleset: Ruleset) =>
    announce(state, repository, 'repository_ruleset', {
      action,
      repository_ruleset: rulesetShape(repository, ruleset)
    })
  return {
    /** At a commit that is as old as the repository, if no other is given. */
    addBranch(repository: Repository, branch: string, tip: { sha?: string; at?: Date } = {}): void {
      hostWritesOf(repository).refs.set(branch, tip.sha ?? 'a'.repeat(40))
      const dates = commitDates.get(repository) ?? new Map<string, Date>()
      commitDates.set(repository, dates.set(branch, tip.at ?? repository.createdAt))
    },
    /** A branch takes its protection with it. */
    removeBranch(repository: Repository, branch: string): void {
      hostWritesOf(repository).refs.delete(branch)
      protectionsOf(repository).classic.delete(branch)
    },
    /** Replaces the protection of the branch, which it creates if there is none. */
    protectBranch(repository: Repository, branch: string, body: ProtectionBody = {}) {
      const { classic } = protectionsOf(repository)
      const action = classic.has(branch) ? 'edited' : 'created'
      const { refs } = hostWritesOf(repository)
      if (!refs.has(branch)) refs.set(branch, 'a'.repeat(40))
      classic.set(branch, body)
      return tell(repository, action, branch)
    },
    unprotectBranch(repository: Repository, branch: string) {
      protectionsOf(repository).classic.delete(branch)
      return tell(repository, 'deleted', branch)
    },
    /** Switches the protections of all branches off, or on again. */
    switchProtections(repository: Repository) {
      const protections = protectionsOf(repository)
      protections.areOff = !protections.areOff
      const action = protections.areOff ? 'disabled' : 'enabled'
      return announce(state, repository, 'branch_protection_configuration', { action })
    },
    addRuleset(repository: Repository, facts: RulesetFacts) {
      const whole = { include: ['~DEFAULT_BRANCH'], enforcement: 'active' as const, ...facts }
      const ruleset: Ruleset = { id: state.nextId(), ...whole }
      protectionsOf(repository).rulesets.push(ruleset)
      return { ruleset, events: tellRuleset(repository, 'created', ruleset) }
    },
    removeRuleset(repository: Repository, ruleset: Ruleset) {
      const protections = protectionsOf(repository)
      protections.rulesets = protections.rulesets.filter((one) => one !== ruleset)
      return tellRuleset(repository, 'deleted', ruleset)
    },
    /** The owner of the repository no longer pays, or pays again; the host sends nothing. */
    changePlan(repository: Repository): void {
      const protections = protectionsOf(repository)
      protections.isPlanFree = !protections.isPlanFree
    }
  }
}

const UNDER = 'GET /repos/{owner}/{repo}'
const NO_BRANCH = refusal(404, 'Branch not found')
const NOT_PROTECTED = refusal(404, 'Branch not protected')
const NOT_PAID = refusal(403, 'Upgrade to GitHub Pro or make this repository public to enable this feature.')

const PUT = 'PUT /repos/{owner}/{repo}/branches/{branch}/protection'
const SIGNATURES = /^\/branches\/([^/]+)\/protection\/required_signatures$/

export const PROTECTION_ROUTES: RepositoryRoute[] = [
  { name: `${UNDER}/branches`, path: /^\/branches$/, answer: branches },
  { name: `${UNDER}/branches/{branch}`, path: /^\/branches\/([^/]+)$/, answer: branch },
  { method: 'PUT', name: PUT, path: /^\/branches\/([^/]+)\/protection$/, answer: protect },
  { method: 'POST', name: 'POST signatures', path: SIGNATURES, answer: (visit) => sign(visit, true) },
  { method: 'DELETE', name: 'DELETE signatures', path: SIGNATURES, answer: (visit) => sign(visit, false) },
  {
    name: `${UNDER}/branches/{branch}/protection`,
    path: /^\/branches\/([^/]+)\/protection$/,
    answer: protection
  },
  { name: `${UNDER}/rules/branches/{branch}`, path: /^\/rules\/branches\/([^/]+)$/, answer: rules }
]

function branches({ repository, query, url }: Visit): HostAnswer {
  const wanted = query.get('protected')
  const isWanted = (name: string) => wanted === null || String(isProtected(repository, name)) === wanted
  const names = [...hostWritesOf(repository).refs.keys()].filter(isWanted).sort()
  const page = pageOf(names, query)
  return {
    body: page.rows.map((name) => branchShape(repository, name)),
    headers: linked(`${url}/repositories/${repository.id}/branches`, query, page.links)
  }
}

function branch({ repository, part: name }: Visit): HostAnswer {
  if (!hostWritesOf(repository).refs.has(name)) return NO_BRANCH
  const shape = branchShape(repository, name)
  const date = (commitDates.get(repository)?.get(name) ?? repository.createdAt).toISOString()
  return { body: { ...shape, commit: { ...objectAt(shape, 'commit'), commit: { committer: { date } } } } }
}

function protection({ state, repository, part: branch }: Visit): HostAnswer {
  if (isNotPaid(repository)) return NOT_PAID
  if (!hostWritesOf(repository).refs.has(branch)) return NO_BRANCH
  const body = classicOf(repository, branch)
  return body ? { body: protectionShape(state, { repository, branch }, body) } : NOT_PROTECTED
}

const wrote = (repository: Repository, what: string) => void hostWritesOf(repository).written.push(what)

/** Replaces the whole protection; what is left out is off. Signatures have an address of their own. */
function protect({ state, repository, part: branch, body }: Visit): HostAnswer {
  if (isNotPaid(repository)) return NOT_PAID
  if (!hostWritesOf(repository).refs.has(branch)) return NO_BRANCH
  const { classic } = protectionsOf(repository)
  // Cast: the service sends what the host asks for.
  const sent = {
    ...(body as ProtectionBody),
    required_signatures: classic.get(branch)?.required_signatures ?? false
  }
  classic.set(branch, sent)
  wrote(repository, `protection of ${branch}`)
  return { body: protectionShape(state, { repository, branch }, sent) }
}

function sign({ repository, part: branch }: Visit, enabled: boolean): HostAnswer {
  const body = classicOf(repository, branch)
  if (!body) return NOT_PROTECTED
  body.required_signatures = enabled
  wrote(repository, `${enabled ? 'signatures' : 'no signatures'} on ${branch}`)
  return enabled ? { body: { enabled } } : { status: 204, body: '' }
}

function rules({ repository, part: branch, query, url }: Visit): HostAnswer {
  if (isNotPaid(repository)) return NOT_PAID
  const page = pageOf(rulesFor(repository, branch), query)
  const address = `${url}/repositories/${repository.id}/rules/branches/${encodeURIComponent(branch)}`
  return { body: [...page.rows], headers: linked(address, query, page.links) }
}

const isNotPaid = (repository: Repository) => repository.private && protectionsOf(repository).isPlanFree
