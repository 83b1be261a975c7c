// How many steps a pattern takes upon a text: the same number on every machine.
import { Machine } from './machine.js'
import { Program } from './program.js'

export interface Search {
  /** Where the match begins and ends, and each of its groups; -1 for a group that took no part. */
  places: number[] | undefined
  steps: number
}

const programs = new Map<string, Program>()

function programOf(pattern: RegExp): Program {
  const key = `${pattern}`
  const program = programs.get(key) ?? new Program(pattern)
  programs.set(key, program)
  return program
}

/** Looks for the first match from a place on, as the engine does, until it finds one or has taken so many steps. */
export function search(pattern: RegExp, text: string, from = 0, ceiling = Number.POSITIVE_INFINITY): Search {
  const program = programOf(pattern)
  const machine = new Machine(text, program, ceiling)
  const last = pattern.sticky ? from : text.length
  for (let at = from; at <= last && machine.steps < ceiling; at = machine.beside(at, false)) {
    machine.at = at
    if (machine.fits(program.first))
      return { places: [at, machine.at, ...machine.groups(program.groups.length)], steps: machine.steps }
  }
  return { places: undefined, steps: machine.steps }
}

/** Of all matches where a pattern is made to find them all, of the first one otherwise. */
export function stepsOf(pattern: RegExp, text: string, ceiling = Number.POSITIVE_INFINITY): number {
  let steps = 0
  for (let from = 0; from <= text.length && steps < ceiling; ) {
    const found = search(pattern, text, from, ceiling - steps)
    steps += found.steps
    const [begin, end] = found.places ?? []
    if (!pattern.global || begin === undefined || end === undefined) break
    from = end === begin ? end + 1 : end
  }
  return steps
}
