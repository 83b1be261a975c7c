// Applies the edits of a language model to the offered files. Each edit must match exactly once, or the whole patch is
// invalid.
import type { ModelEdit } from '#schemas/model/answers.js'
import type { PatchedFile } from '../guard/patch.js'

export interface OfferedFile {
  path: string
  text: string
  mode: '100644' | '100755'
}

export interface AppliedEdits {
  files: PatchedFile[]
  /** Edited paths that were not offered. */
  notOffered: string[]
  /** Why edits could not be applied. */
  faults: string[]
}

export function applyEdits(offered: readonly OfferedFile[], edits: readonly ModelEdit[]): AppliedEdits {
  const offeredByPath = new Map(offered.map((file) => [file.path, file]))
  const byPath = new Map<string, ModelEdit[]>()
  for (const edit of edits) byPath.set(edit.path, [...(byPath.get(edit.path) ?? []), edit])
  const result: AppliedEdits = { files: [], notOffered: [], faults: [] }
  for (const [path, pathEdits] of byPath) {
    const file = offeredByPath.get(path)
    if (!file) result.notOffered.push(path)
    else applyFileEdits(result, file, pathEdits)
  }
  return result
}

function applyFileEdits(
  result: AppliedEdits,
  { path, text, mode }: OfferedFile,
  edits: readonly ModelEdit[]
): void {
  const places = edits.map(({ find, replace }) => ({ at: onlyPlace(text, find), find, replace }))
  const missing = places.findIndex(({ at }) => at === undefined)
  if (missing >= 0) result.faults.push(`${path}: edit ${missing + 1} does not find its text exactly once.`)
  const inOrder = places.flatMap(({ at, find, replace }) =>
    at === undefined ? [] : [{ from: at, to: at + find.length, replace }]
  )
  inOrder.sort((a, b) => a.from - b.from)
  if (inOrder.some(({ from }, index) => from < (inOrder[index - 1]?.to ?? 0)))
    result.faults.push(`${path}: edits overlap.`)
  else if (missing < 0) result.files.push({ path, before: text, after: joined(text, inOrder), mode })
}

/** The position of the only match; undefined if there is none or more than one. */
function onlyPlace(text: string, find: string): number | undefined {
  const at = text.indexOf(find)
  return at < 0 || text.indexOf(find, at + 1) >= 0 ? undefined : at
}

function joined(text: string, places: readonly { from: number; to: number; replace: string }[]): string {
  let after = ''
  let at = 0
  for (const { from, to, replace } of places) {
    after += text.slice(at, from) + replace
    at = to
  }
  return after + text.slice(at)
}
