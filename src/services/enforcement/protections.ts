// Reads from the host which branches policies reach, and how each of them is protected.
import type { Deps, RepositoryAccess } from '#deps.js'
import { isGlob } from '#domain/enforcement/policies.js'
import type { ListedBranch } from '#domain/host/items.js'
import { branchRuleOf, type HostBranchRule } from '#domain/mirror/branch-rules.js'
import { globMatcher, type Matcher } from '#domain/text/glob.js'
import { HostError, type HostFailure } from '#errors/host.js'

/** More branches than people protect by a pattern. */
const MOST_BRANCHES = 1_000

export interface ShownBranch {
  branch: string
  /** Undefined if nothing protects it. */
  rule: HostBranchRule | undefined
}

/** A branch whose protection the host does not show. It is not taken for unprotected. */
export interface HiddenBranch {
  branch: string
  failure: string
}

export async function* liveBranches(
  deps: Deps,
  place: RepositoryAccess,
  patterns: readonly string[]
): AsyncGenerator<ShownBranch | HiddenBranch> {
  for (const [branch, isProtected] of await reachedBranches(deps, place, patterns))
    yield isProtected ? await shownBranch(deps, place, branch) : { branch, rule: undefined }
}

async function shownBranch(
  deps: Deps,
  place: RepositoryAccess,
  branch: string
): Promise<ShownBranch | HiddenBranch> {
  try {
    return { branch, rule: branchRuleOf(await deps.host.protectedBranch(place, branch)) }
  } catch (error) {
    if (!(error instanceof HostError) || !REFUSALS.includes(error.failure)) throw error
    return { branch, failure: error.message }
  }
}

const REFUSALS: readonly HostFailure[] = ['host_forbidden', 'host_not_found']

/** Whether anything protects each branch, by name. */
async function reachedBranches(
  deps: Deps,
  place: RepositoryAccess,
  patterns: readonly string[]
): Promise<Map<string, boolean>> {
  const reached = new Map<string, boolean>()
  for (const name of patterns.filter((pattern) => !isGlob(pattern))) {
    const found = await deps.host.findBranch(place, name)
    if (found) reached.set(name, found.isProtected)
  }
  const globs = patterns.filter(isGlob).map(globMatcher)
  if (globs.length === 0) return reached
  const matchesAny = (name: string) => globs.some((matches) => matches(name))
  return addMatching(reached, deps.host.listBranches(place), matchesAny)
}

async function addMatching(
  reached: Map<string, boolean>,
  pages: AsyncIterable<ListedBranch[]>,
  isReached: Matcher
): Promise<Map<string, boolean>> {
  for await (const page of pages) {
    for (const { name, isProtected } of page) if (isReached(name)) reached.set(name, isProtected)
    if (reached.size >= MOST_BRANCHES) break
  }
  return reached
}
