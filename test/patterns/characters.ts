// Which characters a single part of a pattern fits: the language itself is asked, once for each part and character.
import type { AST } from '@eslint-community/regexpp'

/** Whether a character fits, told by its code. */
export type Fits = (code: number) => boolean

/** A part that fits one character and nothing longer. */
export type Atom = AST.Character | AST.CharacterSet | AST.CharacterClass

export const isAtom = (node: AST.Element): node is Atom =>
  node.type === 'Character' || node.type === 'CharacterSet' || node.type === 'CharacterClass'

const known = new Map<string, Fits>()

export function fitsOf(source: string, flags: string): Fits {
  const asked = flags.replace(/[^isu]/g, '')
  const key = `${asked} ${source}`
  let fits = known.get(key)
  if (!fits) {
    const alone = new RegExp(`^(?:${source})$`, asked)
    fits = remembered((one) => alone.test(String.fromCodePoint(one)))
    known.set(key, fits)
  }
  return fits
}

export const fitsAtom = (atom: Atom, flags: string) =>
  atom.type === 'Character' ? fitsCharacter(atom.value, flags) : fitsOf(atom.raw, flags)

/** A character as another one may be it too, where the case does not matter. */
export function fitsCharacter(code: number, flags: string): Fits {
  const hex = code.toString(16)
  return fitsOf(flags.includes('u') ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`, flags)
}

const PLAIN = 128

/** Asks once for each character; the usual ones are kept where they are found fastest. */
export function remembered<Answer>(ask: (code: number) => Answer): (code: number) => Answer {
  const plain = new Array<Answer | undefined>(PLAIN).fill(undefined)
  const others = new Map<number, Answer>()
  return (code) => {
    const isPlain = code >= 0 && code < PLAIN
    const known = isPlain ? plain[code] : others.get(code)
    if (known !== undefined) return known
    const answer = ask(code)
    if (isPlain) plain[code] = answer
    else others.set(code, answer)
    return answer
  }
}
