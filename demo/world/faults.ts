// Faults of responses: each one replaces the regular response by a faulty one.
import type { HostAnswer } from './http.js'

export type Fault = (answer: HostAnswer, now: Date) => HostAnswer

const DOCUMENTATION = { documentation_url: 'https://docs.github.com/rest' }

export const refusal = (status: number, message: string): HostAnswer => ({
  status,
  body: { message, ...DOCUMENTATION, status: String(status) }
})

export const fault = {
  /** The host itself fails. */
  broken:
    (status = 502): Fault =>
    () => ({ status, body: '<html>Unicorn!</html>', headers: { 'content-type': 'text/html' } }),
  /** The hourly rate limit is exhausted. */
  spent:
    (seconds = 60): Fault =>
    (_, now) =>
      spent(Math.floor(now.getTime() / 1000) + seconds),
  /** A secondary rate limit is exceeded. */
  hasty:
    (seconds = 5): Fault =>
    () => ({
      ...refusal(429, 'You have exceeded a secondary rate limit.'),
      headers: { 'retry-after': String(seconds) }
    }),
  unknown: (): Fault => () => refusal(401, 'Bad credentials'),
  /** The connection breaks in the middle of the response. */
  cut: (): Fault => (answer) => ({ ...answer, cut: true }),
  /** No response is sent. */
  silent: (): Fault => (answer) => ({ ...answer, silent: true })
}

export function spent(reset: number): HostAnswer {
  return {
    ...refusal(403, 'API rate limit exceeded for installation.'),
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) }
  }
}
