// Structured logs as JSON lines, without secrets.
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { loggable } from './domain/failure.js'

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

/** Writes to the standard output unless it is told where else. */
export function openLog(level: string, destination?: DestinationStream): FastifyBaseLogger {
  const serializers = { err: loggable, ...Object.fromEntries(SECRET_FIELDS.map((name) => [name, hide])) }
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }
  return destination ? pino(options, destination) : pino(options)
}
