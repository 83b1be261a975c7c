// Files of projects that are known as a whole: a manifest must not change where a lock file beside it could not be read.
import type { UpdateFiles } from './update.js'

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** Leaves out what is in the folder of an unread file, above it or below it. */
export function wholeProjects(files: UpdateFiles, unread: readonly string[]): UpdateFiles {
  const torn = unread.map(folderOf)
  const isTorn = (path: string) => {
    const folder = folderOf(path)
    return torn.some((one) => folder.startsWith(one) || one.startsWith(folder))
  }
  return new Map([...files].filter(([path]) => !isTorn(path)))
}
