// Structured logs as JSON lines, without secrets.
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { loggable } from './domain/failure.js'

const SECRET_PATHS = [
  'authorization',
  'cookie',
  'password',
  'api_key',
  'token',
  'secret',
  '*.authorization',
  '*.cookie',
  '*.password',
  '*.api_key',
  '*.token',
  '*.secret',
  'headers'
]

export function openLog(level: string): FastifyBaseLogger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggable },
    redact: { paths: SECRET_PATHS, censor: '[redacted]' }
  })
}
