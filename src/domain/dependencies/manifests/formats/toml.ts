// Reads TOML manifests, and finds the lines of their tables.
import { parse } from 'smol-toml'
import { isJsonRecord, type JsonRecord } from './json.js'
import { eachLine } from './lines.js'

const DEEPEST = 100

/** The table that a text holds; undefined if it is no TOML. */
export function parseTomlRecord(text: string): JsonRecord | undefined {
  try {
    const value: unknown = parse(text, { maxDepth: DEEPEST })
    return isJsonRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The lines at which the tables of an array begin, if the text says `count` of them in headers. */
export function tableLines(text: string, name: string, count: number): (number | null)[] {
  const header = `[[${name}]]`
  const lines: number[] = []
  eachLine(text, (line, number) => {
    if (line.startsWith(header) || line.trim() === header) lines.push(number)
    return undefined
  })
  return lines.length === count ? lines : []
}
