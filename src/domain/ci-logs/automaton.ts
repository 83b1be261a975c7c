// Finds many literals in a line in one pass (Aho and Corasick).

/** Matches without regard to case; all characters that occur in no literal share one class. */
const ASCII = 128
const NONE: readonly number[] = []

export interface Automaton {
  /** Indexes of the literals that the line contains, possibly repeated. */
  textsIn(line: string): readonly number[]
}

interface Trie {
  classes: Uint8Array
  width: number
  next: Int32Array
  ends: number[][]
}

export function buildAutomaton(texts: readonly string[]): Automaton {
  const tree = buildTrie(texts)
  link(tree)
  const { classes, width, next, ends } = tree
  const isEnd = Uint8Array.from(ends, (found) => (found.length > 0 ? 1 : 0))
  return {
    textsIn(line) {
      let found = NONE
      let state = 0
      for (let at = 0; at < line.length; at += 1) {
        // Characters outside of the class table fall into class 0.
        state = next[state * width + (classes[line.charCodeAt(at)] ?? 0)] ?? 0
        if (isEnd[state] === 1) found = found.concat(ends[state] ?? [])
      }
      return found
    }
  }
}

function buildTrie(texts: readonly string[]): Trie {
  const { classes, width } = classesOf(texts)
  const states = texts.reduce((sum, text) => sum + text.length, 1)
  const tree: Trie = { classes, width, next: new Int32Array(states * width), ends: [[]] }
  texts.forEach((text, index) => {
    let state = 0
    for (let at = 0; at < text.length; at += 1)
      state = childState(tree, state, classes[text.charCodeAt(at)] ?? 0)
    tree.ends[state]?.push(index)
  })
  return tree
}

function childState(tree: Trie, state: number, kind: number): number {
  const at = state * tree.width + kind
  const existing = tree.next[at] ?? 0
  if (existing !== 0) return existing
  tree.ends.push([])
  tree.next[at] = tree.ends.length - 1
  return tree.ends.length - 1
}

function classesOf(texts: readonly string[]) {
  const classes = new Uint8Array(ASCII)
  const chars = [...new Set(texts.join(''))].filter((char) => char.charCodeAt(0) < ASCII)
  chars.forEach((char, index) => {
    classes[char.charCodeAt(0)] = index + 1
    const upper = char.toUpperCase()
    if (upper.length === 1) classes[upper.charCodeAt(0)] = index + 1
  })
  return { classes, width: chars.length + 1 }
}

/** Completes every state with the transitions of its longest suffix, breadth first. */
function link({ width, next, ends }: Trie): void {
  const suffix = new Int32Array(ends.length)
  const queue = [0]
  const linkStep = (state: number, kind: number) => {
    const at = state * width + kind
    const child = next[at] ?? 0
    const fallback = state === 0 ? 0 : (next[(suffix[state] ?? 0) * width + kind] ?? 0)
    if (child === 0) {
      next[at] = fallback
      return
    }
    suffix[child] = fallback
    ends[child]?.push(...(ends[fallback] ?? []))
    queue.push(child)
  }
  for (const state of queue) for (let kind = 0; kind < width; kind += 1) linkStep(state, kind)
}
