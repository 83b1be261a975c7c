// Reads mix.lock: an Elixir map of tuples, of which each begins with the kind of its source.
import type { ManifestReading } from '../dependency.js'
import { eachLine } from '../formats/lines.js'
import { gather } from '../gathering.js'

const KEY = /^"([\w-]{1,200})": ?\{:(\w{1,20}), /
const LONGEST_LINE = 20_000

export function readMixLock(text: string): ManifestReading {
  const gathering = gather('hex', true)
  eachLine(text, (raw, line) => {
    const entry = raw.trim().slice(0, LONGEST_LINE)
    const found = KEY.exec(entry)
    if (found) {
      const [start, key = '', kind] = found
      const words = entry.slice(start.length).split(', ', 3)
      const [first = '', second = ''] = words.map((word) =>
        word.replace(/^[:"]/, '').replace(/[",}]{1,4}$/, '')
      )
      if (kind === 'hex') gathering.add({ name: first || key, resolvedVersion: second, line })
      else gathering.add({ name: key, source: `${first}#${second}`, line })
    } else if (entry !== '' && !/^(?:%\{|\}|#)/.test(entry)) gathering.reject(`Line ${line}`)
    return undefined
  })
  return gathering.end()
}
