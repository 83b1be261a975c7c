// Decides which paths the globs of a configuration block.
import { globMatcher, type Matcher } from './glob.js'

export const plainPath = (path: string) => path.normalize('NFKC').replaceAll('\\', '/')

/** Whether any of these globs blocks a path. */
export function createPathBlocker(patterns: readonly string[]): Matcher {
  const matchers = patterns.flatMap(matchersOf)
  return (path) => matchers.some((matches) => matches(path.toLowerCase()))
}

/** A glob matches at any depth, ignoring case, with everything below its match. */
function matchersOf(pattern: string): Matcher[] {
  const plain = plainPath(pattern)
    .replace(/^\/+|\/+$/g, '')
    .toLowerCase()
  return [plain, `**/${plain}`, `${plain}/**`, `**/${plain}/**`].map(globMatcher)
}
