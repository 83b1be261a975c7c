// Errors about the protection of branches.
import { invalidParameter, ServiceError } from './errors.js'

export function branchHasWildcards(branch: string): ServiceError {
  return new ServiceError(
    'invalid',
    `pattern: ${branch} is not the name of a branch. The host protects single branches here: send one request for each.`,
    { code: 'invalid_field' }
  )
}

export function contradictoryRule({ field, message }: { field: string; message: string }): ServiceError {
  return invalidParameter(`/${field}`, message, 'invalid_field')
}
