// Reads one requirement as PEP 508 writes it: `name[extras] >=1.0,<2 ; marker`, or `name @ address`.

export interface PythonRequirement {
  name: string
  /** What follows the name, without extras and marker; null if nothing does. */
  requirement: string | null
  resolvedVersion: string | null
  source: string | null
}

const NAME = /^[A-Za-z0-9][\w.-]{0,199}/
const PINNED = /^===?\s?([^\s,;*]{1,100})$/

export function readRequirement(stated: string): PythonRequirement | undefined {
  const text = stated.trim()
  const name = NAME.exec(text)?.[0]
  if (name === undefined || /[._-]$/.test(name)) return undefined
  const rest = withoutExtras(text.slice(name.length).trim())
  if (rest === undefined) return undefined
  if (rest.startsWith('@')) {
    const source = withoutMarker(rest.slice(1), ' ;')
    return source === '' ? undefined : { name, requirement: null, resolvedVersion: null, source }
  }
  const requirement = withoutBrackets(withoutMarker(rest, ';'))
  if (requirement !== '' && !/^[<>=!~]/.test(requirement)) return undefined
  return {
    name,
    requirement: requirement === '' ? null : requirement,
    resolvedVersion: PINNED.exec(requirement)?.[1] ?? null,
    source: null
  }
}

/** Undefined if the bracket is never closed. */
function withoutExtras(rest: string): string | undefined {
  if (!rest.startsWith('[')) return rest
  const end = rest.indexOf(']')
  return end < 0 ? undefined : rest.slice(end + 1).trim()
}

function withoutMarker(rest: string, separator: string): string {
  const at = rest.indexOf(separator)
  return (at < 0 ? rest : rest.slice(0, at)).trim()
}

/** Old metadata puts the versions in brackets. */
const withoutBrackets = (versions: string) =>
  versions.startsWith('(') && versions.endsWith(')') ? versions.slice(1, -1).trim() : versions
