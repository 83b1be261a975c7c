// Reads a log for as long as that costs no more than it may, and then its end alone, where jobs say why they failed.
import { createLogReader, type LogReader } from './reader.js'

export interface ReadBudget {
  budgetMs: number
  /** What was spent on this log so far. */
  spentMs: () => number
}

/** Looked at whatever was spent: as no pattern looks long at a line, that is little. */
const LONGEST_END = 256 * 1024
const PIECE = 64 * 1024

export function createBudgetedReader({ budgetMs, spentMs }: ReadBudget): LogReader {
  const reader = createLogReader()
  const kept = createTailBuffer(LONGEST_END)
  let isSpent = false
  const take = (piece: string) => {
    isSpent ||= spentMs() >= budgetMs
    if (isSpent) kept.push(piece)
    else reader.push(piece)
  }
  return {
    push(text) {
      for (let at = 0; at < text.length; at += PIECE) take(text.slice(at, at + PIECE))
    },
    skip: (lines) => reader.skip(lines),
    end() {
      if (kept.droppedLines() > 0) reader.skip(kept.droppedLines())
      for (const piece of kept.pieces) reader.push(piece)
      return reader.end()
    }
  }
}

/** The last pieces of a text, at least as many characters as are wanted, and how many lines were let go before them. */
function createTailBuffer(longest: number) {
  const pieces: string[] = []
  let length = 0
  let dropped = 0
  return {
    pieces,
    droppedLines: () => dropped,
    push(piece: string) {
      pieces.push(piece)
      length += piece.length
      for (let [first] = pieces; first !== undefined && length - first.length >= longest; [first] = pieces) {
        pieces.shift()
        length -= first.length
        dropped += countLineBreaks(first)
      }
    }
  }
}

function countLineBreaks(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
