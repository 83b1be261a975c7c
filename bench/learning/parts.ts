// Cross-validation: each part is judged by what the other parts taught.

/** What has no part is always taught, and never asked. */
export function triedInParts<Item, Trial>(
  items: readonly Item[],
  { parts, partOf }: { parts: number; partOf: (item: Item) => number | undefined },
  tryOut: (taught: readonly Item[], asked: readonly Item[]) => readonly Trial[]
): Trial[] {
  return Array.from({ length: parts }, (_, part) =>
    tryOut(
      items.filter((item) => partOf(item) !== part),
      items.filter((item) => partOf(item) === part)
    )
  ).flat()
}

/** Gives each of the names a part, in turn. */
export function partsInTurn(names: readonly string[], parts: number): (name: string) => number | undefined {
  const places = new Map([...new Set(names)].map((name, at) => [name, at % parts]))
  return (name) => places.get(name)
}
