// Areas of a repository: parts that do not depend on each other, so that what changes one says nothing about the others.
import { globMatcher, type Matcher } from '../text/glob.js'

export interface Area {
  name: string
  /** Globs. */
  paths: readonly string[]
}

/** More work than this, in characters of globs times characters of paths, is not done. */
const MOST_WORK = 100_000_000

/**
 * The areas that these changed paths belong to, sorted. Null if a path belongs to none, so that the change may touch
 * everything, and if that cannot be told: without any path, or because the paths are not all known (null).
 */
export function areasOfPaths(areas: readonly Area[], paths: readonly string[] | null): string[] | null {
  if (paths === null || paths.length === 0 || isTooMuch(areas, paths)) return null
  const matchers = areas.map(({ name, paths: globs }) => ({ name, matches: matcherOfAny(globs) }))
  const found = new Set<string>()
  for (const path of paths) {
    const names = matchers.filter(({ matches }) => matches(path)).map(({ name }) => name)
    if (names.length === 0) return null
    for (const name of names) found.add(name)
  }
  return [...found].sort()
}

/** Whether one of the paths belongs to one of the areas; undefined if that takes too much to tell. */
export function touchesAreas(areas: readonly Area[], paths: readonly string[]): boolean | undefined {
  if (isTooMuch(areas, paths)) return undefined
  return paths.some(matcherOfAny(areas.flatMap(({ paths: globs }) => globs)))
}

const isTooMuch = (areas: readonly Area[], paths: readonly string[]) =>
  lengthOfGlobs(areas) * lengthOf(paths) > MOST_WORK

function matcherOfAny(globs: readonly string[]): Matcher {
  const matchers = globs.map(globMatcher)
  return (path) => matchers.some((matches) => matches(path))
}

const lengthOf = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0)
const lengthOfGlobs = (areas: readonly Area[]) => areas.reduce((sum, { paths }) => sum + lengthOf(paths), 0)
