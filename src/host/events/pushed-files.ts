// The files that a push changes, as its payload lists them.
import type { PushedFiles } from '#domain/host/events.js'
import { storable } from '#domain/text/storable.js'
import type { JsonObject } from '#schemas/common.js'
import { flagAt, objectAt, objectsAt, stringAt } from '../payload.js'
import { changesServiceFile } from '../resources/files.js'

const FULL_SHA = /^(?!0+$)([0-9a-f]{40}|[0-9a-f]{64})$/
const BRANCH = 'refs/heads/'
/** The host lists the files of no more commits reliably. */
const MOST_LISTED_COMMITS = 20

/** Null for a tag and for a deleted branch. */
export function pushedFilesOf(push: JsonObject): PushedFiles | null {
  const [commit, ref, before] = [stringAt(push, 'after'), stringAt(push, 'ref'), stringAt(push, 'before')]
  if (commit === null || !FULL_SHA.test(commit) || ref?.startsWith(BRANCH) !== true) return null
  const commits = objectsAt(push, 'commits')
  return {
    commit,
    branch: ref.slice(BRANCH.length),
    before: before !== null && FULL_SHA.test(before) && flagAt(push, 'created') !== true ? before : null,
    paths: changedPaths(commits),
    isWhole: commits.length <= MOST_LISTED_COMMITS,
    touchesServiceFile: commits.some(changesServiceFile),
    by: stringAt(objectAt(push, 'sender'), 'login')
  }
}

/** In the order of the commits, so that what one adds and another removes is not there. A rename is both. */
function changedPaths(commits: readonly JsonObject[]): string[] {
  const paths = new Set<string>()
  for (const commit of commits) {
    for (const path of pathsAt(commit, 'removed')) paths.delete(path)
    for (const path of [...pathsAt(commit, 'added'), ...pathsAt(commit, 'modified')]) paths.add(path)
  }
  return [...paths]
}

function pathsAt(commit: JsonObject, change: string): string[] {
  const paths = commit[change]
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string').map(storable) : []
}
