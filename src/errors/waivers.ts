// Why nothing can be said of a waiver, or done about it.
import { ServiceError } from './errors.js'

const WAIVER_NOT_FOUND = { code: 'waiver_not_found' } as const

export const waiverUnknown = (id: number) =>
  new ServiceError('not_found', `Waiver ${id} does not exist.`, WAIVER_NOT_FOUND)

export const waiverNotFound = (id: number) =>
  new ServiceError('not_found', `Waiver ${id} does not exist or has ended.`, WAIVER_NOT_FOUND)
