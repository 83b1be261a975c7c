// Globs: `*` is any run within a segment, `**` any run, `?` one character; everything else stands for itself.

/** A run stands for nothing as well; an option stands for the two steps behind it, or for nothing. */
type GlobStep =
  | { kind: 'literal'; char: string }
  | { kind: 'one' | 'run'; crosses: boolean }
  | { kind: 'option' }

export type Matcher = (text: string) => boolean

/**
 * Of paths and branches: nothing but `**` crosses a slash. Where a segment begins, `**` and its slash are any number of
 * whole segments, none included: a pattern that begins with them matches at the top as well.
 */
export function globMatches(pattern: string, text: string): boolean {
  return globMatcher(pattern)(text)
}

/** For a pattern that is asked about many texts. */
export function globMatcher(pattern: string): Matcher {
  return matcherOf(stepsOf([...pattern]))
}

/** Of names that are one text: every `*` and `?` also stands for slashes, and nothing else is optional. */
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

/** The steps as numbers, for a loop that is run for every character. */
interface Program {
  /** What each step may read. */
  reads: Int32Array
  /** Where it leads. */
  leads: Int32Array
  /** Where else one is at once, without reading on. */
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
 * All places in the pattern to which the text may have led are kept side by side, and none is tried twice: the work is
 * the length of the pattern times that of the text at most, whatever they say.
 */
function matcherOf(steps: readonly GlobStep[]): Matcher {
  const program = programOf(steps)
  return (text) => {
    let places = new Uint8Array(steps.length + 1)
    let after = new Uint8Array(steps.length + 1)
    places[0] = HERE
    passOver(program, places)
    for (let at = 0; at < text.length; ) {
      const code = text.codePointAt(at) ?? NOTHING
      at += code > 0xffff ? 2 : 1
      if (!read(program, { code, places, after })) return false
      passOver(program, after)
      ;[places, after] = [after, places]
    }
    return places[steps.length] === HERE
  }
}

const SLASH = 47

interface GlobRead {
  code: number
  places: Uint8Array
  after: Uint8Array
}

/** Whether the character leads anywhere. */
function read({ reads, leads }: Program, { code, places, after }: GlobRead): boolean {
  let leadsOn = false
  after.fill(0)
  const least = code === SLASH ? ACROSS : WITHIN
  for (let at = 0; at < reads.length; at += 1) {
    if (places[at] !== HERE) continue
    const what = reads[at]
    if (what !== code && what !== ACROSS && what !== least) continue
    after[leads[at] ?? 0] = HERE
    leadsOn = true
  }
  return leadsOn
}

/** Marks what is reached without reading on. */
function passOver({ passes }: Program, places: Uint8Array): void {
  for (let at = 0; at < passes.length; at += 1) {
    const place = passes[at] ?? NOTHING
    if (place === NOTHING || places[at] !== HERE) continue
    places[at + 1] = HERE
    places[place] = HERE
  }
}
