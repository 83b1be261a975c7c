// The protection of a branch, written whole: what nobody wished to change is taken from what the host shows.
import type { BranchProtection } from '#domain/host/items.js'
import {
  changedProtection,
  differingFields,
  NEW_PROTECTION,
  publicProtection,
  tighterWish,
  wouldLockOut
} from '#domain/host/protection.js'
import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import type { ProtectionWish } from '#schemas/host/protection.js'
import { flagAt, MOST_NAMES, objectAt, stringAt } from '../payload.js'
import { isReadWhole, protectionBody, protectionOf, pushersByKind } from '../resources/branches/protection.js'
import { alreadyDone, blocked, type EffectHandler, type EffectState } from './effect.js'
import type { RepositoryClient } from './repository-client.js'

const BRANCH = '/branches/{branch}'
const PROTECTION = `${BRANCH}/protection`
const SIGNATURES = `${PROTECTION}/required_signatures`
const PERMISSION = '/collaborators/{login}/permission'

/** What the host shows; undefined if the branch is gone. */
interface Live {
  /** Empty if nothing protects the branch. */
  shown: JsonObject
  isNew: boolean
  protection: BranchProtection
}

async function liveProtection(repository: RepositoryClient, branch: string): Promise<Live | undefined> {
  const shown = await repository.read(PROTECTION, { branch })
  if (shown) return { shown, isNew: false, protection: protectionOf(shown) }
  const found = await repository.read(BRANCH, { branch })
  if (!found) return undefined
  // The host also answers 404 to those who may not see a protection, which must not be replaced then.
  if (flagAt(objectAt(found, 'protection'), 'enabled') !== false)
    throw new HostError('host_unavailable', `The host does not show how ${branch} is protected.`)
  return { shown: {}, isNew: true, protection: NEW_PROTECTION }
}

const beforeOf = ({ isNew, protection }: Live): JsonObject => ({
  before: isNew ? null : publicProtection(protection)
})

const evidenceOf = (live: Live, after: BranchProtection): JsonObject => ({
  ...beforeOf(live),
  after: publicProtection(after)
})

const isEqual = (one: BranchProtection, other: BranchProtection) => differingFields(one, other).length === 0

async function findObstacle(
  repository: RepositoryClient,
  live: Live,
  wish: ProtectionWish
): Promise<EffectState> {
  const { shown, protection } = live
  const next = changedProtection(protection, wish)
  if (!isReadWhole(shown) || next.requiredStatusChecks.length > MOST_NAMES) return TOO_LARGE
  if (wouldLockOut(next, wish)) return LOCKED_OUT
  const added = next.pushAllowlist.filter((name) => !protection.pushAllowlist.includes(name))
  // The host does not tell which Apps there are.
  if (added.length > 0 && next.pushAllowlist.every((name) => pushersByKind([name]).apps.length > 0))
    return LOCKED_OUT
  const stranger = await findStranger(repository, added)
  return stranger === undefined
    ? { is: 'absent', before: beforeOf(live) }
    : blocked('evidence_incomplete', 'push_allowlist with access to write', `${stranger} has none`)
}

const LOCKED_OUT = blocked(
  'evidence_incomplete',
  'push_allowlist with a person or a team that may push',
  'nobody; set restrict_pushes to false to let everybody push'
)

const TOO_LARGE = blocked(
  'unsafe_scope',
  'a protection with at most 100 names in each list, of at most 255 characters',
  'more, which the service cannot write back; change this protection on the host'
)

/** The host would leave them out without a word, and so perhaps lock everybody out. */
async function findStranger(
  repository: RepositoryClient,
  added: readonly string[]
): Promise<string | undefined> {
  const { users, teams } = pushersByKind(added)
  const onlooker = await findOnlooker(repository, users)
  if (onlooker !== undefined || teams.length === 0) return onlooker
  const known = new Set<string | null>()
  for await (const team of repository.list('/teams')) known.add(stringAt(team, 'slug'))
  const unknown = teams.find((slug) => !known.has(slug.toLowerCase()))
  return unknown && `team:${unknown}`
}

