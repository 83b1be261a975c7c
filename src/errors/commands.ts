// Refusals of commands in comments, in words for their authors.
import { ServiceError } from './errors.js'

export const commandRefused = (message: string): ServiceError =>
  new ServiceError('conflict', message, { code: 'command_refused' })

/** Whether the same command would be refused again; other errors pass. */
export const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.status < 500 && error.kind !== 'rate_limited'
