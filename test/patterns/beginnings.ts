// How a part of a pattern may begin. Parts that cannot begin where a text stands are skipped, as engines skip them too.
import type { AST } from '@eslint-community/regexpp'
import { type Fits, fitsAtom, isAtom } from './characters.js'
import { NONE } from './machine.js'

interface Beginning {
  fits: Fits[]
  /** Such a part may begin with whatever follows it. */
  mayBeEmpty: boolean
}

interface Reading {
  flags: string
  isBackward: boolean
}

export const canBegin = ({ fits, mayBeEmpty }: Beginning, code: number) =>
  mayBeEmpty || (code !== NONE && fits.some((one) => one(code)))

export function beginningOf(elements: readonly AST.Element[], reading: Reading): Beginning {
  const fits: Fits[] = []
  for (const element of reading.isBackward ? elements.toReversed() : elements) {
    const beginning = beginningOfOne(element, reading)
    fits.push(...beginning.fits)
    if (!beginning.mayBeEmpty) return { fits, mayBeEmpty: false }
  }
  return { fits, mayBeEmpty: true }
}

function beginningOfOne(node: AST.Element, reading: Reading): Beginning {
  if (isAtom(node)) return { fits: [fitsAtom(node, reading.flags)], mayBeEmpty: false }
  if (node.type === 'Quantifier') {
    const { fits, mayBeEmpty } = beginningOfOne(node.element, reading)
    return { fits, mayBeEmpty: mayBeEmpty || node.min === 0 }
  }
  // What asserts takes no room, and what refers back may be anything.
  if (node.type === 'Assertion') return { fits: [], mayBeEmpty: true }
  if (node.type !== 'Group' && node.type !== 'CapturingGroup') return { fits: [() => true], mayBeEmpty: true }
  const options = node.alternatives.map(({ elements }) => beginningOf(elements, reading))
  return {
    fits: options.flatMap(({ fits }) => fits),
    mayBeEmpty: options.some(({ mayBeEmpty }) => mayBeEmpty)
  }
}
