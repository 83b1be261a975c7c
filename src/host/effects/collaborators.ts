// People with access of their own to a repository, or invited to it.
import { HostError } from '#errors/host.js'
import type { ArgumentsOf } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import type { Permission } from '#schemas/host/enums.js'
import { idAt, objectAt, stringAt } from '../payload.js'
import { collaboratorOf, permissionOfRole, roleOfPermission } from '../resources/collaborators.js'
import { alreadyDone, blocked, type EffectHandler, type EffectState } from './effect.js'
import type { RepositoryClient } from './repository-client.js'

const COLLABORATORS = '/collaborators'
const COLLABORATOR = `${COLLABORATORS}/{login}`
const INVITATIONS = '/invitations'

const isSameLogin = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

interface Access {
  permission: Permission | null
  /** Of a person who has not accepted yet. */
  invitation: number | null
}

const NO_ACCESS: Access = { permission: null, invitation: null }

async function accessOf(repository: RepositoryClient, login: string): Promise<Access> {
  for await (const person of repository.list(COLLABORATORS, { affiliation: 'direct' })) {
    const found = collaboratorOf(person)
    if (found && isSameLogin(found.login, login)) return { ...NO_ACCESS, permission: found.permission }
  }
  for await (const invitation of repository.list(INVITATIONS)) {
    const invitee = stringAt(objectAt(invitation, 'invitee'), 'login')
    if (invitee !== null && isSameLogin(invitee, login))
      return { permission: permissionIn(invitation), invitation: idAt(invitation, 'id') }
  }
  return NO_ACCESS
}

const permissionIn = (invitation: JsonObject) => permissionOfRole(stringAt(invitation, 'permissions')) ?? null

/** The host counts owners of the organisation and members of teams as well. */
async function hasOtherAdmin(repository: RepositoryClient, login: string): Promise<boolean> {
  for await (const admin of repository.list(COLLABORATORS, { permission: 'admin' })) {
    const other = stringAt(admin, 'login')
    if (other !== null && !isSameLogin(other, login)) return true
  }
  return false
}

const LAST_ADMIN = blocked('unsafe_scope', 'somebody else who administers the repository', 'nobody else')

/** A repository that nobody administers could only be rescued by the host itself. */
async function findLoss(repository: RepositoryClient, login: string, access: Access): Promise<EffectState> {
  const isAdmin = access.permission === 'admin' && access.invitation === null
  if (isAdmin && !(await hasOtherAdmin(repository, login))) return LAST_ADMIN
  return { is: 'absent', before: { old_permission: access.permission } }
}

const describe = ({ permission, invitation }: Access) => {
  if (permission === null) return 'no access of their own'
  return invitation === null ? permission : `${permission}, not accepted yet`
}

/** Nothing but what the host shows afterwards counts. */
function unverified(login: string, wanted: string, access: Access): HostError {
  return new HostError(
    'host_refused',
    `The host accepted the change, but shows for ${login}: ${describe(access)}. Expected: ${wanted}.`
  )
}

export const setCollaborator: EffectHandler<ArgumentsOf<'set-collaborator'>> = {
  async find(repository, { arguments: { login, permission } }) {
    const access = await accessOf(repository, login)
    if (access.permission === permission)
      return alreadyDone({ old_permission: permission, invited: access.invitation !== null })
    return findLoss(repository, login, access)
  },
  async perform(repository, { arguments: { login, permission } }) {
    const before = await accessOf(repository, login)
    // An invitation is changed where it is: another one would not replace it.
    if (before.invitation === null)
      await repository.write('PUT', COLLABORATOR, { at: { login }, body: { permission } })
    else
      await repository.write('PATCH', `${INVITATIONS}/{id}`, {
        at: { id: before.invitation },
        body: { permissions: roleOfPermission(permission) }
      })
    const after = await accessOf(repository, login)
    if (after.permission !== permission) throw unverified(login, permission, after)
    return {
      hostId: null,
      evidence: { old_permission: before.permission, invited: after.invitation !== null }
    }
  },
  async verify(repository, { arguments: { login, permission } }) {
    const access = await accessOf(repository, login)
    return {
      checkType: 'access',
      expected: permission,
      actual: describe(access),
      drifted: access.permission !== permission
    }
  }
}

export const removeCollaborator: EffectHandler<ArgumentsOf<'remove-collaborator'>> = {
  async find(repository, { arguments: { login } }) {
    const access = await accessOf(repository, login)
    if (access.permission === null) return alreadyDone({ old_permission: null })
    return findLoss(repository, login, access)
  },
  async perform(repository, { arguments: { login } }) {
    const before = await accessOf(repository, login)
    if (before.invitation === null) await repository.write('DELETE', COLLABORATOR, { at: { login } })
    else await repository.write('DELETE', `${INVITATIONS}/{id}`, { at: { id: before.invitation } })
    const after = await accessOf(repository, login)
    if (after.permission !== null) throw unverified(login, describe(NO_ACCESS), after)
    return { hostId: null, evidence: { old_permission: before.permission } }
  },
  async verify(repository, { arguments: { login } }) {
    const access = await accessOf(repository, login)
    return {
      checkType: 'access',
      expected: describe(NO_ACCESS),
      actual: describe(access),
      drifted: access.permission !== null
    }
  }
}
