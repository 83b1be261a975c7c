// Calls the API, and turns failures into messages. Without a session the browser goes to the login page.
import { type components, createClient } from '../../../openapi/client.js'
import { LOGIN } from './return-path.js'

export type Schemas = components['schemas']

export const apiClient = createClient({ baseUrl: location.origin })

export interface ApiFailure {
  message: string
  /** 0 if an immediate retry makes sense. */
  retryAfterSeconds: number
}

export type ApiResult<T> = { data: T; failure?: never } | { data?: never; failure: ApiFailure }

interface ApiResponse<T> {
  data?: T
  error?: Schemas['Error']
  response: Response
}

export async function callApi<T>(call: Promise<ApiResponse<T>>): Promise<ApiResult<T>> {
  try {
    const { data, error, response } = await call
    if (data !== undefined) return { data }
    if (response.status === 401 && location.pathname !== LOGIN) return redirectToLogin()
    const message = error?.message ?? `The service returned ${response.status} without a message.`
    return { failure: { message, retryAfterSeconds: error?.retry_after_seconds ?? 0 } }
  } catch {
    return { failure: { message: 'The service does not respond.', retryAfterSeconds: 0 } }
  }
}

/** Never resolves, because the browser leaves the page. */
function redirectToLogin<T>(): Promise<T> {
  const { pathname, search } = location
  location.replace(`${LOGIN}?from=${encodeURIComponent(pathname + search)}`)
  return new Promise(() => {})
}
