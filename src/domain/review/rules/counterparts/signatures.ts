// Functions that others call, and that ask for something else than before.

export interface Signature {
  name: string
  parameters: readonly string[]
}

const START =
  /^\s*(?:export\s(?:default\s)?(?:async\s)?function\s|export\sconst\s|pub\s(?:async\s|unsafe\s|const\s)?fn\s|func\s(?:\([^)]{1,60}\)\s)?|(?:async\s)?def\s|exports\.|public\s(?:static\s|final\s|async\s|override\s|virtual\s|suspend\s){0,3}(?:[\w<>[\],?.]{1,60}\s)?(?:fun\s)?)([A-Za-z_$][\w$]{0,80})(?:<[^>]{0,80}>)?\s?(?:=\s?(?:async\s?)?(?:function\s?)?)?\(/
const LONGEST = 2_000

/** Of a function that begins in this line; its parameters may go on in the next ones. */
export function signatureAt(lines: readonly string[], at: number): Signature | undefined {
  const first = lines[at] ?? ''
  const match = first.length < LONGEST ? START.exec(first) : null
  const name = match?.[1]
  if (!match || name === undefined || name.startsWith('_')) return undefined
  const rest = [first.slice(match[0].length), ...lines.slice(at + 1, at + 20)].join(' ').slice(0, LONGEST)
  const inner = untilClosed(rest)
  if (inner === undefined) return undefined
  const own = splitList(inner).filter((one) => !/^(?:self|cls|&self|&mut self|mut self|this)\b/.test(one))
  return { name, parameters: own }
}

const OPEN = '([{<'
const CLOSED = ')]}>'

function untilClosed(text: string): string | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (char === ')' && depth === 0) return text.slice(0, at)
    depth += '([{'.includes(char) ? 1 : ')]}'.includes(char) ? -1 : 0
  }
  return undefined
}

/** By the commas that are not within brackets. */
function splitList(text: string): string[] {
  const parts: string[] = []
  let [depth, from] = [0, 0]
  for (let at = 0; at <= text.length; at += 1) {
    depth += isArrow(text, at) ? 0 : stepOf(text[at])
    if (depth > 0 || (at < text.length && text[at] !== ',')) continue
    parts.push(text.slice(from, at).trim())
    from = at + 1
  }
  return parts.filter((one) => one !== '')
}

const stepOf = (char = '') =>
  char !== '' && OPEN.includes(char) ? 1 : char !== '' && CLOSED.includes(char) ? -1 : 0
const isArrow = (text: string, at: number) =>
  text[at] === '>' && (text[at - 1] === '=' || text[at - 1] === '-')

/** May be left out by who calls. */
const OPTIONAL = /=|^\.\.\.|^\*|^\w{1,60}\?|\bOption<|\bvararg\b|^params\s|\.\.\.\w/

/** Whether a call that was right before is wrong now. */
export function breaksCalls(before: Signature, after: Signature): boolean {
  const kept = before.parameters.every((one, at) => isCompatible(one, after.parameters[at]))
  const added = after.parameters.slice(before.parameters.length)
  return !kept || added.some((one) => !OPTIONAL.test(one))
}

function isCompatible(before: string, after: string | undefined): boolean {
  if (after === undefined) return false
  if (plain(before) === plain(after)) return true
  const [typeBefore, typeAfter] = [typeOf(before), typeOf(after)]
  if (OPTIONAL.test(before) && !OPTIONAL.test(after)) return false
  // A wider type takes what the narrower one took.
  return (
    typeBefore === typeAfter || (typeBefore !== '' && typeAfter.includes(typeBefore)) || typeAfter === 'any'
  )
}

const plain = (text: string) => text.replace(/\s+/g, '').replace(/=.*$/, '')

/** Without its name and its default: `size: number = 3` is a `number`, and `int size` is an `int`. */
function typeOf(parameter: string): string {
  const stated = parameter.replace(/=.*$/, '').trim()
  const colon = stated.indexOf(':')
  if (colon >= 0 && !stated.startsWith('{')) return stated.slice(colon + 1).replace(/\s+/g, '')
  if (/^[{[]/.test(stated)) return stated.replace(/\s+/g, '')
  const words = stated.split(/\s+/)
  return words.length > 1 ? words.slice(0, -1).join('') : ''
}
