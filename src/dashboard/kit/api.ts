// Calls the API, and turns failures into messages. Without a session the browser goes to the login page.
import { type components, createClient, type paths } from '../../../openapi/client.js'
import { LOGIN } from './return-path.js'

export type Schemas = components['schemas']

/** A path that can be read as JSON. */
export type ReadPath = {
  [Path in keyof paths]: paths[Path] extends { get: JsonOperation } ? Path : never
}[keyof paths]

interface JsonOperation {
  responses: { 200: { content: { 'application/json': unknown } } }
}

type JsonBody<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } }
}
  ? Body
  : never

export type ReadReply<Path extends ReadPath> = JsonBody<paths[Path]['get']>
export type ReadParams<Path extends ReadPath> = paths[Path]['get'] extends { parameters: infer Parameters }
  ? Pick<Parameters, Extract<keyof Parameters, 'query' | 'path'>>
  : never

export interface ApiFailure {
  /** 0 if there was no response. */
  status: number
  message: string
  /** 0 if an immediate retry makes sense. */
  retryAfterSeconds: number
  details: readonly { path: string; message: string }[]
}

export type ApiResult<T> = { data: T; failure?: never } | { data?: never; failure: ApiFailure }

export interface ApiResponse<T> {
  data?: T
  error?: unknown
  response: Response
}

export const apiClient = createClient({ baseUrl: location.origin, fetch: fetchConditionally, retry: false })

export async function callApi<T>(call: Promise<ApiResponse<T>>): Promise<ApiResult<T>> {
  const result = await settleCall(call)
  const isSessionOver = result.failure?.status === 401 && location.pathname !== LOGIN
  return isSessionOver ? redirectToLogin() : result
}

/** Leaves a 401 to the caller, who has sent another credential than the session. */
export async function settleCall<T>(call: Promise<ApiResponse<T>>): Promise<ApiResult<T>> {
  try {
    const { data, error, response } = await call
    if (data !== undefined) return { data }
    return { failure: failureOf(response.status, error) }
  } catch {
    return { failure: failureOf(0, { message: 'The service does not respond.' }) }
  }
}

export function readApi<Path extends ReadPath>(
  path: Path,
  params: ReadParams<Path>
): Promise<ApiResult<ReadReply<Path>>> {
  // Cast: the client cannot see that the parameters of a path that is still open belong to it.
  const call = apiClient.GET(path as '/health', { params } as never)
  // Cast: for the same reason.
  return callApi(call as Promise<ApiResponse<ReadReply<Path>>>)
}

function failureOf(status: number, error: unknown): ApiFailure {
  // Cast: every error of the service has this body; something in between may answer anything else.
  const body = (typeof error === 'object' && error !== null ? error : {}) as Partial<Schemas['ErrorBody']>
  return {
    status,
    message: body.message ?? `The service returned ${status} without a message.`,
    retryAfterSeconds: body.retry_after_seconds ?? 0,
    details: body.details ?? []
  }
}

let isLeaving = false

/** Never resolves, because the browser leaves the page. */
function redirectToLogin<T>(): Promise<T> {
  const { pathname, search } = location
  if (!isLeaving) location.replace(`${LOGIN}?from=${encodeURIComponent(pathname + search)}`)
  isLeaving = true
  return new Promise(() => {})
}

const MOST_COPIES = 60
const copies = new Map<string, { etag: string; body: string }>()

/** The service forbids the browser to store responses, so unchanged ones are kept here, in memory only. */
async function fetchConditionally(request: Request): Promise<Response> {
  if (request.method !== 'GET') return fetch(request)
  const copy = copies.get(request.url)
  if (copy) request.headers.set('if-none-match', copy.etag)
  const response = await fetch(request)
  if (copy && response.status === 304) return jsonResponse(copy.body)
  const etag = response.headers.get('etag')
  if (!response.ok || etag === null) return response
  const body = await response.text()
  copies.delete(request.url)
  copies.set(request.url, { etag, body })
  for (const url of [...copies.keys()].slice(0, -MOST_COPIES)) copies.delete(url)
  return jsonResponse(body)
}

function jsonResponse(body: string): Response {
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}
