// Lines without meaning for a computer: comments and empty ones.
import type { DiffLine, ReviewedFile } from '../change.js'

const COMMENT =
  /^\s*(?:\/\/|#(?!\[|!|include|define|if|else|endif|pragma)|\/\*|\*(?:\s|\/|$)|--\s|<!--|;;|%\s|"""|'''|{\/\*)/
const EMPTY = /^\s*$/

export const isCommentLine = (text: string): boolean => COMMENT.test(text)
export const isBlankLine = (text: string): boolean => EMPTY.test(text)

const saysNothing = ({ kind, text }: DiffLine) =>
  kind === 'context' || isBlankLine(text) || isCommentLine(text)

/** Whether all that changes is comments and spaces. */
export function isOnlyWords({ lines, isShown }: ReviewedFile): boolean {
  if (!isShown || lines.length === 0) return false
  if (lines.every(saysNothing)) return true
  const texts = (wanted: DiffLine['kind']) =>
    lines
      .filter(({ kind }) => kind === wanted)
      .map(({ text }) => text.replace(/\s+/g, ''))
      .join('')
  return texts('added') === texts('removed')
}
