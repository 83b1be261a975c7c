// Parses the collaborators of a repository.
import type { HostCollaborator } from '#domain/host/items.js'
import type { JsonObject } from '#schemas/common.js'
import { PERMISSIONS, type Permission } from '#schemas/host/enums.js'
import { flagAt, idAt, objectAt, stringAt } from '../payload.js'

export function collaboratorOf(object: JsonObject): HostCollaborator | undefined {
  const [hostId, login] = [idAt(object, 'id'), stringAt(object, 'login')]
  const permission = permissionOf(objectAt(object, 'permissions'))
  if (hostId === null || login === null || permission === undefined) return undefined
  return {
    hostId,
    login,
    avatarUrl: stringAt(object, 'avatar_url'),
    permission,
    roleName: stringAt(object, 'role_name')
  }
}

/** The highest of the permissions, of which each includes those below it. */
function permissionOf(granted: JsonObject | undefined): Permission | undefined {
  return PERMISSIONS.findLast((permission) => flagAt(granted, permission) === true)
}

/** The host's names of permissions in invitations, in the order of those in lists. */
const ROLES = ['read', 'triage', 'write', 'maintain', 'admin']

export const permissionOfRole = (role: string | null): Permission | undefined =>
  role === null ? undefined : PERMISSIONS[ROLES.indexOf(role)]

export const roleOfPermission = (permission: Permission): string =>
  ROLES[PERMISSIONS.indexOf(permission)] ?? permission
