// Converts webhook payloads into the service's own events. No other code depends on the host's payload shapes.
import { emitterEventNames } from '@octokit/webhooks'
import type {
  HostEvent,
  IgnoredDelivery,
  InstallationChange,
  IssueChangeKind,
  ItemActivity,
  ItemComment,
  Labelling,
  RepositoryChange,
  RepositoryIdentity,
  UnshownPart,
  WithinRepository
} from '#domain/host/events.js'
import type { JsonObject } from '#schemas/common.js'
import type { IgnoredReason } from '#schemas/host/enums.js'
import { idAt, isDefined, namesAt, objectAt, objectsAt, ordinalAt, stringAt, textAt } from '../payload.js'
import { touchesConfig } from '../resources/files.js'
import { hostMemberOf } from '../resources/installations.js'
import { issueOf } from '../resources/issues.js'
import { labelOf } from '../resources/labels.js'
import { pullRequestOf } from '../resources/pull-requests.js'
import { releaseOf } from '../resources/releases.js'
import { runOf } from '../resources/runs/runs.js'
import { activityOf } from './activity.js'
import { issueChangeKind, labellingOf, pullRequestChange } from './change-kinds.js'
import { commentOf } from './comments.js'
import { installationIdentity, repositoryIdentity } from './identities.js'
import { pushedFilesOf } from './pushed-files.js'

const WITHOUT_REPOSITORY: ReadonlySet<string> = new Set([
  'installation',
  'installation_repositories',
  'organization'
])

const EVENT_NAMES: ReadonlySet<string> = new Set(emitterEventNames.filter((name) => !name.includes('.')))

/** Events that tell that a part has changed, and not how. */
const UNSHOWN_PARTS: Readonly<Record<string, UnshownPart>> = {
  member: 'collaborators',
  branch_protection_rule: 'branch_rules',
  branch_protection_configuration: 'branch_rules',
  repository_ruleset: 'branch_rules'
}

/** Our event for a delivery; undefined if the service has nothing to do. */
export function hostEventOf(name: string, payload: JsonObject): HostEvent | undefined {
  if (!EVENT_NAMES.has(name) || name === 'ping') return undefined
  if (name === 'installation') return installationEvent(payload)
  if (name === 'installation_repositories') return installationRepositoriesEvent(payload)
  if (name === 'organization') return memberEvent(payload)
  return repositoryEvent(name, payload)
}

/** The payload of an ignored delivery expires, so that its row has to be enough. */
export function ignoredReason({ eventName, action, repoId }: IgnoredDelivery): IgnoredReason {
  if (eventName === 'ping') return 'ping'
  if (!EVENT_NAMES.has(eventName)) return 'event_not_handled'
  if (eventName === 'organization' && !isMembership(action)) return 'action_not_handled'
  const isOutside = repoId === null && !WITHOUT_REPOSITORY.has(eventName)
  return isOutside ? 'no_repository' : 'incomplete_payload'
}

function installationEvent(payload: JsonObject): HostEvent | undefined {
  const installation = installationIdentity(objectAt(payload, 'installation'))
  if (!installation) return undefined
  const repositories = repositoriesAt(payload, 'repositories')
  return { kind: 'installation', change: installationChange(payload), installation, repositories }
}

