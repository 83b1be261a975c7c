// Which lines of a TAP stream belong to the block of YAML below a point, whatever they look like.

export interface TapLine {
  text: string
  /** Characters before the text. */
  indent: number
  isPoint: boolean
}

const START = '---'
const END = '...'

/** Says of one line after the other whether it is in a block. A block that is never ended ends with its indent. */
export function createTapBlock(): (line: TapLine) => boolean {
  let block: number | undefined
  let isBelowPoint = false
  const isEnd = ({ text, indent }: TapLine, start: number) =>
    text !== '' && (indent < start || (indent === start && text === END))
  return (line) => {
    if (block !== undefined) {
      if (!isEnd(line, block)) return true
      block = undefined
    } else if (isBelowPoint && line.text === START && line.indent > 0) {
      block = line.indent
      return true
    }
    isBelowPoint = line.isPoint
    return false
  }
}
