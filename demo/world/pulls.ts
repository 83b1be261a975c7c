// Changes of pull requests by people.
import { randomBytes } from 'node:crypto'
import { announce } from './events/events.js'
import { addIssue, type IssueFacts, labelIn, touch } from './issues.js'
import { labelShape, pullShape, userShape } from './shapes.js'
import { accountOf, type Issue, type Pull, pullIn, type Repository, type State } from './state.js'

export type PullFacts = IssueFacts &
  Partial<Pick<Pull, 'draft' | 'head' | 'base' | 'headSha' | 'files' | 'fork'>>

export const newSha = () => randomBytes(20).toString('hex')

/** Adds the next pull request of a repository without sending an event. */
export function addPull(state: State, repository: Repository, facts: PullFacts = {}) {
  const {
    draft = false,
    head = 'fix',
    base = repository.defaultBranch,
    headSha = newSha(),
    files = ['README.md'],
    fork,
    ...common
  } = facts
  const issue = addIssue(state, repository, common)
  const pull: Pull = {
    id: state.nextId(),
    draft,
    head,
    base,
    headSha,
    additions: 1,
    deletions: 1,
    files,
    mergedAt: null,
    ...(fork === undefined ? {} : { fork })
  }
  issue.pull = pull
  return { issue, pull }
}

export const pullMutations = (state: State) => ({ ...changesOf(state), ...endsOf(state) })

function announcedIn(state: State) {
  return (repository: Repository, found: { issue: Issue; pull: Pull }, action: string, more = {}) => {
    const pull_request = pullShape(state, repository, found)
    const { number } = found.issue
    return announce(state, repository, 'pull_request', { action, number, pull_request, ...more })
  }
}

function changesOf(state: State) {
  const send = announcedIn(state)
  return {
    openPull(repository: Repository, facts: PullFacts = {}) {
      const found = addPull(state, repository, facts)
      const sender = userShape(accountOf(state, found.issue.author))
      return { ...found, events: send(repository, found, 'opened', { sender }) }
    },
    editPull(repository: Repository, number: number, changes: Pick<IssueFacts, 'title' | 'body'>) {
      const found = pullIn(repository, number)
      const { title } = found.issue
      Object.assign(found.issue, changes)
      touch(state, repository, found.issue)
      return send(repository, found, 'edited', { changes: { title: { from: title } } })
    },
    /** Converts to a draft, or back. */
    draftPull(repository: Repository, number: number) {
      const found = pullIn(repository, number)
      found.pull.draft = !found.pull.draft
      touch(state, repository, found.issue)
      return send(repository, found, found.pull.draft ? 'converted_to_draft' : 'ready_for_review')
    },
    labelPull(repository: Repository, number: number, name: string) {
      const found = pullIn(repository, number)
      const label = labelIn(state, repository, name)
      const isOn = found.issue.labels.includes(label)
      const others = found.issue.labels.filter((other) => other !== label)
      found.issue.labels = isOn ? others : [...others, label]
      touch(state, repository, found.issue)
      const shape = labelShape(repository, label)
      return send(repository, found, isOn ? 'unlabeled' : 'labeled', { label: shape })
    },
    /** Lets it go to another branch. */
    retargetPull(repository: Repository, number: number, base: string) {
      const found = pullIn(repository, number)
      const from = found.pull.base
      found.pull.base = base
      touch(state, repository, found.issue)
      return send(repository, found, 'edited', { changes: { base: { ref: { from } } } })
    },
    pushToPull(repository: Repository, number: number, headSha = newSha()) {
      const found = pullIn(repository, number)
      const before = found.pull.headSha
      Object.assign(found.pull, { headSha, additions: found.pull.additions + 1 })
      touch(state, repository, found.issue)
      return send(repository, found, 'synchronize', { before, after: found.pull.headSha })
    }
  }
}

function endsOf(state: State) {
  const send = announcedIn(state)

  function close(repository: Repository, number: number, mergedAt: Date | null) {
    const found = pullIn(repository, number)
    Object.assign(found.issue, { state: 'closed', closedAt: state.now() })
    found.pull.mergedAt = mergedAt
    touch(state, repository, found.issue)
    return send(repository, found, 'closed')
  }

  return {
    mergePull: (repository: Repository, number: number) => close(repository, number, state.now()),
    closePull: (repository: Repository, number: number) => close(repository, number, null),
    reopenPull(repository: Repository, number: number) {
      const found = pullIn(repository, number)
      Object.assign(found.issue, { state: 'open', closedAt: null })
      touch(state, repository, found.issue)
      return send(repository, found, 'reopened')
    }
  }
}