const PEOPLE_AT_ONCE = 10

/** The first who may not write. */
async function findOnlooker(
  repository: RepositoryClient,
  logins: readonly string[]
): Promise<string | undefined> {
  for (let at = 0; at < logins.length; at += PEOPLE_AT_ONCE) {
    const some = logins.slice(at, at + PEOPLE_AT_ONCE)
    const may = await Promise.all(some.map((login) => mayWrite(repository, login)))
    const onlooker = some.find((_, index) => !may[index])
    if (onlooker !== undefined) return onlooker
  }
  return undefined
}

async function mayWrite(repository: RepositoryClient, login: string): Promise<boolean> {
  const permission = stringAt(await repository.read(PERMISSION, { login }), 'permission')
  return permission === 'admin' || permission === 'write'
}

async function liveBranch(repository: RepositoryClient, branch: string): Promise<Live> {
  const live = await liveProtection(repository, branch)
  if (live) return live
  throw new HostError('host_refused', `The branch ${branch} no longer exists.`)
}

/** Nothing but what the host shows afterwards counts. */
async function assertShown(
  repository: RepositoryClient,
  branch: string,
  next: BranchProtection
): Promise<BranchProtection> {
  const { protection } = await liveBranch(repository, branch)
  const fields = differingFields(protection, next)
  if (fields.length === 0) return protection
  throw new HostError(
    'host_refused',
    `The host accepted the protection of ${branch}, but shows other values of ${fields.join(', ')}.`
  )
}

/** What an action asks for, given what is there. */
type WishOf<Arguments> = (wanted: Arguments, live: BranchProtection) => ProtectionWish

function protecting<Arguments extends { branch: string }>(
  wishOf: WishOf<Arguments>
): EffectHandler<Arguments> {
  const nextOf = (wanted: Arguments, { protection }: Live) =>
    changedProtection(protection, wishOf(wanted, protection))
  return {
    async find(repository, { arguments: wanted }) {
      const live = await liveProtection(repository, wanted.branch)
      if (!live) return blocked('target_drifted', `a branch ${wanted.branch}`, 'no such branch')
      const next = nextOf(wanted, live)
      if (!live.isNew && isEqual(next, live.protection)) return alreadyDone(evidenceOf(live, next))
      return findObstacle(repository, live, wishOf(wanted, live.protection))
    },
    async perform(repository, { arguments: wanted }) {
      const { branch } = wanted
      const live = await liveBranch(repository, branch)
      const next = nextOf(wanted, live)
      const sign = (isOn: boolean) =>
        repository.write(isOn ? 'POST' : 'DELETE', SIGNATURES, { at: { branch } })
      const isChanged = next.requireSignedCommits !== live.protection.requireSignedCommits
      // What makes it stricter comes first, so that half a change is no weaker than the whole.
      const isFirst = isChanged && next.requireSignedCommits && !live.isNew
      if (isFirst) await sign(true)
      await repository.write('PUT', PROTECTION, { at: { branch }, body: protectionBody(live.shown, next) })
      if (isChanged && !isFirst) await sign(next.requireSignedCommits)
      return { hostId: null, evidence: evidenceOf(live, await assertShown(repository, branch, next)) }
    },
    async verify(repository, { arguments: wanted }) {
      const live = await liveProtection(repository, wanted.branch)
      return {
        checkType: 'protection',
        expected: JSON.stringify(wanted),
        actual: live ? JSON.stringify(publicProtection(live.protection)) : 'no such branch',
        drifted: !live || !isEqual(nextOf(wanted, live), live.protection)
      }
    }
  }
}

export const setProtection = protecting<ArgumentsOf<'set-protection'>>(({ wish }) => wish)

/** Nothing gets weaker, whatever has changed since it was decided. */
export const tightenProtection = protecting<ArgumentsOf<'tighten-protection'>>(({ floor }, live) =>
  tighterWish(live, floor)
)
