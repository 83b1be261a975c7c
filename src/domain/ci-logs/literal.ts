// Extracts the literal text that every match of a pattern contains, used to preselect lines.

const QUANTIFIERS = '?*+{'
const BREAKS = '.^$'

/** The longest literal of each alternative, in lower case. */
export function literalsOf({ source }: RegExp): string[] {
  return alternativesIn(source).map((alternative) => longestIn(runsIn(alternative)).toLowerCase())
}

const longestIn = (runs: readonly string[]) =>
  runs.reduce((best, run) => (run.length > best.length ? run : best), '')

/** Splits at the bars that stand outside of groups and classes. */
function alternativesIn(source: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < source.length; at = endOfItem(source, at))
    if (source[at] === '|') {
      parts.push(source.slice(from, at))
      from = at + 1
    }
  return [...parts, source.slice(from)]
}

function runsIn(source: string): string[] {
  const runs = ['']
  for (let at = 0; at < source.length; ) {
    const next = endOfItem(source, at)
    const char = literalAt(source, at)
    const quantifier = source[next] ?? ' '
    const isOptional = quantifier !== '+' && QUANTIFIERS.includes(quantifier)
    if (char !== null && !isOptional) runs[runs.length - 1] += char
    else runs.push(...(isOptional ? [] : runsInGroup(source.slice(at, next))), '')
    at = next
  }
  return runs
}

/** A mandatory group with one alternative contributes its literals; lookarounds do not. */
function runsInGroup(source: string): string[] {
  const body = /^\((?:\?:|\?<\w+>)?(?!\?)(.*)\)$/.exec(source)?.[1]
  return body === undefined || alternativesIn(body).length > 1 ? [] : runsIn(body)
}

/** The literal character at a position, or null if it is syntax. */
function literalAt(source: string, at: number): string | null {
  const char = source[at] ?? ''
  if (char === '\\') return /[A-Za-z0-9]/.test(source[at + 1] ?? '') ? null : (source[at + 1] ?? null)
  return '[()]|'.includes(char) || BREAKS.includes(char) || QUANTIFIERS.includes(char) ? null : char
}

/** The end of the item at a position: an escape, a class, a group or one character. */
function endOfItem(source: string, at: number): number {
  const char = source[at]
  if (char === '\\') return at + 2
  if (char === '[') return endOfClass(source, at)
  if (char === '{') return source.indexOf('}', at) + 1
  return char === '(' ? endOfGroup(source, at) : at + 1
}

function endOfClass(source: string, at: number): number {
  let end = at + 1
  while (source[end] !== ']') end += source[end] === '\\' ? 2 : 1
  return end + 1
}

function endOfGroup(source: string, at: number): number {
  let end = at + 1
  while (source[end] !== ')') end = endOfItem(source, end)
  return end + 1
}
