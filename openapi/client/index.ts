// The typed client: every path, parameter and reply as the service publishes them.
import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch'
import type { components, paths } from '../types.js'
import { rememberReplies } from './conditional.js'
import { type RetryOptions, retryPatiently } from './retry.js'

export type { components, operations, paths } from '../types.js'
export { RequestFailed, unwrap } from './failure.js'
export { type ListOptions, type ListPath, paginate, type RowOf } from './paginate.js'
export type { RetryOptions } from './retry.js'

export type ErrorBody = components['schemas']['ErrorBody']
/** The codes by which programs tell errors apart. The type of a single reply names those that it can carry. */
export type ErrorCode = components['schemas']['ErrorCode']
export type ServiceClient = Client<paths>

export interface ServiceClientOptions extends ClientOptions {
  /** How requests are repeated that were refused for a moment; false sends each once. */
  retry?: RetryOptions | false
  /** Remembers replies of reads, and asks the service only whether they have changed. */
  conditional?: boolean
}

export function createClient(options: ServiceClientOptions): ServiceClient {
  const { retry = {}, conditional = false, fetch = globalThis.fetch, ...rest } = options
  const send = (request: Request) => fetch(request)
  const patient = retry === false ? send : retryPatiently(send, retry)
  return createFetchClient<paths>({ ...rest, fetch: conditional ? rememberReplies(patient) : patient })
}
