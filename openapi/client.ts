// The typed client: every path, parameter and reply as the service publishes them.
import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch'
import type { paths } from './types.js'

export type { components, operations, paths } from './types.js'
export type ServiceClient = Client<paths>

export function createClient(options: ClientOptions): ServiceClient {
  return createFetchClient<paths>(options)
}
