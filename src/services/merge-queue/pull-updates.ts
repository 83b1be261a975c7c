// A head that was only brought up to date with its base holds the change that was reviewed.
import type { Deps, LivePull, RepositoryAccess } from '#deps.js'

const MOST_UPDATES = 10

/**
 * The head, and the heads before it to which nothing but the base was merged since. A merge that changes more than that
 * has its approvals dismissed by the host.
 */
export async function headsOfChange(
  { host }: Deps,
  place: RepositoryAccess,
  { headSha, baseBranch }: LivePull
): Promise<string[]> {
  const heads = [headSha]
  for (let sha = headSha; heads.length <= MOST_UPDATES; ) {
    const [own, merged, ...others] = await host.commitParents(place, sha)
    if (own === undefined || merged === undefined || others.length > 0) break
    const lacking = await host.commitsBetween(place, { base: baseBranch, head: merged })
    if (lacking?.length !== 0) break
    heads.push(own)
    sha = own
  }
  return heads
}
