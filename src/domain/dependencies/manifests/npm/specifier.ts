// What a version in a package.json, or in a lock file made from it, asks for.

export interface Specifier {
  /** The name that it stands for, if an alias. */
  name: string | undefined
  requirement: string | null
  /** Set where it does not come from the registry. */
  source: string | null
}

const ALIAS = 'npm:'
const ELSEWHERE = [
  'file:',
  'link:',
  'portal:',
  'workspace:',
  'patch:',
  'exec:',
  'git',
  'ssh:',
  'http:',
  'https:'
]
const EXACT = /^[=v]{0,2}(\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][\w.+-]{1,100})?)$/

export function readSpecifier(stated: string): Specifier {
  if (stated.startsWith(ALIAS)) {
    const { name, version } = splitDescriptor(stated.slice(ALIAS.length))
    return version === undefined && !isPackageName(name)
      ? { name: undefined, requirement: name, source: null }
      : { name, requirement: version ?? '*', source: null }
  }
  if (isElsewhere(stated)) return { name: undefined, requirement: null, source: stated }
  return { name: undefined, requirement: stated, source: null }
}

/** A requirement that only one version meets. */
export const exactVersion = (requirement: string | null): string | null =>
  requirement === null ? null : (EXACT.exec(requirement.trim())?.[1] ?? null)

/** `name@version`, in which the name may begin with an `@`. */
export function splitDescriptor(text: string): { name: string; version: string | undefined } {
  const at = text.indexOf('@', 1)
  return at < 0
    ? { name: text, version: undefined }
    : { name: text.slice(0, at), version: text.slice(at + 1) }
}

/** Addresses, paths, and the short `owner/repository` of hosts. */
export function isElsewhere(stated: string): boolean {
  return (
    ELSEWHERE.some((start) => stated.startsWith(start)) ||
    stated.startsWith('bitbucket:') ||
    (!stated.startsWith('@') && stated.includes('/')) ||
    stated.includes('#commit')
  )
}

const isPackageName = (name: string) => name.startsWith('@') || !/^[\d^~<>=*v]/.test(name)

/** The last folder of a path below `node_modules`, with its scope. */
export function folderPackageName(path: string): string {
  const parts = path.split('/').filter((part) => part !== '')
  const scope = parts.at(-2)
  const name = parts.at(-1) ?? path
  return scope?.startsWith('@') ? `${scope}/${name}` : name
}
