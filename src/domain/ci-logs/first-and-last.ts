// Keeps the first and the last items of a long sequence.

export interface FirstAndLast<Item> {
  add(item: Item): void
  all(): Item[]
}

export function keepFirstAndLast<Item>(most: number): FirstAndLast<Item> {
  const first: Item[] = []
  const last: Item[] = []
  return {
    add(item) {
      if (first.length < most / 2) first.push(item)
      else last.push(item)
      if (last.length > most / 2) last.shift()
    },
    all: () => [...first, ...last]
  }
}
