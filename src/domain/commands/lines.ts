// Finds the lines of a comment that are its author's own words: not code, not a quote, not hidden.

const LIST_ITEM = String.raw`(?:(?:[-*+]|\d{1,9}[.)])\s{1,20})?`
const FENCE = new RegExp(String.raw`^\s{0,20}${LIST_ITEM}(\`{3,300}|~{3,300})(.*)$`)
const QUOTE = new RegExp(String.raw`^\s{0,20}${LIST_ITEM}>`)
const INDENTED_CODE = /^(?: {4}|\t)/
/** HTML whose content is not shown, or is shown as code. */
const HIDING = [
  { from: '<!--', to: '-->' },
  { from: '<pre', to: '</pre>' }
] as const

interface Block {
  /** The fence of the code block that goes on, or the end of the hiding HTML. */
  fence?: string
  end?: string
  /** A quote goes on until an empty line. */
  isQuote?: boolean
}

/** Fails closed: a line that may be part of such a block is left out. */
export function ownLines(comment: string): string[] {
  const own: string[] = []
  let block: Block = {}
  for (const line of comment.split(/\r\n|\n|\r/)) {
    const next = blockAfter(block, line)
    if (!isWithin(block, line) && !isWithin(next, line) && !INDENTED_CODE.test(line)) own.push(line)
    block = next
  }
  return own
}

const isWithin = ({ fence, end, isQuote = false }: Block, line: string): boolean =>
  fence !== undefined || end !== undefined || (isQuote && line.trim() !== '')

function blockAfter(block: Block, line: string): Block {
  if (block.fence !== undefined) return isEndOfFence(block.fence, line) ? {} : block
  if (block.end !== undefined) return line.toLowerCase().includes(block.end) ? {} : block
  const hiding = HIDING.find(({ from }) => line.toLowerCase().includes(from))
  if (hiding) return { end: hiding.to }
  const fence = openedFence(line)
  if (fence !== undefined) return { fence }
  return { isQuote: QUOTE.test(line) || (block.isQuote === true && line.trim() !== '') }
}

/** Back-ticks later in the line make it a span of code in a paragraph. */
function openedFence(line: string): string | undefined {
  const [, fence = '', rest = ''] = FENCE.exec(line) ?? []
  return fence === '' || (fence.startsWith('`') && rest.includes('`')) ? undefined : fence
}

function isEndOfFence(fence: string, line: string): boolean {
  const closing = line.trim()
  return closing.startsWith(fence) && closing === fence.charAt(0).repeat(closing.length)
}
