// Logs in like a browser and returns the cookie.
import { KEY, type TestService } from './app.js'

const HOST = 'service.test'
/** Headers that a browser adds to a write from the service's own page. */
export const OWN_PAGE = { host: HOST, origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' }

export interface LoginOptions {
  key?: string
  headers?: Record<string, string>
}

/** The cookie as the browser sends it back. */
export async function login(service: TestService, { key = KEY, headers = {} }: LoginOptions = {}) {
  const { response } = await service.clientWith(headers).POST('/api/auth/login', { body: { password: key } })
  const [cookie = ''] = response.headers.getSetCookie()
  return cookie.split(';', 1)[0] ?? ''
}

export function browserWith(service: TestService, cookie: string) {
  return service.clientWith({ ...OWN_PAGE, cookie })
}
