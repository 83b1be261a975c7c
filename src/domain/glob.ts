// Globs: `*` is any run within a segment, `**` any run, `?` one character; everything else stands for itself.

/** A run stands for nothing as well; an option stands for the two steps behind it, or for nothing. */
type Step = { kind: 'literal'; char: string } | { kind: 'one' | 'run'; crosses: boolean } | { kind: 'option' }

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

/** Of names that are one text: every `*` and `?` also stands for slashes. */
export function looseGlobMatches(pattern: string, text: string): boolean {
  const steps = stepsOf([...pattern]).map((step) => ('crosses' in step ? { ...step, crosses: true } : step))
  return matcherOf(steps)(text)
}

function stepsOf(chars: readonly string[]): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < chars.length; ) {
    const stars = starsAt(chars, at)
    const isWhole = stars > 1 && (at === 0 || chars[at - 1] === '/') && chars[at + stars] === '/'
    if (isWhole) steps.push({ kind: 'option' })
    steps.push(stars > 0 ? { kind: 'run', crosses: stars > 1 } : stepOf(chars[at] ?? ''))
    at += Math.max(stars, 1)
  }
  return steps
}

function stepOf(char: string): Step {
  return char === '?' ? { kind: 'one', crosses: false } : { kind: 'literal', char }
}

function starsAt(chars: readonly string[], at: number): number {
  let end = at
  while (chars[end] === '*') end += 1
  return end - at
}

const HERE = 1

/**
 * All places in the pattern to which the text may have led are kept side by side, and none is tried twice: the work is
 * the length of the pattern times that of the text at most, whatever they say.
 */
function matcherOf(steps: readonly Step[]): Matcher {
  return (text) => {
    let places = new Uint8Array(steps.length + 1)
    places[0] = HERE
    passOver(steps, places)
    for (const char of text) {
      places = placesAfter(steps, places, char)
      if (!places.includes(HERE)) return false
    }
    return places[steps.length] === HERE
  }
}

function placesAfter(steps: readonly Step[], places: Uint8Array, char: string) {
  const after = new Uint8Array(places.length)
  for (const [at, step] of steps.entries()) {
    if (places[at] === HERE && stands(step, char)) after[step.kind === 'run' ? at : at + 1] = HERE
  }
  passOver(steps, after)
  return after
}

function stands(step: Step, char: string): boolean {
  if (step.kind === 'literal') return step.char === char
  return step.kind !== 'option' && (step.crosses || char !== '/')
}

/** Marks what is reached without reading on. */
function passOver(steps: readonly Step[], places: Uint8Array): void {
  for (const [at, { kind }] of steps.entries()) {
    if (places[at] !== HERE || (kind !== 'run' && kind !== 'option')) continue
    places[at + 1] = HERE
    if (kind === 'option') places[at + 3] = HERE
  }
}
