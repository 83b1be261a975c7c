// Versions of Python's packages from before PEP 440, in the order that setuptools once gave them.
import { compareNumbers, compareTexts, isNumber } from './parts.js'

const END = '*final'
const HYPHEN = '*final-'
const WORDS: Readonly<Record<string, string>> = { pre: 'c', preview: 'c', rc: 'c', dev: '@', '-': 'final-' }
const PARTS = /\d+|[a-z]+|[^\da-z.]/g

/** Words begin with a star, which makes them come before numbers. */
export function parseLegacy(text: string): readonly string[] {
  const parts: string[] = []
  for (const part of [...(text.match(PARTS) ?? []), 'final'])
    if (isNumber(part)) parts.push(part)
    else pushWord(parts, `*${WORDS[part] ?? part}`)
  return parts
}

/** A word takes the zeros before it along, and the hyphens too if it comes before the end. */
function pushWord(parts: string[], word: string): void {
  if (word < END) while (parts.at(-1) === HYPHEN) parts.pop()
  while (isZero(parts.at(-1))) parts.pop()
  parts.push(word)
}

const isZero = (part: string | undefined) => part !== undefined && /^0+$/.test(part)

export function compareLegacy(a: readonly string[], b: readonly string[]): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const order = compareParts(a[at] ?? '', b[at] ?? '')
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareParts(a: string, b: string): number {
  const [isLeft, isRight] = [isNumber(a), isNumber(b)]
  if (isLeft && isRight) return compareNumbers(a, b)
  return isLeft === isRight ? compareTexts(a, b) : isLeft ? 1 : -1
}