/** A suspended installation also receives other events, whose payload says that it is still suspended. */
function installationChange(payload: JsonObject): InstallationChange {
  const action = stringAt(payload, 'action')
  if (action === 'deleted') return 'deleted'
  const isSuspended = stringAt(objectAt(payload, 'installation'), 'suspended_at') !== null
  return action === 'suspend' || (action !== 'unsuspend' && isSuspended) ? 'suspended' : 'present'
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

/** Somebody joins or leaves an organisation. */
function memberEvent(payload: JsonObject): HostEvent | undefined {
  const installationId = idAt(objectAt(payload, 'installation'), 'id')
  const membership = objectAt(payload, 'membership')
  const role = stringAt(membership, 'role') === 'admin' ? 'owner' : 'member'
  const member = hostMemberOf(objectAt(membership, 'user'), role)
  const action = stringAt(payload, 'action')
  if (installationId === null || !member) return undefined
  if (!isMembership(action)) return undefined
  return {
    kind: 'member',
    change: action === 'member_added' ? 'present' : 'left',
    installationId,
    member
  }
}

const isMembership = (action: string | null) => action === 'member_added' || action === 'member_removed'

function repositoryEvent(name: string, payload: JsonObject): HostEvent | undefined {
  const repository = repositoryIdentity(objectAt(payload, 'repository'))
  if (!repository) return undefined
  const within = { installationId: idAt(objectAt(payload, 'installation'), 'id'), repository }
  const [activity, comment] = [activityOf(name, payload), commentOf(name, payload)]
  const about = { ...within, ...(activity ? { activity } : {}), ...(comment ? { comment } : {}) }
  const action = name === 'repository' ? stringAt(payload, 'action') : null
  const itself = SETUP_ACTIONS.has(action) ? { isItself: true as const } : {}
  const change = repositoryChange(action)
  return subjectEvent(name, payload, about) ?? { kind: 'repository', ...about, ...itself, change }
}

/** After these the repository may be set up otherwise. */
const SETUP_ACTIONS: ReadonlySet<string | null> = new Set([
  'created',
  'edited',
  'renamed',
  'transferred',
  'unarchived',
  'publicized',
  'privatized'
])

interface AboutRepository extends WithinRepository {
  activity?: ItemActivity
  comment?: ItemComment
}

/** Null for other actions: by now the repository may no longer exist. */
function repositoryChange(action: string | null): RepositoryChange | null {
  if (action === 'deleted') return 'deleted'
  return action === 'created' || action === 'transferred' ? 'present' : null
}

/** The event of an item that the service mirrors. */
function subjectEvent(name: string, payload: JsonObject, within: AboutRepository): HostEvent | undefined {
  const issue = issueOf(objectAt(payload, 'issue'))
  if (issue) return { kind: 'issue', ...within, issue, ...issueChange(name, payload) }
  const pullRequest = name === 'pull_request' ? pullRequestOf(objectAt(payload, 'pull_request')) : undefined
  if (pullRequest) return { kind: 'pull-request', ...within, pullRequest, ...pullRequestChange(payload) }
  const run = name === 'workflow_run' ? runOf(objectAt(payload, 'workflow_run')) : undefined
  if (run) return { kind: 'ci-run', ...within, run }
  return mergeEvent(name, payload, within) ?? otherEvent(name, payload, within)
}

function otherEvent(name: string, payload: JsonObject, within: AboutRepository): HostEvent | undefined {
  const release = name === 'release' ? releaseOf(payload) : undefined
  if (release) return { kind: 'release', ...within, release }
  if (name === 'push') return pushEvent(payload, within)
  const part = UNSHOWN_PARTS[name]
  if (part) return { kind: 'part', ...within, part }
  return name === 'label' ? labelEvent(payload, within) : undefined
}

/** What decides whether a pull request may be merged. */
function mergeEvent(name: string, payload: JsonObject, within: AboutRepository): HostEvent | undefined {
  if (name === 'pull_request_review') {
    const pull = objectAt(payload, 'pull_request')
    const number = ordinalAt(pull, 'number')
    const labels = pull?.['labels'] === undefined ? null : namesAt(pull, 'labels', 'name')
    return number === null ? undefined : { kind: 'review', ...within, number, labels }
  }
  if (name === 'pull_request_review_thread') return threadEvent(payload, within)
  const { sha, end } = endedCheck(name, payload)
  return sha === null ? undefined : { kind: 'checks', ...within, sha, isGood: end === 'success' }
}

function threadEvent(payload: JsonObject, within: AboutRepository): HostEvent | undefined {
  const number = ordinalAt(objectAt(payload, 'pull_request'), 'number')
  const [first] = objectsAt(objectAt(payload, 'thread'), 'comments')
  const opening = textAt(first, 'body')
  if (number === null || opening === null) return undefined
  return {
    kind: 'review-thread',
    ...within,
    number,
    isResolved: stringAt(payload, 'action') === 'resolved',
    opening
  }
}

interface EndedCheck {
  sha: string | null
  end?: string | null
}

function endedCheck(name: string, payload: JsonObject): EndedCheck {
  if (name === 'status') return { sha: stringAt(payload, 'sha'), end: stringAt(payload, 'state') }
  const isEnd = ['check_run', 'check_suite'].includes(name) && stringAt(payload, 'action') === 'completed'
  if (!isEnd) return { sha: null }
  const check = objectAt(payload, name)
  return { sha: stringAt(check, 'head_sha'), end: stringAt(check, 'conclusion') }
}

/** Other events, such as those of comments, only show the current issue. */
function issueChange(name: string, payload: JsonObject): IssueChange {
  if (name !== 'issues') return { gone: false, changeKind: 'other', labelling: null }
  return { gone: isRemoval(payload), changeKind: issueChangeKind(payload), labelling: labellingOf(payload) }
}

interface IssueChange {
  gone: boolean
  changeKind: IssueChangeKind
  labelling: Labelling | null
}

const pushEvent = (push: JsonObject, within: WithinRepository): HostEvent => ({
  kind: 'push',
  ...within,
  changesConfig: touchesConfig(push),
  pushed: pushedFilesOf(push)
})

function labelEvent(payload: JsonObject, within: WithinRepository): HostEvent | undefined {
  const label = labelOf(objectAt(payload, 'label'))
  if (!label) return undefined
  const change = stringAt(payload, 'action') === 'deleted' ? 'deleted' : 'present'
  const formerName = stringAt(objectAt(objectAt(payload, 'changes'), 'name'), 'from')
  return { kind: 'label', ...within, change, label, formerName }
}

const isRemoval = (payload: JsonObject) =>
  ['deleted', 'transferred'].includes(stringAt(payload, 'action') ?? '')

function repositoriesAt(payload: JsonObject, key: string): RepositoryIdentity[] {
  return objectsAt(payload, key).map(repositoryIdentity).filter(isDefined)
}
