// A file as it is looked at: without comments, and as compact text with and without them.
import { compact, unified, withoutComments } from './source.js'

export interface Side {
  code: string
  compactCode: string
  compactText: string
}

export function sideOf(raw: string, path: string): Side {
  const text = unified(raw)
  const code = withoutComments(text, path)
  return { code, compactCode: compact(code), compactText: compact(text) }
}

export const matchesOf = (pattern: RegExp, text: string) =>
  [
    ...text.matchAll(
      new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`)
    )
  ].length

/** Whether a pattern fits more often than before, as code or as text. */
export const rises = (pattern: RegExp, before: Side, after: Side) =>
  (['compactCode', 'compactText'] as const).some(
    (view) => matchesOf(pattern, after[view]) > matchesOf(pattern, before[view])
  )
