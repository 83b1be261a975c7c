// Globs: `*` matches within a segment, `**` across segments, `?` one character; everything else is literal.

/** A run also matches nothing; an option skips the two steps after it. */
type GlobStep =
  | { kind: 'literal'; char: string }
  | { kind: 'one' | 'run'; crosses: boolean }
  | { kind: 'option' }

export type Matcher = (text: string) => boolean

/**
 * For paths and branches: only `**` crosses a slash. At the beginning of a segment, `**` with its slash matches any
 * number of whole segments, including none.
 */
export function globMatches(pattern: string, text: string): boolean {
  return globMatcher(pattern)(text)
}

/** Compiles a pattern that is matched against many texts. */
export function globMatcher(pattern: string): Matcher {
  return matcherOf(stepsOf([...pattern]))
}

/** For plain names: `*` and `?` also match slashes, and `**` with its slash is not optional. */
export function looseGlobMatches(pattern: string, text: string): boolean {
  const steps = stepsOf([...pattern]).filter(({ kind }) => kind !== 'option')
  return matcherOf(steps.map((step) => ('crosses' in step ? { ...step, crosses: true } : step)))(text)
}

function stepsOf(chars: readonly string[]): GlobStep[] {
  const steps: GlobStep[] = []
  for (let at = 0; at < chars.length; ) {
    const stars = starsAt(chars, at)
    const isWhole = stars > 1 && (at === 0 || chars[at - 1] === '/') && chars[at + stars] === '/'
    if (isWhole) steps.push({ kind: 'option' })
    steps.push(stars > 0 ? { kind: 'run', crosses: stars > 1 } : stepOf(chars[at] ?? ''))
    at += Math.max(stars, 1)
  }
  return steps
}

function stepOf(char: string): GlobStep {
  return char === '?' ? { kind: 'one', crosses: false } : { kind: 'literal', char }
}

function starsAt(chars: readonly string[], at: number): number {
  let end = at
  while (chars[end] === '*') end += 1
  return end - at
}

const HERE = 1
const NOTHING = -1
/** What a step may read: one character, any but a slash, or any. */
const WITHIN = -2
const ACROSS = -3

/** The steps as numbers, because the loop runs for every character. */
interface Program {
  /** What each step may read. */
  reads: Int32Array
  /** The next position after reading. */
  leads: Int32Array
  /** The position reachable without reading. */
  passes: Int32Array
}

function programOf(steps: readonly GlobStep[]): Program {
  return {
    reads: Int32Array.from(steps, readOf),
    leads: Int32Array.from(steps, ({ kind }, at) => (kind === 'run' ? at : at + 1)),
    passes: Int32Array.from(steps, ({ kind }, at) =>
      kind === 'option' ? at + 3 : kind === 'run' ? at + 1 : NOTHING
    )
  }
}

function readOf(step: GlobStep): number {
  if (step.kind === 'option') return NOTHING
  if (step.kind === 'literal') return step.char.codePointAt(0) ?? NOTHING
  return step.crosses ? ACROSS : WITHIN
}

/**
 * Simulates all possible positions in the pattern at once and visits none twice, so the work is at most the product of
 * both lengths.
 */
function matcherOf(steps: readonly GlobStep[]): Matcher {
  const program = programOf(steps)
  return (text) => {
    let positions = new Uint8Array(steps.length + 1)
    let after = new Uint8Array(steps.length + 1)
    positions[0] = HERE
    passOver(program, positions)
    for (let at = 0; at < text.length; ) {
      const code = text.codePointAt(at) ?? NOTHING
      at += code > 0xffff ? 2 : 1
      if (!read(program, { code, positions, after })) return false
      passOver(program, after)
      ;[positions, after] = [after, positions]
    }
    return positions[steps.length] === HERE
  }
}

const SLASH = 47

interface GlobRead {
  code: number
  positions: Uint8Array
  after: Uint8Array
}

/** Advances all positions by one character; false if none is left. */
function read({ reads, leads }: Program, { code, positions, after }: GlobRead): boolean {
  let leadsOn = false
  after.fill(0)
  const least = code === SLASH ? ACROSS : WITHIN
  for (let at = 0; at < reads.length; at += 1) {
    if (positions[at] !== HERE) continue
    const readable = reads[at]
    if (readable !== code && readable !== ACROSS && readable !== least) continue
    after[leads[at] ?? 0] = HERE
    leadsOn = true
  }
  return leadsOn
}

/** Marks the positions that are reachable without reading. */
function passOver({ passes }: Program, positions: Uint8Array): void {
  for (let at = 0; at < passes.length; at += 1) {
    const target = passes[at] ?? NOTHING
    if (target === NOTHING || positions[at] !== HERE) continue
    positions[at + 1] = HERE
    positions[target] = HERE
  }
}
