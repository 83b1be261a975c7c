// Turns the host's payloads into the service's own events. Nothing behind this file knows the host's shapes.
import { emitterEventNames } from '@octokit/webhooks'
import type { JsonObject } from '../../schemas/common.js'
import type { DeliverySubject, HostEvent, RepositoryIdentity } from '../../schemas/events.js'
import { installationIdentity, repositoryIdentity } from './identities.js'
import { idAt, objectAt, objectsAt, textAt } from './payload.js'

export function subjectOf(payload: JsonObject): DeliverySubject {
  const repository = objectAt(payload, 'repository')
  return {
    action: shortened(textAt(payload, 'action')),
    repo: shortened(textAt(repository, 'full_name')),
    repoId: idAt(repository, 'id'),
    installationId: idAt(objectAt(payload, 'installation'), 'id')
  }
}

const LONGEST_COLUMN = 255

function shortened(text: string | null): string | null {
  return text === null ? null : text.slice(0, LONGEST_COLUMN)
}

const KNOWN: ReadonlySet<string> = new Set(emitterEventNames.filter((name) => !name.includes('.')))

/** The event of ours that a delivery means; nothing where the service has nothing to do. */
export function hostEventOf(name: string, payload: JsonObject): HostEvent | undefined {
  if (!KNOWN.has(name) || name === 'ping') return undefined
  if (name === 'installation') return installationEvent(payload)
  if (name === 'installation_repositories') return installationRepositoriesEvent(payload)
  return repositoryEvent(name, payload)
}

function installationEvent(payload: JsonObject): HostEvent | undefined {
  const installation = installationIdentity(objectAt(payload, 'installation'))
  if (!installation) return undefined
  const action = textAt(payload, 'action')
  const change = action === 'deleted' ? 'deleted' : action === 'suspend' ? 'suspended' : 'present'
  return { kind: 'installation', change, installation, repositories: repositoriesAt(payload, 'repositories') }
}

function installationRepositoriesEvent(payload: JsonObject): HostEvent | undefined {
  const installation = installationIdentity(objectAt(payload, 'installation'))
  if (!installation) return undefined
  return {
    kind: 'installation-repositories',
    installation,
    added: repositoriesAt(payload, 'repositories_added'),
    removed: repositoriesAt(payload, 'repositories_removed')
  }
}

function repositoryEvent(name: string, payload: JsonObject): HostEvent | undefined {
  const repository = repositoryIdentity(objectAt(payload, 'repository'))
  if (!repository) return undefined
  const isDeleted = name === 'repository' && textAt(payload, 'action') === 'deleted'
  return {
    kind: 'repository',
    installationId: idAt(objectAt(payload, 'installation'), 'id'),
    repository,
    change: isDeleted ? 'deleted' : 'present'
  }
}

function repositoriesAt(payload: JsonObject, key: string): RepositoryIdentity[] {
  return objectsAt(payload, key)
    .map(repositoryIdentity)
    .filter((repository) => repository !== undefined)
}
