// Reads from the host how a repository is set up, as far as anything of it is desired.
import type { Deps, RepositoryAccess } from '#deps.js'
import type { LiveProtection } from '#domain/enforcement/policies.js'
import { UNPROTECTED } from '#domain/host/protection.js'
import { type DesiredSetup, isNothing } from '#domain/reconciler/desired.js'
import type { ObservedSetup } from '#domain/reconciler/drift.js'
import { HostError, type HostFailure } from '#errors/host.js'
import { REPOSITORY_SETTINGS } from '#schemas/host/settings.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import { readBranch } from '../enforcement/protections.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import type { SetupWishes } from './wishes.js'

export interface SetupReading {
  desired: DesiredSetup
  observed: ObservedSetup
  /** The default branch. */
  branch: string | null
  isArchived: boolean
  /** What changed later is not known. */
  readAt: Date
}

/** Something could not be read. It is not taken for missing. */
export interface UnreadSetup {
  failure: string
  /** Whether waiting does not help. */
  isLasting: boolean
}

const UNREAD: LiveProtection = { rule: undefined, own: UNPROTECTED }
const NOTHING_READ: ObservedSetup = { protection: UNREAD, labels: [], settings: {} }

export async function readSetup(
  deps: Deps,
  repository: KnownRepository,
  wishes: SetupWishes
): Promise<SetupReading | UnreadSetup> {
  const { defaultBranch: branch, archived: isArchived } = repository
  const readAt = deps.now()
  const expected = wishes.on(branch)
  if (isNothing(expected)) return { desired: expected, observed: NOTHING_READ, branch, isArchived, readAt }
  try {
    return await readLive(deps, repository, wishes)
  } catch (error) {
    // The queue waits until calls are possible again.
    if (!(error instanceof HostError) || WAITING.includes(error.failure)) throw error
    return { failure: error.message, isLasting: LASTING.includes(error.failure) }
  }
}

const WAITING: readonly HostFailure[] = ['host_rate_limited', 'host_token_invalid']
const LASTING: readonly HostFailure[] = ['host_forbidden', 'host_not_found', 'host_refused']

async function readLive(
  deps: Deps,
  repository: KnownRepository,
  wishes: SetupWishes
): Promise<SetupReading | UnreadSetup> {
  const readAt = deps.now()
  const place = repositoryAccessOf(repository)
  const state = await deps.host.repositoryState(place)
  const branch = state.defaultBranch ?? repository.defaultBranch
  const asked = wishes.on(branch)
  const hidden = REPOSITORY_SETTINGS.filter(
    (key) => asked.settings[key] !== undefined && state.settings[key] === undefined
  )
  if (hidden.length > 0) return { failure: `The host does not show ${hidden.join(', ')}.`, isLasting: true }
  const protection = await readProtection(deps, place, { branch, desired: asked })
  if (protection && 'failure' in protection) return { ...protection, isLasting: true }
  // A branch that is not there yet has nothing to be protected.
  const desired = protection ? asked : { ...asked, asks: [] }
  const labels = Object.keys(asked.labels).length === 0 ? [] : await deps.host.repositoryLabels(place)
  const observed = { protection: protection ?? UNREAD, labels, settings: state.settings }
  return { desired, observed, branch, isArchived: state.isArchived, readAt }
}

/** Undefined if there is no such branch. */
async function readProtection(
  deps: Deps,
  place: RepositoryAccess,
  { branch, desired }: { branch: string | null; desired: DesiredSetup }
): Promise<LiveProtection | { failure: string } | undefined> {
  if (desired.asks.length === 0) return UNREAD
  if (branch === null) return undefined
  const found = await readBranch(deps, place, [branch, null])
  if (!found || !('failure' in found)) return found
  return { failure: `The host does not show how ${branch} is protected: ${found.failure}` }
}
