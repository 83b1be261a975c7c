// The only place that writes an error reply, whatever went wrong and wherever.
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '../../schemas/common.js'
import { methodNotAllowed, routeNotFound, ServiceError } from '../errors.js'
import { setHeaders } from './headers.js'
import type { RouteMap } from './route-map.js'

export function registerErrors(app: FastifyInstance, routes: RouteMap): void {
  app.setErrorHandler<FastifyError>(sendError)
  const nowhere = (request: FastifyRequest) => {
    const allowed = routes.methodsAt(pathOf(request))
    return allowed.length > 0 ? methodNotAllowed(allowed) : routeNotFound()
  }
  app.setNotFoundHandler((request) => {
    throw nowhere(request)
  })
  // Said before the body is read: whatever it holds, there is nothing that would take it.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.is404) done(nowhere(request))
    else if (hasNoHost(request.raw)) done(new ServiceError('invalid', 'The Host header is missing.'))
    else done(null, payload)
  })
  // What else a client expects of us we may ignore; Node would refuse it without a body.
  app.server.on('checkExpectation', app.routing)
}

/** Node can refuse this by itself, but not in our words. */
function hasNoHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1'
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

/** For errors of the router, which skip every hook and the handler above. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  setHeaders(request, reply)
  return sendError(error, request, reply)
}

function sendError(error: FastifyError | ServiceError, request: FastifyRequest, reply: FastifyReply) {
  const told = error instanceof ServiceError ? error : translated(error)
  if (told === undefined || told.status >= 500) request.log.error({ err: error }, 'a request failed')
  if (told === undefined)
    return reply.code(500).send(bodyOf(500, 'Something went wrong on our side.', 'internal'))
  const { details, retryAfterSeconds, headers = {} } = told.extras
  const body = bodyOf(told.status, told.message, told.code)
  if (details) body.details = details
  if (retryAfterSeconds !== undefined) body.retry_after_seconds = retryAfterSeconds
  return reply.code(told.status).headers(headers).type('application/json; charset=utf-8').send(body)
}

function bodyOf(status: number, message: string, code: string): ErrorBody {
  return { error: STATUS_CODES[status] ?? 'Error', message, status, code }
}

const STORE_IS_DOWN = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  '57P01',
  '57P03'
])

/** Errors of the framework and of the database in words of ours; undefined for what nobody foresaw. */
function translated(error: FastifyError): ServiceError | undefined {
  if (error.validation) return invalidRequest(error)
  const byCode = BY_CODE[error.code] ?? (error instanceof SyntaxError ? invalidJson : undefined)
  if (byCode) return byCode(error)
  if (hasCode(error, NOT_STORABLE))
    return new ServiceError('invalid', 'The request holds a character that no text may hold.')
  if (hasCode(error, STORE_IS_DOWN)) return new ServiceError('unavailable', 'The database does not answer.')
  if (error.statusCode === 400) return new ServiceError('invalid', error.message)
  return undefined
}

const invalidJson = () => new ServiceError('invalid', 'The body is not valid JSON.', { code: 'invalid_json' })

const BY_CODE: Record<string, (error: FastifyError) => ServiceError> = {
  FST_ERR_BAD_URL: () =>
    new ServiceError('invalid', 'The path is not a valid URL path.', { code: 'invalid_url' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ServiceError('unsupported_media', 'The body must be sent as Content-Type: application/json.'),
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new ServiceError('too_large', 'The body is larger than this path accepts.'),
  FST_ERR_CTP_INVALID_JSON_BODY: invalidJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ServiceError('invalid', 'The body is not as long as Content-Length says.'),
  FST_ERR_MAX_PARAM_LENGTH: () =>
    new ServiceError('invalid', 'A part of the path is too long.', { code: 'invalid_url' })
}

/** Codes of Postgres for text that it cannot hold, such as NUL. */
const NOT_STORABLE = new Set(['22021', '22P05'])

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && codes.has(at.code)) return true
  }
  return false
}

function invalidRequest({ validation = [], validationContext }: FastifyError): ServiceError {
  const details = validation.map(({ instancePath, message, params }) => {
    const key = params['missingProperty'] ?? params['additionalProperty']
    const path = key === undefined ? instancePath : `${instancePath}/${key}`
    return { path: validationContext === 'body' ? path : path.slice(1), message: faultOf(message, params) }
  })
  const [first] = details
  const where = first?.path || (validationContext === 'body' ? 'the body' : validationContext)
  return new ServiceError('invalid', `${where}: ${first?.message}`, { code: 'invalid_field', details })
}

function faultOf(message = 'is not valid', params: Record<string, unknown>): string {
  if (params['missingProperty'] !== undefined) return 'is required'
  if (params['additionalProperty'] !== undefined) return 'is not a known field'
  const allowed = params['allowedValues']
  return Array.isArray(allowed) ? `must be one of ${allowed.join(', ')}` : message
}

/** For requests that Node cannot read at all: there is no request object yet, only the socket. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'The headers are larger than this service accepts.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'The request took too long to arrive.']
        : [400, 'The request is not valid HTTP.']
  const body = JSON.stringify(bodyOf(Number(status), String(message), 'unreadable'))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[Number(status)]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}
