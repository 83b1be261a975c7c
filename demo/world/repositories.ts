// Changes of repositories and their labels.
import type { JsonObject } from '#schemas/common.js'
import { announce, announceInstallation } from './events/events.js'
import { labelShape, namedShape, userShape } from './shapes.js'
import {
  accountOf,
  type Delivery,
  fullName,
  type Installation,
  installationOf,
  type Repository,
  type State
} from './state.js'

export type RepositoryFacts = Partial<
  Pick<Repository, 'private' | 'defaultBranch' | 'archived' | 'language' | 'stars'>
>

export const repositoryMutations = (state: State) => ({
  ...changesOf(state),
  ...movesOf(state),
  ...labelChangesOf(state)
})

function announcedIn(state: State) {
  return (repository: Repository, action: string, more: JsonObject = {}) =>
    announce(state, repository, 'repository', { action, ...more })
}

function change(state: State, repository: Repository, changes: Partial<Repository>): void {
  Object.assign(repository, changes, { updatedAt: state.now() })
  state.names.set(fullName(repository).toLowerCase(), repository.id)
}

function changesOf(state: State) {
  const send = announcedIn(state)
  return {
    /** Creates the repository in the account of its name, accessible to the given installation. */
    createRepository(name: string, facts: RepositoryFacts & { installation?: Installation } = {}) {
      const { installation, ...more } = facts
      const repository = newRepository(state, name, more)
      if (!installation) return { repository, events: [] }
      const events = addTo(state, installation, repository)
      return { repository, events: [...events, ...send(repository, 'created')] }
    },
    editRepository(repository: Repository, changes: Pick<RepositoryFacts, 'defaultBranch' | 'language'>) {
      const from = repository.defaultBranch
      change(state, repository, changes)
      return send(repository, 'edited', { changes: { default_branch: { from } } })
    },
    /** Stars and languages change without an event of the repository. */
    starRepository(repository: Repository): Delivery[] {
      change(state, repository, { stars: repository.stars + 1 })
      return announce(state, repository, 'star', { action: 'created', starred_at: null })
    },
    archiveRepository(repository: Repository) {
      change(state, repository, { archived: !repository.archived })
      return send(repository, repository.archived ? 'archived' : 'unarchived')
    },
    /** Makes it private, or public again. */
    privatiseRepository(repository: Repository) {
      change(state, repository, { private: !repository.private })
      return send(repository, repository.private ? 'privatized' : 'publicized')
    },
    /** The former name redirects to it until another repository takes the name. */
    renameRepository(repository: Repository, name: string) {
      const changes = { repository: { name: { from: repository.name } } }
      change(state, repository, { name })
      return send(repository, 'renamed', { changes })
    }
  }
}

function movesOf(state: State) {
  const send = announcedIn(state)
  return {
    /**
     * Transfers to another account, and out of the installation that had access; `to` is the installation with access
     * there.
     */
    transferRepository(repository: Repository, login: string, to?: Installation): Delivery[] {
      const from = installationOf(state, repository)
      const former = repository.owner
      const lost = from && from !== to ? removeFrom(state, from, repository) : []
      change(state, repository, { owner: accountOf(state, login, former.type) })
      const found = to && from !== to ? addTo(state, to, repository) : []
      const kind = former.type === 'Organization' ? 'organization' : 'user'
      const changes = { owner: { from: { [kind]: userShape(former) } } }
      return [...lost, ...found, ...send(repository, 'transferred', { changes })]
    },
    deleteRepository(repository: Repository) {
      const events = send(repository, 'deleted')
      const installation = installationOf(state, repository)
      state.repositories.delete(repository.id)
      for (const [name, id] of state.names) if (id === repository.id) state.names.delete(name)
      installation?.selection.delete(repository.id)
      return events
    },
    addToInstallation: (installation: Installation, repository: Repository) =>
      addTo(state, installation, repository),
    removeFromInstallation: (installation: Installation, repository: Repository) =>
      removeFrom(state, installation, repository)
  }
}

function labelChangesOf(state: State) {
  return {
    /** Issues get the new name of the label, which the host does not count as an update of theirs. */
    renameLabel(repository: Repository, from: string, to: string) {
      const label = repository.labels.find(({ name }) => name === from)
      if (!label) throw new Error(`${fullName(repository)} has no label ${from}`)
      label.name = to
      return announce(state, repository, 'label', {
        action: 'edited',
        label: labelShape(repository, label),
        changes: { name: { from } }
      })
    },
    /** The same applies to a deleted label. */
    deleteLabel(repository: Repository, name: string) {
      const label = repository.labels.find((one) => one.name === name)
      if (!label) throw new Error(`${fullName(repository)} has no label ${name}`)
      repository.labels = repository.labels.filter((one) => one !== label)
      for (const issue of repository.issues.values()) {
        if (issue.labels.includes(label)) issue.labels = issue.labels.filter((one) => one !== label)
      }
      const shape = labelShape(repository, label)
      return announce(state, repository, 'label', { action: 'deleted', label: shape })
    }
  }
}

function newRepository(state: State, name: string, facts: RepositoryFacts): Repository {
  const [login = '', own = ''] = name.split('/')
  const now = state.now()
  const repository: Repository = {
    id: state.nextId(),
    owner: accountOf(state, login, 'Organization'),
    name: own,
    private: false,
    defaultBranch: 'main',
    archived: false,
    language: null,
    stars: 0,
    ...facts,
    createdAt: now,
    updatedAt: now,
    labels: [],
    collaborators: new Map(),
    invitations: new Map(),
    files: new Map(),
    issues: new Map(),
    departures: new Map(),
    runs: new Map(),
    lastNumber: 0,
    miscount: 0,
    version: 0
  }
  state.repositories.set(repository.id, repository)
  state.names.set(name.toLowerCase(), repository.id)
  return repository
}

function addTo(state: State, installation: Installation, repository: Repository): Delivery[] {
  installation.selection.add(repository.id)
  return selected(state, installation, 'added', repository)
}

function removeFrom(state: State, installation: Installation, repository: Repository): Delivery[] {
  installation.selection.delete(repository.id)
  return selected(state, installation, 'removed', repository)
}

function selected(
  state: State,
  installation: Installation,
  action: 'added' | 'removed',
  repository: Repository
): Delivery[] {
  const named = [namedShape(repository)]
  return announceInstallation(state, installation, 'installation_repositories', {
    action,
    repository_selection: 'selected',
    repositories_added: action === 'added' ? named : [],
    repositories_removed: action === 'removed' ? named : [],
    requester: null
  })
}
