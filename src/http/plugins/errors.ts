// Writes every error response.
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  bodyTooLarge,
  methodNotAllowed,
  routeNotFound,
  ServiceError,
  unstorableText
} from '#errors/errors.js'
import { isPassing, storeFaultOf, storeUnavailable } from '#errors/store.js'
import type { ErrorBody, ErrorCode } from '#schemas/errors.js'
import { errorPageFor } from './error-page.js'
import type { RouteMap } from './route-map.js'
import { invalidRequest } from './validation-errors.js'

export function registerErrors(app: FastifyInstance, routes: RouteMap): void {
  app.setErrorHandler<FastifyError>(sendError)
  const notFoundError = (request: FastifyRequest) => {
    const urlError = unroutable.get(request.raw)
    if (urlError) return urlError
    const allowed = routes.methodsAt(pathOf(request))
    return allowed.length > 0 ? methodNotAllowed(allowed) : routeNotFound()
  }
  app.setNotFoundHandler((request) => {
    throw notFoundError(request)
  })
  // Rejects before the body is read, because no route would use it.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.is404 || hasEmptyParam(request)) done(notFoundError(request))
    else if (lacksHostHeader(request.raw)) done(new ServiceError('invalid', 'The Host header is missing.'))
    else done(null, payload)
  })
  // Ignores unknown expectations; Node would reject them with an empty 417.
  app.server.on('checkExpectation', app.routing)
}

/** An empty path parameter is not found, as in the route map. */
function hasEmptyParam({ params }: FastifyRequest): boolean {
  return Object.values(params ?? {}).includes('')
}

/** Checked here, because Node's own check would not send our error body. */
function lacksHostHeader({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1'
}

export function pathOf(request: FastifyRequest): string {
  return request.originalUrl.split('?', 1)[0] ?? ''
}

/** Requests whose URL the router could not parse, with the error. */
const unroutable = new WeakMap<IncomingMessage, FastifyError>()
/** A path that no route can have. */
const UNROUTABLE_PATH = '//'

/** Errors of the router skip all hooks, so the request is routed again to a path where the hooks report the error. */
export function answerUnroutable(error: FastifyError, { raw, server }: FastifyRequest, reply: FastifyReply) {
  unroutable.set(raw, error)
  server.routing(Object.assign(raw, { originalUrl: raw.url, url: UNROUTABLE_PATH }), reply.raw)
}

function sendError(error: FastifyError | ServiceError, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof ServiceError ? error : serviceErrorFor(error)
  if (known === undefined || known.status >= 500) logFailure(request, error)
  if (known === undefined) {
    const body = errorBody(500, 'Internal error. The log of the service has the details.', 'internal')
    return reply.code(500).send({ ...body, request_id: request.id })
  }
  const { details, trace, retryAfterSeconds, headers = {} } = known.extras
  const body = { ...errorBody(known.status, known.message, known.code), request_id: request.id }
  if (details) body.details = details
  if (trace) body.trace = trace
  if (retryAfterSeconds !== undefined) body.retry_after_seconds = retryAfterSeconds
  reply.code(known.status).headers(headers)
  const page = errorPageFor(request, body)
  if (!page) return reply.type('application/json; charset=utf-8').send(body)
  reply.header('content-security-policy', page.policy)
  return reply.type('text/html; charset=utf-8').send(page.markup)
}

/** Our own errors explain themselves; unexpected ones are logged with their stack. */
function logFailure({ log }: FastifyRequest, error: FastifyError | ServiceError): void {
  if (error instanceof ServiceError) log.warn({ code: error.code }, `Request rejected: ${error.message}`)
  else log.error({ err: error }, 'Request failed')
}

function errorBody(status: number, message: string, code: ErrorCode): ErrorBody {
  return { error: STATUS_CODES[status] ?? 'Error', message, status, code }
}

/** Translates errors of the framework and the database; undefined for unexpected ones. */
function serviceErrorFor(error: FastifyError): ServiceError | undefined {
  if (error.validation) return invalidRequest(error)
  const byCode = BY_CODE[error.code] ?? (error instanceof SyntaxError ? invalidJson : undefined)
  if (byCode) return byCode(error)
  const fault = storeFaultOf(error)
  if (NOT_STORABLE.has(fault?.code ?? '')) return unstorableText()
  const is = fault?.is
  if (isPassing(is)) return storeUnavailable(is)
  if (error.statusCode === 400) return new ServiceError('invalid', error.message)
  return undefined
}

const invalidJson = () => new ServiceError('invalid', 'The body is not valid JSON.', { code: 'invalid_json' })

const BY_CODE: Record<string, (error: FastifyError) => ServiceError> = {
  FST_ERR_BAD_URL: () =>
    new ServiceError('invalid', 'The path is not a valid URL path.', { code: 'invalid_url' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ServiceError('unsupported_media', 'The body must be sent with Content-Type: application/json.'),
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  FST_ERR_CTP_INVALID_JSON_BODY: invalidJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ServiceError('invalid', 'The body does not have the length given in Content-Length.'),
  FST_ERR_MAX_PARAM_LENGTH: () =>
    new ServiceError('invalid', 'A part of the path is too long.', { code: 'invalid_url' })
}

/** Postgres error codes for text that it cannot store, such as NUL. */
const NOT_STORABLE = new Set(['22021', '22P05'])

/** For requests that Node cannot parse: there is no request object yet, only the socket. */
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
  const body = JSON.stringify(errorBody(Number(status), String(message), 'unreadable'))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[Number(status)]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  )
}
