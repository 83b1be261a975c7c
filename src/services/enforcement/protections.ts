// Reads from the host which branches policies reach, and how each of them is protected.
import type { Deps, RepositoryAccess } from '#deps.js'
import type { LiveProtection } from '#domain/enforcement/policies.js'
import { UNPROTECTED } from '#domain/host/protection.js'
import { branchRuleOf, type HostBranchRule } from '#domain/mirror/branch-rules.js'
import { globMatcher } from '#domain/text/glob.js'
import { isGlob } from '#domain/text/repository-filter.js'
import { HostError, type HostFailure } from '#errors/host.js'

/** More branches than people protect by a pattern. */
const MOST_BRANCHES = 1_000

export interface ShownBranch extends LiveProtection {
  branch: string
  rule: HostBranchRule | undefined
  /** What changed later is not known. */
  readAt: Date
}

/** A branch whose protection the host does not show. It is not taken for unprotected. */
export interface HiddenBranch {
  branch: string
  failure: string
}

export interface ReachedBranches {
  /** Whether anything protects each branch; null if that is not known yet, nor whether it is there. */
  branches: ReadonlyMap<string, boolean | null>
  /** Whether there are no others. */
  areAll: boolean
}

/** The branches that these patterns match. A list that is read to its end also says which named branches are not there. */
export async function reachedBranches(
  { host }: Deps,
  place: RepositoryAccess,
  patterns: readonly string[]
): Promise<ReachedBranches> {
  const named = new Map(patterns.filter((name) => !isGlob(name)).map((name) => [name, null]))
  const globs = patterns.filter(isGlob).map(globMatcher)
  if (globs.length === 0) return { branches: named, areAll: true }
  const listed = new Map<string, boolean>()
  for await (const page of host.listBranches(place)) {
    const reached = page.filter(({ name }) => named.has(name) || globs.some((matches) => matches(name)))
    for (const { name, isProtected } of reached) listed.set(name, isProtected)
    if (listed.size >= MOST_BRANCHES) return { branches: new Map([...named, ...listed]), areAll: false }
  }
  return { branches: listed, areAll: true }
}

/** Undefined if there is no such branch. */
export async function readBranch(
  { host, now }: Deps,
  place: RepositoryAccess,
  [branch, known]: readonly [name: string, isProtected: boolean | null]
): Promise<ShownBranch | HiddenBranch | undefined> {
  const readAt = now()
  try {
    const isProtected = known ?? (await host.findBranch(place, branch))?.isProtected
    if (isProtected === undefined) return undefined
    if (!isProtected) return { branch, rule: undefined, own: UNPROTECTED, readAt }
    const read = await host.protectedBranch(place, branch)
    const own = read.sources.find(({ hostRuleId }) => hostRuleId === null) ?? UNPROTECTED
    return { branch, rule: branchRuleOf(read), own, readAt }
  } catch (error) {
    if (!(error instanceof HostError) || !REFUSALS.includes(error.failure)) throw error
    return { branch, failure: error.message }
  }
}

const REFUSALS: readonly HostFailure[] = ['host_forbidden', 'host_not_found', 'host_refused']
