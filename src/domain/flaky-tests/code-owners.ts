// Who owns a file, as the host reads it: the last line that matches counts, even if it names nobody.
import ignore from 'ignore'

/** Where the host looks, in this order. */
export const CODE_OWNER_FILES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS']
/** The host reads no larger file. */
export const LARGEST_CODE_OWNERS = 3 * 1024 * 1024

const MOST_LINES = 5_000
const MOST_OWNERS = 10
const OWNER = /^@[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\/[A-Za-z0-9._-]{1,100})?$/

export type OwnersOf = (path: string) => string[]

export function readCodeOwners(text: string): OwnersOf {
  const rules = text.split(/\r?\n/, MOST_LINES).flatMap(ruleOf).reverse()
  return (path) => {
    const plain = path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')
    if (!ignore.isPathValid(plain)) return []
    return rules.find(({ matches }) => matches(plain))?.owners ?? []
  }
}

function ruleOf(line: string) {
  const [pattern, ...words] = (line.split(' #', 1)[0] ?? '').trim().split(/\s+/)
  if (!pattern || pattern.startsWith('#') || pattern.startsWith('!')) return []
  const matcher = ignore({ ignorecase: false }).add(pattern)
  const owners = words.filter((word) => OWNER.test(word)).slice(0, MOST_OWNERS)
  return [{ owners, matches: (path: string) => matcher.ignores(path) }]
}
