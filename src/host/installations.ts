// Where the service is installed, and what it sees there, page by page.
import type { Json } from '../../schemas/common.js'
import type { InstallationIdentity, RepositoryIdentity } from '../../schemas/events.js'
import { TOKEN_INSTALLATION } from './accounts.js'
import type { CallOptions, HostClient } from './client.js'
import { installationIdentity, repositoryIdentity } from './identities.js'
import { idAt, isObject, objectsAt, textAt } from './payload.js'

const PER_PAGE = 100

/** All installations of the App; with a token the one that stands for its owner. */
export async function* installations(
  client: HostClient,
  priority: CallOptions['priority']
): AsyncGenerator<InstallationIdentity[]> {
  const options = { installationId: null, priority, fresh: true }
  if (client.kind === 'token') {
    yield [ownerOf((await client.read({ path: '/user' }, options)).body)]
    return
  }
  const request = { path: '/app/installations', parameters: { per_page: PER_PAGE } }
  for await (const { body } of client.pages(request, options))
    yield listIn(body).map(installationIdentity).filter(isThere)
}

function ownerOf(body: Json): InstallationIdentity {
  const user = isObject(body) ? body : undefined
  return {
    hostId: TOKEN_INSTALLATION,
    accountLogin: textAt(user, 'login'),
    accountType: textAt(user, 'type'),
    targetId: idAt(user, 'id')
  }
}

/** All repositories that an installation sees; with a token, those that its owner may write to. */
export async function* repositoriesOf(
  client: HostClient,
  { installationId, priority }: CallOptions
): AsyncGenerator<RepositoryIdentity[]> {
  const path = client.kind === 'token' ? '/user/repos' : '/installation/repositories'
  const request = { path, parameters: { per_page: PER_PAGE } }
  for await (const { body } of client.pages(request, { installationId, priority, fresh: true }))
    yield listIn(body).map(repositoryIdentity).filter(isThere)
}

/** The host lists some things bare, and others beside their number. */
function listIn(body: Json) {
  return Array.isArray(body)
    ? body.filter(isObject)
    : objectsAt(isObject(body) ? body : undefined, 'repositories')
}

function isThere<T>(one: T | undefined): one is T {
  return one !== undefined
}
