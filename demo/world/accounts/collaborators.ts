// People with access of their own to a repository: the changes, their events, and the routes.
import { stringAt } from '#host/payload.js'
import type { JsonObject } from '#schemas/common.js'
import { PERMISSIONS, type Permission } from '#schemas/host/enums.js'
import { announce } from '../events/events.js'
import type { HostAnswer } from '../http.js'
import { pageOf } from '../pages.js'
import { linked, NOT_FOUND, type RepositoryRoute, type Visit } from '../routes.js'
import { collaboratorShape, ROLES, userShape } from '../shapes.js'
import { accountOf, type Delivery, type Repository, type State } from '../state.js'
import { hostWritesOf } from '../writes/host-writes.js'

export function collaboratorMutations(state: State) {
  return {
    /** Gives access of their own to a person, or changes it. */
    addCollaborator: (repository: Repository, login: string, permission: Permission) =>
      grant(state, repository, login, permission),
    removeCollaborator: (repository: Repository, login: string) => revoke(state, repository, login),
    /** The person becomes a collaborator. */
    acceptInvitation(repository: Repository, login: string): Delivery[] {
      const invitation = repository.invitations.get(login)
      if (!invitation) throw new Error(`${login} is not invited`)
      repository.invitations.delete(login)
      return grant(state, repository, login, invitation.permission)
    }
  }
}

function grant(state: State, repository: Repository, login: string, permission: Permission): Delivery[] {
  const action = repository.collaborators.has(login) ? 'edited' : 'added'
  repository.collaborators.set(login, permission)
  return announce(state, repository, 'member', { action, member: userShape(accountOf(state, login)) })
}

function revoke(state: State, repository: Repository, login: string): Delivery[] {
  repository.collaborators.delete(login)
  return announce(state, repository, 'member', {
    action: 'removed',
    member: userShape(accountOf(state, login))
  })
}

/** With owners of the organisation, who may do everything. */
export function everyone({ owner, collaborators }: Repository): Map<string, Permission> {
  const owners = [...owner.members].filter(([, role]) => role === 'admin').map(([login]) => login)
  return new Map([...collaborators, ...owners.map((login) => [login, 'admin'] as const)])
}

function peopleOf(repository: Repository, affiliation: string | null): ReadonlyMap<string, Permission> {
  if (affiliation !== 'direct' && affiliation !== 'outside') return everyone(repository)
  const direct = [...repository.collaborators]
  const { members } = repository.owner
  return new Map(affiliation === 'direct' ? direct : direct.filter(([login]) => !members.has(login)))
}

function collaborators({ state, repository, query, url }: Visit): HostAnswer {
  const people = peopleOf(repository, query.get('affiliation'))
  const wanted = query.get('permission')
  const page = pageOf(
    [...people].filter(([, permission]) => wanted === null || permission === wanted),
    query
  )
  return {
    body: page.rows.map(([login, permission]) => collaboratorShape(accountOf(state, login), permission)),
    headers: linked(`${url}/repositories/${repository.id}/collaborators`, query, page.links)
  }
}

const wrote = (repository: Repository, what: string) => void hostWritesOf(repository).written.push(what)

const permissionIn = (text: string | null): Permission | undefined => PERMISSIONS.find((one) => one === text)

/** Whoever belongs to the organisation or has access already need not be invited. */
function put({ state, repository, part: login, body }: Visit): HostAnswer {
  const account = state.accounts.get(login.toLowerCase())
  const permission = permissionIn(stringAt(body, 'permission'))
  if (!account || !permission) return NOT_FOUND
  wrote(repository, `collaborator ${account.login} ${permission}`)
  if (repository.collaborators.has(account.login) || repository.owner.members.has(account.login)) {
    grant(state, repository, account.login, permission)
    return { status: 204, body: '' }
  }
  const invitation = { id: state.nextId(), permission }
  repository.invitations.set(account.login, invitation)
  return { status: 201, body: invitationShape(state, account.login, invitation) }
}

function remove({ state, repository, part: login }: Visit): HostAnswer {
  const known = [...repository.collaborators.keys()].find((one) => one.toLowerCase() === login.toLowerCase())
  if (known === undefined) return NOT_FOUND
  wrote(repository, `no collaborator ${known}`)
  revoke(state, repository, known)
  return { status: 204, body: '' }
}

const invitationShape = (
  state: State,
  login: string,
  { id, permission }: { id: number; permission: Permission }
): JsonObject => ({ id, invitee: userShape(accountOf(state, login)), permissions: ROLES[permission] })

const invitationAt = ({ repository, id }: Visit) =>
  [...repository.invitations].find(([, invitation]) => invitation.id === id)

const WORDS: Record<Permission, string> = {
  pull: 'read',
  triage: 'read',
  push: 'write',
  maintain: 'write',
  admin: 'admin'
}

/** The host also answers for people without access to a public repository. */
function permission({ state, repository, part: login }: Visit): HostAnswer {
  const account = state.accounts.get(login.toLowerCase())
  if (!account) return NOT_FOUND
  const held = everyone(repository).get(account.login)
  return { body: { permission: held ? WORDS[held] : 'read', user: userShape(account) } }
}

export const COLLABORATOR_ROUTES: RepositoryRoute[] = [
  {
    name: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
    path: /^\/collaborators\/([^/]+)\/permission$/,
    answer: permission
  },
  {
    name: 'GET /repos/{owner}/{repo}/teams',
    path: /^\/teams$/,
    answer: () => ({ body: ['core', 'release'].map((slug) => ({ id: 1, name: slug, slug })) })
  },
  {
    name: 'GET /repos/{owner}/{repo}/collaborators',
    path: /^\/collaborators$/,
    answer: collaborators
  },
  {
    method: 'PUT',
    name: 'PUT /repos/{owner}/{repo}/collaborators/{username}',
    path: /^\/collaborators\/([^/]+)$/,
    answer: put
  },
  {
    method: 'DELETE',
    name: 'DELETE /repos/{owner}/{repo}/collaborators/{username}',
    path: /^\/collaborators\/([^/]+)$/,
    answer: remove
  },
  {
    name: 'GET /repos/{owner}/{repo}/invitations',
    path: /^\/invitations$/,
    answer: ({ state, repository }) => ({
      body: [...repository.invitations].map(([login, one]) => invitationShape(state, login, one))
    })
  },
  {
    method: 'PATCH',
    name: 'PATCH /repos/{owner}/{repo}/invitations/{invitation_id}',
    path: /^\/invitations\/(\d+)$/,
    answer(visit) {
      const found = invitationAt(visit)
      const permission = PERMISSIONS.find((one) => ROLES[one] === stringAt(visit.body, 'permissions'))
      if (!found || !permission) return NOT_FOUND
      const [login, { id }] = found
      visit.repository.invitations.set(login, { id, permission })
      wrote(visit.repository, `invitation of ${login} ${permission}`)
      return { body: invitationShape(visit.state, login, { id, permission }) }
    }
  },
  {
    method: 'DELETE',
    name: 'DELETE /repos/{owner}/{repo}/invitations/{invitation_id}',
    path: /^\/invitations\/(\d+)$/,
    answer(visit) {
      const found = invitationAt(visit)
      if (!found) return NOT_FOUND
      visit.repository.invitations.delete(found[0])
      wrote(visit.repository, `no invitation of ${found[0]}`)
      return { status: 204, body: '' }
    }
  }
]
