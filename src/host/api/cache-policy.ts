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
  [/^\/(git|branches|tags|releases)(\/|$)/, 300]
]

export function cacheTtlMs(path: string): number {
  const prefix = OF_REPOSITORY.exec(path)?.[0]
  if (prefix === undefined) return DEFAULT_TTL_MS
  const rest = path.slice(prefix.length)
  const kind = TTL_SECONDS.find(([pattern]) => pattern.test(rest))
  return kind ? kind[1] * SECOND_MS : DEFAULT_TTL_MS
}

/** The path below which a write invalidates the cache: its repository, or else the path itself. */
export function invalidationPath(path: string): string {
  return (OF_REPOSITORY.exec(path)?.[0] ?? path).toLowerCase()
}

export function isUnderPath(path: string, prefix: string): boolean {
  const lower = path.toLowerCase()
  return lower === prefix || lower.startsWith(`${prefix}/`)
}
