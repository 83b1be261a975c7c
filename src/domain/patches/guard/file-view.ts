// A file prepared for the checks: without comments, and as compact text with and without them.
import { compactSource, normalizeSource, stripComments } from './source.js'

export interface FileView {
  code: string
  compactCode: string
  compactText: string
}

export function createFileView(raw: string, path: string): FileView {
  const text = normalizeSource(raw)
  const code = stripComments(text, path)
  return { code, compactCode: compactSource(code), compactText: compactSource(text) }
}

export const countMatches = (pattern: RegExp, text: string) =>
  [
    ...text.matchAll(
      new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`)
    )
  ].length

/** Whether a pattern matches more often than before, with or without comments. */
export const occursMoreOften = (pattern: RegExp, before: FileView, after: FileView) =>
  (['compactCode', 'compactText'] as const).some(
    (view) => countMatches(pattern, after[view]) > countMatches(pattern, before[view])
  )
