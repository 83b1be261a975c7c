// Structured logs, without secrets: JSON lines, or readable ones.
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { loggableError } from '#domain/text/failure.js'
import { readableLine } from './log-text.js'

const hide = () => '[hidden]'

/** The values of fields with these names are always hidden. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'cookies',
  'headers',
  'password',
  'api_key',
  'apiKey',
  'token',
  'secret',
  'body',
  'payload'
]

let shared: DestinationStream | undefined

/** One for all logs of a process. Writes all lines of one turn of the event loop at once. */
function standardOutput(): DestinationStream {
  shared ??= openOutput()
  return shared
}

function openOutput(): DestinationStream {
  const out = pino.destination({ fd: 1, sync: true })
  let lines = ''
  const flush = () => {
    if (lines !== '') out.write(lines)
    lines = ''
  }
  process.once('exit', flush)
  return {
    write(line) {
      if (lines === '') setImmediate(flush)
      lines += line
    }
  }
}

/** ISO 8601 timestamps, cached because many lines share a millisecond. */
function timestamps(): () => string {
  let ms = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== ms) text = `,"time":"${new Date(now).toISOString()}"`
    ms = now
    return text
  }
}

export interface LogOptions {
  /** `json` for programs, `text` for people; by default what standard output is: a terminal is in front of people. */
  format?: 'json' | 'text' | undefined
  destination?: DestinationStream
}

export function openLog(level: string, { format, destination }: LogOptions = {}): FastifyBaseLogger {
  const serializers = { err: loggableError, ...Object.fromEntries(SECRET_FIELDS.map((name) => [name, hide])) }
  const options = { level, base: null, timestamp: timestamps(), serializers }
  const isForPeople =
    (format ?? (destination === undefined && process.stdout.isTTY ? 'text' : 'json')) === 'text'
  const output = destination ?? standardOutput()
  return pino(options, isForPeople ? { write: (line) => output.write(readableLine(line)) } : output)
}
