// Asks the service, and says in words what became of it. Whose session has ended is led to the login.
import { type components, createClient } from '../../../openapi/client.js'
import { LOGIN } from './return-path.js'

export type Schemas = components['schemas']

export const service = createClient({ baseUrl: location.origin })

export interface Failure {
  message: string
  /** 0 where trying again at once makes sense. */
  retryAfterSeconds: number
}

export type Answer<T> = { data: T; failure?: never } | { data?: never; failure: Failure }

interface Reply<T> {
  data?: T
  error?: Schemas['Error']
  response: Response
}

export async function answerOf<T>(call: Promise<Reply<T>>): Promise<Answer<T>> {
  try {
    const { data, error, response } = await call
    if (data !== undefined) return { data }
    if (response.status === 401 && location.pathname !== LOGIN) return leave()
    const message = error?.message ?? `The service answered ${response.status} without a word.`
    return { failure: { message, retryAfterSeconds: error?.retry_after_seconds ?? 0 } }
  } catch {
    return { failure: { message: 'The service does not answer.', retryAfterSeconds: 0 } }
  }
}

/** Never answers: the page is on its way out. */
function leave<T>(): Promise<T> {
  const { pathname, search } = location
  location.replace(`${LOGIN}?from=${encodeURIComponent(pathname + search)}`)
  return new Promise(() => {})
}
