// Turns the host's payloads into the service's own events. Nothing behind this file knows the host's shapes.
import { emitterEventNames } from '@octokit/webhooks'
import type { JsonObject } from '../../schemas/common.js'
import type {
  DeliverySubject,
  HostEvent,
  RepositoryIdentity,
  WithinRepository
} from '../../schemas/events.js'
import { installationIdentity, repositoryIdentity } from './identities.js'
import { issueOf } from './issues.js'
import { idAt, objectAt, objectsAt, storable, textAt } from './payload.js'
import { pullRequestOf } from './pull-requests.js'
import { runOf } from './runs.js'

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
  return text === null ? null : storable(text.slice(0, LONGEST_COLUMN))
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
  const within = { installationId: idAt(objectAt(payload, 'installation'), 'id'), repository }
  const isDeleted = name === 'repository' && textAt(payload, 'action') === 'deleted'
  return (
    subjectEvent(name, payload, within) ?? {
      kind: 'repository',
      ...within,
      change: isDeleted ? 'deleted' : 'present'
    }
  )
}

/** Of what the repository holds, as far as the service mirrors it. */
function subjectEvent(name: string, payload: JsonObject, within: WithinRepository): HostEvent | undefined {
  const issue = issueOf(objectAt(payload, 'issue'))
  if (issue) return { kind: 'issue', ...within, issue, gone: name === 'issues' && isEnd(payload) }
  const pullRequest = name === 'pull_request' ? pullRequestOf(objectAt(payload, 'pull_request')) : undefined
  if (pullRequest) return { kind: 'pull-request', ...within, pullRequest }
  const run = name === 'workflow_run' ? runOf(objectAt(payload, 'workflow_run')) : undefined
  return run && { kind: 'ci-run', ...within, run }
}

const isEnd = (payload: JsonObject) => ['deleted', 'transferred'].includes(textAt(payload, 'action') ?? '')

function repositoriesAt(payload: JsonObject, key: string): RepositoryIdentity[] {
  return objectsAt(payload, key)
    .map(repositoryIdentity)
    .filter((repository) => repository !== undefined)
}
