// Finds the lines of the keys and of the listed texts of a TOML manifest.
import { cut, eachLine } from './lines.js'

/** By path, such as `tool.poetry.dependencies.name`, and the texts that begin a line, such as `"name>=1"`. */
export type TomlLines = ReadonlyMap<string, number>

export function tomlLines(text: string): TomlLines {
  const lines = new Map<string, number>()
  let table = ''
  const note = (path: string, line: number) => {
    if (!lines.has(path)) lines.set(path, line)
  }
  eachLine(text, (raw, line) => {
    const content = raw.trim()
    if (content.startsWith('[')) {
      table = bare(content.slice(content.lastIndexOf('[', 1) + 1, content.indexOf(']')))
      note(table, line)
    } else if (isQuote(content[0]) && !content.includes('=', content.lastIndexOf(content[0] ?? ''))) {
      note(quoted(content.slice(1, content.indexOf(content[0] ?? '', 1))), line)
    } else note(`${table}.${bare(cut(content, '=')[0])}`, line)
    return undefined
  })
  return lines
}

/** The line of a text that stands in a list: its own, or else that of the list. */
export const listedLine = (lines: TomlLines, list: string, text: string): number | null =>
  lines.get(quoted(text)) ?? lines.get(list) ?? null

const isQuote = (character: string | undefined) => character === '"' || character === "'"

const quoted = (text: string) => `"${text}"`

const bare = (path: string) => path.replace(/["'\s]/g, '')
