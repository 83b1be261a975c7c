// The hosting platform (GitHub), as the rest of the service sees it.
import type { Host } from '#deps.js'
import type { HostClient } from './api/client.js'
import { notConfigured } from './api/not-configured.js'
import { ownLogin } from './api/own-login.js'
import { openSignatureVerifier } from './api/signature.js'
import { openConnectionReads } from './connection/index.js'
import { openEffects } from './effects/index.js'
import { claimsOf } from './events/claims.js'
import { hostEventOf, ignoredReason } from './events/events.js'
import { ruleEventOf } from './events/rule-events.js'
import { deliverySubjectOf } from './events/subjects.js'
import { openPages } from './pages.js'
import { accessLevelOf } from './resources/access-levels.js'
import { protectedBranch, protectedBranches } from './resources/branches/branch-rules.js'
import { branchState, findBranch, listBranches } from './resources/branches/branches.js'
import { commitFile, comparedFiles } from './resources/commit-files.js'
import { deliveryLog, loggedPayload } from './resources/delivery-log.js'
import { openDependencyReads } from './resources/dependencies/dependencies.js'
import { configFile } from './resources/files.js'
import { listInstallations, listMembers, listRepositories } from './resources/installations.js'
import { itemState } from './resources/item-state.js'
import { fetchItem, listItems } from './resources/listings.js'
import { checkResults } from './resources/merging/checks.js'
import { livePull, pullReviews } from './resources/merging/pulls.js'
import { commitsBetween } from './resources/merging/spans.js'
import { branchCommit, commitParents } from './resources/merging/tips.js'
import { differingPaths } from './resources/merging/tree-differences.js'
import { openPullReads } from './resources/pull-reads.js'
import { fetchPullMerge, isInTag } from './resources/releases.js'
import { fetchRepository, fetchRepositoryById } from './resources/repositories.js'
import {
  isWorkflowTokenReadOnly,
  outsideAdmins,
  repositoryLabels,
  repositoryState
} from './resources/repository-state.js'
import { openArtifacts } from './resources/runs/artifacts.js'
import { openJobLogs } from './resources/runs/job-logs.js'
import { openRunFacts } from './resources/runs/run-facts.js'
import { openSources } from './resources/sources.js'

/** Without a client it only parses what the host sends. */
export function openHost(
  webhookSecrets: readonly string[],
  client: HostClient = notConfigured,
  apiUrl?: string
): Host {
  const verify = webhookSecrets.length > 0 ? openSignatureVerifier(webhookSecrets) : undefined
  return {
    pages: openPages(apiUrl),
    verify,
    deliverySubjectOf,
    eventOf: hostEventOf,
    ignoredReason,
    claimsOf,
    ruleEventOf,
    client,
    ownLogin: () => ownLogin(client),
    effects: openEffects(client),
    listInstallations: (priority) => listInstallations(client, priority),
    listRepositories: (options) => listRepositories(client, options),
    listMembers: (login, options) => listMembers(client, login, options),
    listItems: (part, listing) => listItems(client, part, listing),
    fetchItem: (part, access, id) => fetchItem(client, part, access, id),
    itemState: (access, question) => itemState(client, access, question),
    listBranches: (access) => listBranches(client, access),
    branchState: (access, lookup) => branchState(client, access, lookup),
    protectedBranches: (access) => protectedBranches(client, access),
    accessLevelOf: (access, question) => accessLevelOf(client, access, question),
    findBranch: (access, name) => findBranch(client, access, name),
    protectedBranch: (access, name) => protectedBranch(client, access, name),
    repositoryLabels: (access) => repositoryLabels(client, access),
    repositoryState: (access) => repositoryState(client, access),
    outsideAdmins: (access) => outsideAdmins(client, access),
    isWorkflowTokenReadOnly: (access) => isWorkflowTokenReadOnly(client, access),
    artifacts: openArtifacts(client),
    dependencies: openDependencyReads(client),
    connection: openConnectionReads({ client, verify, apiUrl }),
    deliveries: { list: () => deliveryLog(client), payload: (logId) => loggedPayload(client, logId) },
    fetchRepositoryById: (id, options) => fetchRepositoryById(client, id, options),
    fetchRepository: (name, options) => fetchRepository(client, name, options),
    configFile: (source, known) => configFile(client, source, known),
    commitFile: (access, query) => commitFile(client, access, query),
    comparedFiles: (access, span) => comparedFiles(client, access, span),
    livePull: (access, number) => livePull(client, access, number),
    pullReviews: (access, number) => pullReviews(client, access, number),
    checkResults: (access, question) => checkResults(client, access, question),
    commitsBetween: (access, span) => commitsBetween(client, access, span),
    differingPaths: (access, trees) => differingPaths(client, access, trees),
    branchCommit: (access, branch) => branchCommit(client, access, branch),
    commitParents: (access, sha) => commitParents(client, access, sha),
    fetchPullMerge: (access, number) => fetchPullMerge(client, access, number),
    isInTag: (access, commit) => isInTag(client, access, commit),
    ...openJobLogs(client),
    ...openRunFacts(client),
    ...openSources(client),
    ...openPullReads(client)
  }
}
