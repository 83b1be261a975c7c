// Errors about people on the host, and about the protection of branches.
import { invalidParameter, ServiceError } from './errors.js'

export function orgNotFound(org: string): ServiceError {
  return new ServiceError(
    'not_found',
    `No installation of the App belongs to ${org}. Check the name, and that the App is installed there.`,
    { code: 'org_not_found' }
  )
}

export function memberNotFound(login: string, org: string | undefined): ServiceError {
  const where = org === undefined ? 'any organisation with the App' : org
  return new ServiceError('not_found', `${login} is not a known member of ${where}.`, {
    code: 'member_not_found'
  })
}

export function collaboratorNotFound(login: string, repo: string): ServiceError {
  return new ServiceError(
    'not_found',
    `${login} has no access of their own to ${repo}, and no invitation. Access through a team is taken there.`,
    { code: 'collaborator_not_found' }
  )
}

export function lastAdmin(login: string, repo: string): ServiceError {
  return new ServiceError(
    'conflict',
    `Nobody but ${login} administers ${repo}. Give the permission admin to somebody else first.`,
    { code: 'last_admin' }
  )
}

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
