// Structured logs as JSON lines, without secrets.
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { loggableError } from '#domain/text/failure.js'

const hide = () => '[hidden]'

/** Fields of these names never show their value, whoever logs them. */
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

/** One write for all lines of a turn of the event loop, and none of them later than that. */
function perTurn(): DestinationStream {
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

/** As in ISO 8601; many lines share a millisecond, and its text. */
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

/** Writes to the standard output unless it is told where else. */
export function openLog(level: string, destination: DestinationStream = perTurn()): FastifyBaseLogger {
  const serializers = { err: loggableError, ...Object.fromEntries(SECRET_FIELDS.map((name) => [name, hide])) }
  const options = { level, base: null, timestamp: timestamps(), serializers }
  return pino(options, destination)
}
