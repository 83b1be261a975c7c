// Structured logs as JSON lines, without secrets.
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { loggableError } from '#domain/text/failure.js'

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

let output: DestinationStream | undefined

/** One for all logs of a process. Writes all lines of one turn of the event loop at once. */
function standardOutput(): DestinationStream {
  output ??= openOutput()
  return output
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

/** Writes to standard output by default. */
export function openLog(level: string, destination: DestinationStream = standardOutput()): FastifyBaseLogger {
  const serializers = { err: loggableError, ...Object.fromEntries(SECRET_FIELDS.map((name) => [name, hide])) }
  const options = { level, base: null, timestamp: timestamps(), serializers }
  return pino(options, destination)
}
