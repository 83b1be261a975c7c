// The commits that one commit has and another one lacks.
import { HostError } from '#errors/host.js'
import type { HostClient } from '../../api/client.js'
import { isDefined, objectsIn, stringAt } from '../../payload.js'
import { type RepositoryAccess, requestOf } from '../listings.js'

const PER_PAGE = 100
const MOST_PAGES = 10

/** Names of branches or of commits. */
export interface CommitSpan {
  base: string
  head: string
}

/**
 * What `head` has and `base` lacks: nothing if `base` contains it. Undefined if the host cannot compare them, or if they
 * are too far apart.
 */
export async function commitsBetween(
  client: HostClient,
  access: RepositoryAccess,
  { base, head }: CommitSpan
): Promise<string[] | undefined> {
  const request = requestOf(access, '/compare/{basehead}', {
    basehead: `${base}...${head}`,
    per_page: PER_PAGE
  })
  const found: string[] = []
  let pages = 0
  try {
    for await (const { body } of client.pages(request, { ...access, fresh: true })) {
      if (pages === MOST_PAGES) return undefined
      found.push(
        ...objectsIn(body, 'commits')
          .map((commit) => stringAt(commit, 'sha') ?? undefined)
          .filter(isDefined)
      )
      pages += 1
    }
  } catch (error) {
    // It knows one of them no longer.
    if (error instanceof HostError && [404, 422].includes(error.hostStatus ?? 0)) return undefined
    throw error
  }
  return found
}
