// Changes of issues by people.
import { announce } from './events/events.js'
import { issueShape, labelShape, repositoryShape, userShape } from './shapes.js'
import {
  accountOf,
  type Delivery,
  type Issue,
  issueIn,
  type Label,
  type Repository,
  type State
} from './state.js'

export type IssueFacts = Partial<
  Pick<Issue, 'title' | 'body' | 'author' | 'labels' | 'assignees' | 'milestone' | 'createdAt' | 'updatedAt'>
>

/** Adds the next issue of a repository without sending an event. */
export function addIssue(state: State, repository: Repository, facts: IssueFacts = {}): Issue {
  repository.lastNumber += 1
  const createdAt = facts.createdAt ?? state.now()
  const issue: Issue = {
    id: state.nextId(),
    number: repository.lastNumber,
    title: `Issue ${repository.lastNumber}`,
    body: null,
    state: 'open',
    labels: [],
    assignees: [],
    author: 'octocat',
    updatedAt: createdAt,
    closedAt: null,
    pull: null,
    ...facts,
    createdAt
  }
  repository.issues.set(issue.number, issue)
  repository.version += 1
  return issue
}

export function touch(state: State, repository: Repository, issue: Issue): void {
  issue.updatedAt = state.now()
  repository.version += 1
}

export function labelIn(state: State, repository: Repository, name: string): Label {
  const known = repository.labels.find((label) => label.name === name)
  if (known) return known
  const label = { id: state.nextId(), name, color: 'd73a4a' }
  repository.labels.push(label)
  return label
}

export const issueMutations = (state: State) => ({
  ...changesOf(state),
  ...talkAbout(state),
  ...departures(state)
})

function announcedIn(state: State) {
  return (repository: Repository, issue: Issue, action: string, more = {}): Delivery[] =>
    announce(state, repository, 'issues', {
      action,
      issue: issueShape(state, repository, issue),
      ...more
    })
}

function changesOf(state: State) {
  const send = announcedIn(state)

  function change(repository: Repository, number: number, changes: Partial<Issue>): Issue {
    const issue = Object.assign(issueIn(repository, number), changes)
    touch(state, repository, issue)
    return issue
  }

  return {
    createIssue(repository: Repository, facts: IssueFacts = {}) {
      const issue = addIssue(state, repository, facts)
      const sender = userShape(accountOf(state, issue.author))
      return { issue, events: send(repository, issue, 'opened', { sender }) }
    },
    editIssue(repository: Repository, number: number, changes: Pick<IssueFacts, 'title' | 'body'>) {
      const { title, body } = issueIn(repository, number)
      const from = { ...('title' in changes ? { title: { from: title } } : {}), body: { from: body ?? '' } }
      return send(repository, change(repository, number, changes), 'edited', { changes: from })
    },
    closeIssue(repository: Repository, number: number) {
      const changes = { state: 'closed' as const, closedAt: state.now() }
      return send(repository, change(repository, number, changes), 'closed')
    },
    reopenIssue(repository: Repository, number: number) {
      return send(repository, change(repository, number, { state: 'open', closedAt: null }), 'reopened')
    },
    /** Adds a label, or removes it if it is set. */
    labelIssue(repository: Repository, number: number, name: string) {
      const label = labelIn(state, repository, name)
      const { labels } = issueIn(repository, number)
      const isOn = labels.includes(label)
      const issue = change(repository, number, {
        labels: isOn ? labels.filter((other) => other !== label) : [...labels, label]
      })
      const shape = labelShape(repository, label)
      return send(repository, issue, isOn ? 'unlabeled' : 'labeled', { label: shape })
    },
    /** Assigns a person, or removes the assignment. */
    assignIssue(repository: Repository, number: number, login: string) {
      const { assignees } = issueIn(repository, number)
      const isOn = assignees.includes(login)
      const issue = change(repository, number, {
        assignees: isOn ? assignees.filter((other) => other !== login) : [...assignees, login]
      })
      const assignee = userShape(accountOf(state, login))
      return send(repository, issue, isOn ? 'unassigned' : 'assigned', { assignee })
    }
  }
}

const talkAbout = (state: State) => ({
  /** Comments on an issue or a pull request. */
  commentOn(
    repository: Repository,
    number: number,
    { author = 'octocat', body = 'Thanks.', association = 'NONE' } = {}
  ) {
    const issue = repository.issues.get(number)
    if (!issue) throw new Error(`there is no ${number}`)
    touch(state, repository, issue)
    const user = userShape(accountOf(state, author))
    const comment = {
      id: state.nextId(),
      body,
      user,
      author_association: association,
      created_at: state.now().toISOString()
    }
    return announce(state, repository, 'issue_comment', {
      action: 'created',
      issue: issueShape(state, repository, issue),
      comment,
      sender: user
    })
  }
})

function departures(state: State) {
  const send = announcedIn(state)
  return {
    deleteIssue(repository: Repository, number: number) {
      const issue = issueIn(repository, number)
      depart(repository, number)
      return send(repository, issue, 'deleted')
    },
    /** The host only sends an event about the new discussion, none about the issue. */
    convertIssue(repository: Repository, number: number) {
      const { id, title, body } = issueIn(repository, number)
      depart(repository, number)
      const discussion = { id: state.nextId(), number, title, body, state: 'converting', converted_from: id }
      return announce(state, repository, 'discussion', { action: 'created', discussion })
    },
    transferIssue(from: Repository, number: number, to: Repository) {
      const issue = issueIn(from, number)
      const labels = issue.labels.map(({ name }) => labelIn(state, to, name))
      const { id: _, number: __, ...facts } = issue
      const moved = addIssue(state, to, { ...facts, labels })
      moved.updatedAt = state.now()
      from.issues.delete(number)
      from.departures.set(number, { repository: to, number: moved.number })
      from.version += 1
      const new_issue = issueShape(state, to, moved)
      const changes = { new_issue, new_repository: repositoryShape(to) }
      const events = send(from, issue, 'transferred', { changes })
      const origin = { old_issue: issueShape(state, from, issue), old_repository: repositoryShape(from) }
      return { issue: moved, events: [...events, ...send(to, moved, 'opened', { changes: origin })] }
    }
  }
}

function depart(repository: Repository, number: number): void {
  repository.issues.delete(number)
  repository.departures.set(number, 'deleted')
  repository.version += 1
}
