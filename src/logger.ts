// Structured logs as JSON lines, without secrets.
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
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

export function openLog(level: string): FastifyBaseLogger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggable, ...Object.fromEntries(SECRET_FIELDS.map((name) => [name, hide])) }
  })
}
