// Accounts with the service, their repositories and people, and how the mirror of each stands.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { PARTS, PERMISSIONS } from '#schemas/host/enums.js'
import { branchRules } from '#tables/mirror/branch-rules.js'
import { collaborators } from '#tables/mirror/collaborators.js'
import { installations } from '#tables/mirror/installations.js'
import { labels } from '#tables/mirror/labels.js'
import { members } from '#tables/mirror/members.js'
import { repositories } from '#tables/mirror/repositories.js'
import { syncWalks } from '#tables/mirror/sync-walks.js'
import { syncs } from '#tables/mirror/syncs.js'
import type { Random } from '../random.js'
import { ago, chanceOf, type Fleet, type Home, onlyIf } from './basics/fleet.js'
import { LABELS, LANGUAGES, OWNERS, PEOPLE, REPOSITORIES } from './basics/words.js'

const AGE_DAYS = 400
const INSTALLATION = 7_001
const FIRST_REPOSITORY = 50_001
const PERSON = 900
const LABEL = 10_000

export function addRepositories(fleet: Fleet): void {
  const random = chanceOf(fleet, 1)
  for (const [at, owner] of OWNERS.entries()) addAccount(fleet, random, { owner, hostId: INSTALLATION + at })
  for (const [at, name] of REPOSITORIES.entries()) {
    const home = homeAt(fleet, random, { at, name })
    fleet.homes.push(home)
    fleet.book.add(repositories, home.row)
    addMirror(fleet, random, home)
    addPeople(fleet, random, home)
    addRules(fleet, random, home)
  }
}

function addAccount(fleet: Fleet, random: Random, { owner, hostId }: { owner: string; hostId: number }) {
  const since = ago(fleet, AGE_DAYS * DAY_MS)
  fleet.book.add(installations, {
    hostId,
    accountLogin: owner,
    accountType: 'Organization',
    targetId: hostId,
    createdAt: since,
    updatedAt: since
  })
  for (const [at, login] of PEOPLE.entries()) {
    if (!random.chance(0.6)) continue
    const role = at % 7 === 0 ? 'owner' : 'member'
    const seen = { seenAt: ago(fleet, HOUR_MS), createdAt: since, updatedAt: since }
    fleet.book.add(members, {
      installationId: hostId,
      hostId: PERSON + at,
      login,
      role,
      siteAdmin: false,
      ...seen
    })
  }
}

/** The last two are archived, and one that was deleted has a successor of the same name. */
function homeAt(fleet: Fleet, random: Random, { at, name: plain }: { at: number; name: string }): Home {
  const isSuccessor = plain === 'sandbox'
  const owner = isSuccessor ? 'octo-org' : (OWNERS[at % OWNERS.length] ?? OWNERS[0])
  const name = plain === 'mock-bank' ? 'sandbox' : plain
  const isOrphan = plain === 'mock-bank'
  const home = {
    hostId: FIRST_REPOSITORY + at,
    installationId: INSTALLATION + OWNERS.indexOf(isOrphan ? 'octo-org' : owner),
    owner: isOrphan ? 'octo-org' : owner,
    name,
    fullName: `${isOrphan ? 'octo-org' : owner}/${name}`,
    weight: isOrphan ? 0.1 : 12 / (at + 3)
  }
  const seenAt = ago(fleet, random.below(HOUR_MS))
  return {
    ...home,
    row: {
      hostId: home.hostId,
      installationId: home.installationId,
      fullName: home.fullName,
      owner: home.owner,
      name,
      private: random.chance(0.6),
      defaultBranch: 'main',
      archived: plain === 'old-frontend',
      language: random.one(LANGUAGES),
      stars: Math.floor(random.exponential(40)),
      pushedAt: ago(fleet, random.exponential(2 * DAY_MS)),
      lastSyncedAt: seenAt,
      counted: !isOrphan,
      deletedAt: onlyIf(isOrphan, ago(fleet, 9 * DAY_MS)),
      presenceToldAt: seenAt,
      seenAt,
      hostCreatedAt: ago(fleet, AGE_DAYS * DAY_MS),
      createdAt: ago(fleet, AGE_DAYS * DAY_MS - at * HOUR_MS)
    }
  }
}

function addMirror(fleet: Fleet, random: Random, { hostId: repoId, name }: Home): void {
  const { book } = fleet
  for (const [at, [label, color]] of Object.entries(LABELS).entries())
    book.add(labels, { repoId, hostId: repoId * LABEL + at, name: label, color, description: null })
  const hasFailed = name === 'map-tiles'
  const finishedAt = ago(fleet, random.below(30 * MINUTE_MS))
  book.add(syncs, {
    repoId,
    status: hasFailed ? 'failed' : 'idle',
    lastError: onlyIf(hasFailed, 'The host does not show this repository any more: 404.'),
    requestedAt: ago(fleet, HOUR_MS),
    startedAt: finishedAt,
    finishedAt
  })
  for (const part of PARTS) {
    const isRefused = part === 'collaborators' && random.chance(0.1)
    book.add(syncWalks, {
      repoId,
      part,
      upTo: finishedAt,
      askedAt: finishedAt,
      finishedAt,
      comparedAt: ago(fleet, random.below(DAY_MS)),
      refusal: onlyIf(isRefused, 'The App lacks the permission Administration (read).')
    })
  }
}

function addPeople(fleet: Fleet, random: Random, { hostId: repoId, fullName, row }: Home): void {
  const since = ago(fleet, 200 * DAY_MS)
  for (const [at, login] of PEOPLE.entries()) {
    if (!random.chance(0.35)) continue
    const permission = random.one(PERMISSIONS)
    fleet.book.add(collaborators, {
      repoId,
      hostId: PERSON + at,
      login,
      permission,
      roleName: permission,
      repoFullName: fullName,
      createdAt: since,
      updatedAt: since,
      live: !row.deletedAt
    })
  }
}

function addRules(fleet: Fleet, random: Random, { hostId: repoId, fullName, row }: Home): void {
  const at = ago(fleet, random.below(DAY_MS))
  const isStrict = random.chance(0.7)
  fleet.book.add(branchRules, {
    repoId,
    pattern: 'main',
    requiredReviews: isStrict ? 1 + random.below(2) : 0,
    dismissStaleReviews: isStrict,
    requireCodeOwnerReviews: random.chance(0.3),
    requireStatusChecks: isStrict,
    requiredStatusChecks: isStrict ? ['build', 'test'] : [],
    requireUpToDateBranch: false,
    enforceAdmins: isStrict,
    restrictPushes: false,
    pushAllowlist: [],
    allowForcePushes: !isStrict,
    allowDeletions: false,
    requireSignedCommits: false,
    requireLinearHistory: random.chance(0.5),
    compliant: random.chance(0.1) ? null : isStrict,
    lastCheckedAt: at,
    repoFullName: fullName,
    syncedAt: at,
    createdAt: ago(fleet, 200 * DAY_MS),
    updatedAt: at,
    live: !row.deletedAt
  })
}
