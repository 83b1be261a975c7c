// Errors about people on the host.
import { ServiceError } from './errors.js'

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

export function sessionNotFound(id: string): ServiceError {
  return new ServiceError('not_found', `Your key has no live session ${id}. It may have ended already.`, {
    code: 'session_not_found'
  })
}
