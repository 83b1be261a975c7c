// What a repair changes, as it is kept with its action and told of when its pull request is open.
import type { JsonObject } from '#schemas/common.js'
import { isObject, valueAt } from '../json/path.js'
import { lineChanges } from '../patches/guard/changes.js'
import type { PatchedFile } from '../patches/guard/patch.js'

export interface ChangedFile {
  file_path: string
  /** Lines. */
  added: number
  removed: number
}

export const changedFilesOf = (files: readonly PatchedFile[]): JsonObject[] =>
  files.map((file) => {
    const { added, removed } = lineChanges(file)
    return { file_path: file.path, added: added.length, removed: removed.length }
  })

/** As the evidence of the action holds them; none of one that has been proposed without. */
export function changedFilesIn(evidence: JsonObject): ChangedFile[] {
  const kept = valueAt(evidence, 'changed_files')
  if (!Array.isArray(kept)) return []
  return kept.filter(isObject).map(({ file_path, added, removed }) => ({
    file_path: String(file_path),
    added: Number(added),
    removed: Number(removed)
  }))
}
