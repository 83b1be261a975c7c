// How long a read may be answered without asking the host again, by the kind of its path.

const SECOND_MS = 1_000
const DEFAULT_TTL_MS = 60 * SECOND_MS

const OF_REPOSITORY = /^.*?\/(?:repos\/[^/]+\/[^/]+|repositories\/\d+)(?=\/|$)/

/** The first that fits: what changes often stands before what contains it. */
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

/** What a write may change: all of its repository, or what lies under its path. */
export function invalidationPath(path: string): string {
  return (OF_REPOSITORY.exec(path)?.[0] ?? path).toLowerCase()
}

export function isUnderPath(path: string, reach: string): boolean {
  const lower = path.toLowerCase()
  return lower === reach || lower.startsWith(`${reach}/`)
}
