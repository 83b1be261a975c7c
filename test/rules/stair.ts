// The stair: a capability may know those before it in the list of manifests, and none after it.

/** Folders of a room of its own that belong to a capability all the same. */
const ELSEWHERE: readonly [RegExp, string][] = [
  [/^src\/host\/effects\//, 'actions'],
  [/^src\/host\/connection\//, 'operation'],
  [/^src\/stored-connection\.ts/, 'operation'],
  [/^src\/http\/plugins\/caching\/kept-pages\.ts/, 'operation'],
  [/^src\/http\/plugins\/caching\/kept-answers\.ts/, 'accounts'],
  [/^src\/diagnosis\//, 'healing'],
  [/^src\/registries\//, 'dependencies'],
  [/^src\/domain\/(repairs|ci-logs)\//, 'healing'],
  [/^src\/http\/plugins\/(authentication|dashboard|limits|session)\.ts/, 'accounts']
]

/** What several capabilities stand on and no manifest lists, by the one after which it comes. */
const BETWEEN: Readonly<Record<string, string>> = {
  expressions: 'mirror',
  attempts: 'patches',
  recount: 'transfers'
}

const OF_CAPABILITY =
  /^(?:schemas|drizzle\/tables|src\/(?:capabilities|services|domain|store|jobs|routes|webhooks))\/([a-z-]+)(?:\/|\.ts)/

/** Puts the parts together, so it may know all of them. */
const COMPOSITION =
  /^(src\/(capabilities\/index|app|service|main|image|open-database|prepare-database|verify-audit)\.ts|src\/(command-line|settings|dashboard(?!\/site-map)|host\/index)|openapi\/|demo\/)/

/** The types by which everything is handed down; they name what they hand. */
const HANDED_DOWN = /^src\/(deps|registry|capabilities\/capability)\.ts/

export interface Arrow {
  from: string
  to: string
}

export function stairOf(names: readonly string[]): string[] {
  return names.flatMap((name) => [
    name,
    ...Object.entries(BETWEEN)
      .filter(([, after]) => after === name)
      .map(([between]) => between)
  ])
}

/** The step that a file is on; the ground, on which all stand, is -1. */
function stepOf(path: string, stair: readonly string[]): number {
  if (COMPOSITION.test(path)) return stair.length
  const elsewhere = ELSEWHERE.find(([pattern]) => pattern.test(path))?.[1]
  return stair.indexOf(elsewhere ?? OF_CAPABILITY.exec(path)?.[1] ?? '')
}

/** Known to all: words of the host, and the tables of repositories and of the counters, to which all others belong. */
const isOfGround = (path: string) =>
  /^schemas\/(host|model)\/|^src\/domain\/host\/|^drizzle\/tables\/mirror\/(repositories|tallies)\./.test(
    path
  )

export function upwardArrows(arrows: readonly Arrow[], stair: readonly string[]): string[] {
  return arrows
    .filter(({ from, to }) => !HANDED_DOWN.test(from) && !HANDED_DOWN.test(to) && !isOfGround(to))
    .filter(({ from, to }) => stepOf(to, stair) > stepOf(from, stair))
    .map(({ from, to }) => `${from} -> ${to}`)
}
