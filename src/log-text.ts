// Log lines for people in front of a terminal.
import { levels } from 'pino'
import { visible } from '#domain/text/visible.js'

const PLAIN = /^[\w./:@+-]+$/

interface LogEntry {
  level: number
  time: string
  msg?: string
  err?: { stack?: string }
}

/** `12:30:59.123 WARN  What happened  key=value`, and the stack of an error below. */
export function readableLine(line: string): string {
  // The border to the logger, which writes these fields.
  const { level, time, msg = '', err, ...fields } = JSON.parse(line) as LogEntry
  const name = (levels.labels[level] ?? String(level)).toUpperCase().padEnd(5)
  const { stack, ...fault } = err ?? {}
  const pairs = Object.entries({ ...fields, ...(err ? fault : {}) }).map(
    ([key, value]) => `${key}=${wordOf(value)}`
  )
  const head = [time.slice(11, 23), `${name} ${visible(msg)}`, ...pairs].join(' ')
  return `${[head, ...(stack ?? '').split('\n').filter(Boolean).map(visible)].join('\n    ')}\n`
}

function wordOf(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? value : visible(JSON.stringify(value))
}
