// How long a response may be served from the cache, by the kind of its path.

const SECOND_MS = 1_000
const DEFAULT_TTL_MS = 60 * SECOND_MS

const OF_REPOSITORY = /^.*?\/(?:repos\/[^/]+\/[^/]+|repositories\/\d+)(?=\/|$)/

/** The first match decides: paths that change often come before the broader ones. */
const TTL_SECONDS: readonly (readonly [RegExp, number])[] = [
  [/^$/, 300],
  [/\/(check-runs|check-suites|status|statuses)(\/|$)/, 15],
  [/^\/actions\/(runs|jobs|workflows)(\/|$)/, 15],
  [/^\/pulls(\/|$)/, 30],
  [/^\/(issues|comments|labels)(\/|$)/, 60],
  [/^\/(contents|readme|git\/blobs)(\/|$)/, 120],
  [/^\/(git|branches|tags|releases)(\/|$)/, 300],
  [/^\/compare(\/|$)/, 600]
]

export function cacheTtlMs(path: string): number {
  const prefix = OF_REPOSITORY.exec(path)?.[0]
  if (prefix === undefined) return DEFAULT_TTL_MS
  const rest = path.slice(prefix.length)
  const kind = TTL_SECONDS.find(([pattern]) => pattern.test(rest))
  return kind ? kind[1] * SECOND_MS : DEFAULT_TTL_MS
}

/** Nothing changes these but a write to one of them, or to the repository itself. */
const APART = /^\/(collaborators|labels|compare)(?=\/|$)/i

/** Whether a write makes a response outdated: everything in its repository but what is apart, or else what is below it. */
export function isOutdatedBy(written: string, path: string): boolean {
  const repository = OF_REPOSITORY.exec(written)?.[0]
  if (repository === undefined) return isUnderPath(path, written.toLowerCase())
  if (!isUnderPath(path, repository.toLowerCase())) return false
  const kindOf = (one: string) => APART.exec(one.slice(repository.length))?.[1]?.toLowerCase()
  const kind = kindOf(path)
  return kind === undefined || written.length === repository.length || kindOf(written) === kind
}

function isUnderPath(path: string, prefix: string): boolean {
  const lower = path.toLowerCase()
  return lower === prefix || lower.startsWith(`${prefix}/`)
}
