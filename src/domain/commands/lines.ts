// Finds the lines of a comment that are its author's own words: not code, not a quote, not hidden.

const LIST_ITEMS = String.raw`(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,20}){0,9}`
// With the s flag, as the host ends no line at the separators of Unicode.
const FENCE = new RegExp(String.raw`^([ \t]{0,20}${LIST_ITEMS})(\`{3,}|~{3,})(.*)$`, 's')
const END_OF_FENCE = /^([ \t]*)(`{3,}|~{3,})[ \t]*$/
const QUOTE = new RegExp(String.raw`^[ \t]{0,20}${LIST_ITEMS}>`)
const INDENTED_CODE = /^(?: {4}|\t)/
const BLANK = /^[ \t]*$/
/** A fence that is indented further is code. */
const MOST_INDENT = 3

/** HTML whose content is not shown, or is shown as code or as a quote. */
const HTML =
  /(?<comment><!--|-->)|<(?<slash>\/?)(?<tag>pre|code|samp|blockquote|script|style|textarea)(?=[\s/>]|$)/gi
/** Only spans that cannot be a part of another one. */
const CODE_SPAN = /(?<![\\`])`[^`]+`(?!`)/g

interface Fence {
  mark: string
  column: number
}

interface Hiding {
  /** A comment or the name of an element, and how many of it are open. */
  kind: string
  depth: number
}

interface Block {
  /** The fence of the code block that goes on. */
  fence?: Fence
  hiding?: Hiding
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

const isWithin = ({ fence, hiding, isQuote = false }: Block, line: string): boolean =>
  fence !== undefined || hiding !== undefined || (isQuote && !BLANK.test(line))

function blockAfter(block: Block, line: string): Block {
  if (block.fence !== undefined) return isEndOfFence(block.fence, line) ? {} : block
  if (block.hiding !== undefined) return within(hidingAfter(block.hiding, line))
  const fence = openedFence(line)
  if (fence !== undefined) return { fence }
  const hiding = hidingAfter(undefined, line.replaceAll(CODE_SPAN, ''))
  if (hiding !== undefined) return { hiding }
  return { isQuote: QUOTE.test(line) || (block.isQuote === true && !BLANK.test(line)) }
}

const within = (hiding: Hiding | undefined): Block => (hiding === undefined ? {} : { hiding })

/** What hides the next line. Elements of one kind may be nested; comments may not. */
function hidingAfter(before: Hiding | undefined, line: string): Hiding | undefined {
  let open = before
  for (const { groups: { comment, slash, tag = '' } = {} } of line.matchAll(HTML)) {
    const kind = comment === undefined ? tag.toLowerCase() : 'comment'
    if (open !== undefined && open.kind !== kind) continue
    const isEnd = comment === '-->' || slash === '/'
    const depth = depthAfter(open, isEnd)
    open = depth === 0 ? undefined : { kind, depth }
  }
  return open
}

function depthAfter(open: Hiding | undefined, isEnd: boolean): number {
  const depth = open?.depth ?? 0
  if (isEnd) return Math.max(0, depth - 1)
  return open?.kind === 'comment' ? depth : depth + 1
}

const widthOf = (start: string) => start.replaceAll('\t', '    ').length

/** Back-ticks later in the line make it a span of code in a paragraph. */
function openedFence(line: string): Fence | undefined {
  const [, start = '', mark = '', rest = ''] = FENCE.exec(line) ?? []
  if (mark === '' || (mark.startsWith('`') && rest.includes('`'))) return undefined
  return { mark, column: widthOf(start) }
}

/** One that is indented less than its beginning may begin another block, outside the list of this one. */
function isEndOfFence({ mark, column }: Fence, line: string): boolean {
  const [, start = '', closing = ''] = END_OF_FENCE.exec(line) ?? []
  const indent = widthOf(start)
  return closing.startsWith(mark) && indent >= column && indent <= Math.max(MOST_INDENT, column)
}
