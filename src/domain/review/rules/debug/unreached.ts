// Code behind a return that was put in front of it.
import type { DiffLine, ReviewedFile } from '../../change.js'
import { codeLanguageOf } from '../../places.js'
import { isBlankLine, isCommentLine } from '../line-words.js'
import type { BuiltInFinding } from '../rule.js'

const LEAVES =
  /^(\s{1,60})(?:return\b[^{([\n]{0,120}|return \w{1,60}\([^()\n]{0,120}\)|return (?:\[\]|\{\}|""|'')|raise\b.{0,120}|throw\b[^{(\n]{0,60}\([^()\n]{0,120}\)|continue|break|(?:process\.|sys\.)?exit\(\d?\));?\s*(?:(?:\/\/|#).{0,120})?$/
/** What may follow a return at the same depth. */
const FOLLOWS =
  /^(?:[)}\]@.?:<#*]|\/\/|\/\*|&&|\|\||;;|"""|'''|[+-]\s|(?:case|default|else|elif|elsif|except|finally|catch|rescue|ensure|end|when|in|and|or|function|def|class|async|export|import|fi|done|esac|type|interface|func|fn|pub|private|public|protected|static)\b|\w+:$)/
/** Conditions without braces end before the next line. */
const OPENS =
  /\b(?:if|else|for|while|elif|unless|when|case|do|then|try|switch|match|default|with)\b|[([,=&|?+]\s*$|=>\s*$/

const LANGUAGES = new Set([
  'javascript',
  'python',
  'go',
  'java',
  'kotlin',
  'csharp',
  'php',
  'ruby',
  'rust',
  'swift',
  'c',
  'dart',
  'scala'
])

export function unreachedFindings(file: ReviewedFile): BuiltInFinding[] {
  if (!LANGUAGES.has(codeLanguageOf(file.path) ?? '')) return []
  const lines = file.lines.filter(
    ({ kind, text }) => kind !== 'removed' && !isBlankLine(text) && !isCommentLine(text)
  )
  const line = lines.find((one, at) => one.kind === 'added' && isUnreached(lines, at))
  return line ? [unreachedFinding(file, line)] : []
}

/** What comes next stood there before, at the same depth. */
function isUnreached(lines: readonly DiffLine[], at: number): boolean {
  const [before, line, next] = [lines[at - 1], lines[at], lines[at + 1]]
  const indent = line && line.text.length < 300 ? LEAVES.exec(line.text)?.[1] : undefined
  if (indent === undefined || next?.kind !== 'context') return false
  const rest = next.text.startsWith(indent) ? next.text.slice(indent.length) : ''
  return /^\S/.test(rest) && !FOLLOWS.test(rest) && !(before && governs(before.text, indent))
}

/** Whether the line before decides whether the return is reached. */
const governs = (text: string, indent: string) =>
  text.length - text.trimStart().length < indent.length && OPENS.test(text) && !/[{:]\s*$/.test(text)

const unreachedFinding = (file: ReviewedFile, line: DiffLine): BuiltInFinding => ({
  severity: 'medium',
  title: 'What follows is never reached',
  description:
    'The line leaves before the code behind it, which was there before and does nothing from now on.',
  suggestion: 'Remove the line, or what is behind it.',
  path: file.path,
  line: line.after,
  confidence: 0.6,
  context: line.text,
  category: 'bug'
})
