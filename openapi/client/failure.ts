// A reply that is an error, as an exception for those who prefer one.
import type { components } from '../types.js'

type ErrorBody = components['schemas']['ErrorBody']

export class RequestFailed extends Error {
  readonly status: number
  /** Undefined if what answered was not the service, such as a proxy. */
  readonly code: ErrorBody['code'] | undefined
  readonly requestId: string | undefined
  readonly details: ErrorBody['details']

  constructor(response: Response, body: Partial<ErrorBody> | undefined) {
    super(body?.message ?? `${response.url} answers ${response.status}.`)
    this.name = 'RequestFailed'
    this.status = response.status
    this.code = body?.code
    this.requestId = body?.request_id ?? response.headers.get('x-request-id') ?? undefined
    this.details = body?.details
  }
}

interface Result<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/** What a request returned, or else an exception with the code of its error. */
export function unwrap<Data>({ data, error, response }: Result<Data>): Data {
  if (response.ok) return data as Data // Cast: what succeeded has the data of its operation.
  throw new RequestFailed(response, isBody(error) ? error : undefined)
}

const isBody = (error: unknown): error is ErrorBody =>
  typeof error === 'object' && error !== null && 'code' in error && 'message' in error
