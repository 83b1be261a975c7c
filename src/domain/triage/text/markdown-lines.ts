// Classifies lines of Markdown, given only the line and whether a code block is open.

export interface MarkdownLine {
  kind: 'prose' | 'heading' | 'code' | 'fence' | 'box'
  content: string
  /** Whether the line looks like part of a stack trace or an error message. */
  isTrace: boolean
}

export interface LineReader {
  read(line: string): MarkdownLine
}

const LONGEST_HEADING = 80
const FENCE = /^\s{0,8}(?:```|~~~)/
const BOX = /^\s*[-*+]\s\[[ xX]\]/
const HASHES = /^\s{0,3}#{1,6}\s+/
const BOLD = /^\s*(?:\d{1,2}\.\s*)?\*\*([^*]{1,80})\*\*\s*:?\s*$/
const TRACE =
  /^\s{0,16}at [\w$.<>[\]/ ]{1,120}[(:]|^Traceback \(|^\s{0,8}File "[^"]{1,300}", line \d|\bpanicked at\b|\b[A-Z]\w{2,60}(?:Error|Exception)\b|\bSegmentation fault\b|\bstack trace\b|\bstack backtrace\b/i

/** Reads the lines of one text in order. */
export function lineReader(): LineReader {
  let isFenced = false
  return {
    read(line) {
      const isTrace = TRACE.test(line.slice(0, 400))
      if (FENCE.test(line)) {
        isFenced = !isFenced
        return { kind: 'fence', content: '', isTrace }
      }
      if (isFenced || /^(?: {4}|\t)\s*\S/.test(line)) return { kind: 'code', content: line, isTrace }
      if (BOX.test(line)) return { kind: 'box', content: line, isTrace }
      const heading = headingOf(line)
      return heading === ''
        ? { kind: 'prose', content: line, isTrace }
        : { kind: 'heading', content: heading, isTrace }
    }
  }
}

function headingOf(line: string): string {
  if (line.length > LONGEST_HEADING + 10) return ''
  const bold = BOLD.exec(line)?.[1]
  if (bold !== undefined) return bold
  if (HASHES.test(line)) return line.replace(HASHES, '')
  const trimmed = line.trim()
  return /^[A-Z][\w '/()-]{2,60}[:?]$/.test(trimmed) ? trimmed.slice(0, -1) : ''
}
