// Texts upon which a pattern would work longest, made of its own parts: it is taken apart as the language defines it.
import type { AST } from '@eslint-community/regexpp'
import { type Atom, fitsAtom, isAtom } from '../patterns/characters.js'
import { parsedPattern } from '../patterns/parsed.js'

const PRINTABLE = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
const CHARACTERS = ['a', ...PRINTABLE, '\t', '\n', 'é']

/** Of each way through a pattern its parts, each as a text that fits it and whether it may come again. */
interface Part {
  text: string
  repeats: boolean
}

/** Pieces: a worst case is one of them, again and again, behind one that comes once. */
export interface WorstCase {
  before: string
  again: string
}

const WAYS_PER_OPTION = 3
const MOST_WAYS = 240

export function worstCasesOf(pattern: RegExp): WorstCase[] {
  const { alternatives } = parsedPattern(pattern)
  const characters = charactersOf(alternatives.flatMap(atomsIn), pattern.flags)
  const random = randomOf(pattern.source.length)
  const ways = alternatives.flatMap(({ elements }) =>
    Array.from({ length: WAYS_PER_OPTION }, () => partsOf(elements, characters, random))
  )
  const cases = ways.slice(0, MOST_WAYS).flatMap(casesOf)
  return [...new Map(cases.map((one) => [`${one.before}\0${one.again}`, one])).values()]
}

/** Beginnings without an end, each repetition drawn out, and a whole that lacks its last character. */
function casesOf(parts: readonly Part[]): WorstCase[] {
  const whole = parts.map(({ text }) => text).join('')
  const cases = [
    { before: '', again: whole.slice(0, -1) },
    { before: '', again: `${whole.slice(0, -1)}\u0001` }
  ]
  let before = ''
  for (const { text, repeats } of parts) {
    if (repeats)
      cases.push({ before, again: text }, { before: '', again: before + text }, { before: '', again: text })
    before += text
  }
  return cases.filter(({ again }) => again !== '')
}

/** Whether a part comes once or often, a text of it is shown once or twice. */
function partsOf(nodes: readonly AST.Element[], characters: Characters, random: () => number): Part[] {
  return nodes.flatMap((node): Part[] => {
    if (isAtom(node)) return [{ text: characters(node, random), repeats: false }]
    if (node.type !== 'Quantifier') {
      const options = optionsOf(node)
      const option = options.length > 0 ? options[Math.floor(random() * options.length)] : undefined
      return partsOf(option?.elements ?? [], characters, random)
    }
    const inner = partsOf([node.element], characters, random)
    return [
      ...inner.filter(({ repeats }) => repeats),
      { text: inner.map(({ text }) => text).join(''), repeats: true }
    ]
  })
}

/** What a part chooses from; nothing where it takes no room, or shows nothing that fits. */
function optionsOf(node: AST.Element): readonly AST.Alternative[] {
  if (!('alternatives' in node)) return []
  return 'negate' in node && node.negate ? [] : node.alternatives
}

type Characters = (atom: Atom, random: () => number) => string

/** A character that fits; mostly one that fits many other parts too, as these are what a pattern may mistake for another. */
function charactersOf(atoms: readonly Atom[], flags: string): Characters {
  const fitting = new Map<string, string[]>()
  const share = new Map<string, number>()
  for (const atom of atoms) {
    const fits = fitsAtom(atom, flags)
    const characters = fitting.get(atom.raw) ?? CHARACTERS.filter((one) => fits(one.charCodeAt(0)))
    fitting.set(atom.raw, characters)
    for (const character of characters) share.set(character, (share.get(character) ?? 0) + 1)
  }
  for (const characters of fitting.values())
    characters.sort((a, b) => (share.get(b) ?? 0) - (share.get(a) ?? 0))
  return ({ raw }, random) => {
    const characters = fitting.get(raw) ?? []
    return characters[random() < 0.7 ? 0 : Math.floor(random() * characters.length)] ?? ''
  }
}

function atomsIn({ elements }: AST.Alternative): Atom[] {
  return elements.flatMap((element) => {
    const node = element.type === 'Quantifier' ? element.element : element
    return isAtom(node) ? [node] : optionsOf(node).flatMap(atomsIn)
  })
}

/** The same numbers each time (mulberry32), so that what fails today fails tomorrow. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
