// Where the versions are in a requirement of Python: `name[extras] >=1.0,<2 ; marker`.

export interface SpecifierPlace {
  name: string
  /** The versions, without brackets around them; empty where none is stated. */
  from: number
  to: number
  /** The address instead of versions. */
  address: string | null
}

const NAME = /^[A-Za-z0-9][\w.-]{0,199}/

/** Undefined for what is no requirement of a package. */
export function placeOfSpecifier(text: string): SpecifierPlace | undefined {
  const start = text.length - text.trimStart().length
  const name = NAME.exec(text.slice(start))?.[0]
  if (name === undefined) return undefined
  let from = afterSpaces(text, start + name.length)
  if (text[from] === '[') {
    const close = text.indexOf(']', from)
    if (close < 0) return undefined
    from = afterSpaces(text, close + 1)
  }
  if (text[from] === '@') return { name, from, to: from, address: text.slice(from + 1).trim() }
  const marker = text.indexOf(';', from)
  const end = from + text.slice(from, marker < 0 ? text.length : marker).trimEnd().length
  const isBracketed = text[from] === '(' && text[end - 1] === ')'
  return {
    name,
    address: null,
    ...(isBracketed ? trimmed(text, from + 1, end - 1) : { from, to: Math.max(from, end) })
  }
}

function trimmed(text: string, from: number, to: number): { from: number; to: number } {
  const start = afterSpaces(text, from)
  return { from: start, to: start + text.slice(start, to).trimEnd().length }
}

function afterSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}
