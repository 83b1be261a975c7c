// Errors about policies and violations.
import { invalidParameter, ServiceError } from './errors.js'

const invalid = (field: string, message: string) => invalidParameter(`/${field}`, message, 'invalid_field')

export const invalidPolicy = (field: string, message: string): ServiceError => invalid(field, message)

export function installationUnclear(known: number): ServiceError {
  return invalid(
    'installation_id',
    `must be given: there are ${known} installations, and repo_filter names neither a known repository nor an owner that has exactly one of them`
  )
}

export function installationNotFound(id: number): ServiceError {
  return new ServiceError(
    'not_found',
    `No installation with the id ${id}. Check the id, and that the App is installed there.`,
    { code: 'installation_not_found' }
  )
}

export function policyNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `No policy with the id ${id}.`, { code: 'policy_not_found' })
}

export function policyNameTaken(name: string): ServiceError {
  return new ServiceError('conflict', `Another policy of the installation is called ${name}.`, {
    code: 'policy_name_taken'
  })
}

export function tooManyPolicies(most: number): ServiceError {
  return new ServiceError(
    'conflict',
    `The installation has ${most} policies, and no more are allowed. Delete one that is not needed.`,
    { code: 'too_many_policies' }
  )
}

export function violationNotFound(id: number): ServiceError {
  return new ServiceError('not_found', `No violation with the id ${id}.`, { code: 'violation_not_found' })
}

export function violationSettled(id: number): ServiceError {
  return new ServiceError(
    'conflict',
    `Violation ${id} is remediated already. There is nothing left to suppress.`,
    { code: 'violation_settled' }
  )
}
