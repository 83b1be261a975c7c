// Reads a log within a time budget, and after that only its end, where jobs report why they failed.
import { createLogReader, type LogReader } from './reader.js'

export interface ReadBudget {
  budgetMs: number
  /** Time spent on this log so far. */
  spentMs: () => number
}

/** Read even when the budget is spent; matching a line is cheap, so this part costs little. */
const LONGEST_TAIL = 256 * 1024
const PIECE = 64 * 1024

export function createBudgetedReader({ budgetMs, spentMs }: ReadBudget): LogReader {
  const reader = createLogReader()
  const tail = createTailBuffer(LONGEST_TAIL)
  let isBudgetSpent = false
  const read = (piece: string) => {
    isBudgetSpent ||= spentMs() >= budgetMs
    if (isBudgetSpent) tail.push(piece)
    else reader.push(piece)
  }
  return {
    push(text) {
      for (let at = 0; at < text.length; at += PIECE) read(text.slice(at, at + PIECE))
    },
    skip: (lines) => reader.skip(lines),
    end() {
      if (tail.droppedLines() > 0) reader.skip(tail.droppedLines())
      for (const piece of tail.pieces) reader.push(piece)
      return reader.end()
    }
  }
}

/** Keeps the last pieces of a text, at least `longest` characters, and counts the lines dropped before them. */
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
