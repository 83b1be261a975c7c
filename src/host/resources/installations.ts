// Installations, and the repositories and members that they can see, page by page.

import type { InstallationIdentity, RepositoryIdentity } from '#domain/host/events.js'
import type { HostMember } from '#domain/host/items.js'
import { isObject } from '#domain/json/path.js'
import type { Json, JsonObject } from '#schemas/common.js'
import type { MemberRole } from '#schemas/host/enums.js'
import type { CallOptions, HostClient } from '../api/client.js'
import { installationIdentity, repositoryIdentity } from '../events/identities.js'
import { flagAt, idAt, isDefined, objectsIn, stringAt } from '../payload.js'
import { TOKEN_INSTALLATION } from './accounts.js'

const PER_PAGE = 100

export interface ListedInstallation extends InstallationIdentity {
  isSuspended: boolean
}

/** All installations of the App, or with a token the one that stands for its owner. */
export async function* listInstallations(
  client: HostClient,
  priority: CallOptions['priority']
): AsyncGenerator<ListedInstallation[]> {
  const options = { installationId: null, priority, fresh: true }
  if (client.kind === 'token') {
    yield [tokenInstallation((await client.read({ path: '/user' }, options)).body)]
    return
  }
  const request = { path: '/app/installations', parameters: { per_page: PER_PAGE } }
  for await (const { body } of client.pages(request, options))
    yield objectsIn(body).map(listedInstallation).filter(isDefined)
}

function listedInstallation(object: JsonObject): ListedInstallation | undefined {
  const identity = installationIdentity(object)
  return identity && { ...identity, isSuspended: stringAt(object, 'suspended_at') !== null }
}

function tokenInstallation(body: Json): ListedInstallation {
  const user = isObject(body) ? body : undefined
  return {
    hostId: TOKEN_INSTALLATION,
    accountLogin: stringAt(user, 'login'),
    accountType: stringAt(user, 'type'),
    targetId: idAt(user, 'id'),
    isSuspended: false
  }
}

/** All repositories that an installation, or the token, can access. */
export async function* listRepositories(
  client: HostClient,
  { installationId, priority }: CallOptions
): AsyncGenerator<RepositoryIdentity[]> {
  const path = client.kind === 'token' ? '/user/repos' : '/installation/repositories'
  const request = { path, parameters: { per_page: PER_PAGE } }
  for await (const { body } of client.pages(request, { installationId, priority, fresh: true }))
    yield objectsIn(body, 'repositories').map(repositoryIdentity).filter(isDefined)
}

/** All members of an organisation. Owners are listed separately. */
export async function* listMembers(
  client: HostClient,
  login: string,
  { installationId, priority }: CallOptions
): AsyncGenerator<HostMember[]> {
  for (const [hostRole, role] of [
    ['admin', 'owner'],
    ['member', 'member']
  ] as const) {
    const parameters = { login, role: hostRole, per_page: PER_PAGE }
    const request = { path: '/orgs/{login}/members', parameters }
    for await (const { body } of client.pages(request, { installationId, priority, fresh: true }))
      yield objectsIn(body)
        .map((object) => hostMemberOf(object, role))
        .filter(isDefined)
  }
}

export function hostMemberOf(object: JsonObject | undefined, role: MemberRole): HostMember | undefined {
  const [hostId, login] = [idAt(object, 'id'), stringAt(object, 'login')]
  if (hostId === null || login === null) return undefined
  return {
    hostId,
    login,
    avatarUrl: stringAt(object, 'avatar_url'),
    role,
    siteAdmin: flagAt(object, 'site_admin') ?? false
  }
}
