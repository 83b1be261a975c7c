// Changes to a text at places that are known beforehand, so that everything else stays as it is.

export interface PlacedEdit {
  from: number
  to: number
  text: string
}

/** Edits may come in any order, but not overlap; of equal ones, one counts. */
export function applyPlacedEdits(text: string, edits: readonly PlacedEdit[]): string {
  const parts: string[] = []
  let at = 0
  for (const edit of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (edit.from < at) continue
    parts.push(text.slice(at, edit.from), edit.text)
    at = edit.to
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(at)
}
