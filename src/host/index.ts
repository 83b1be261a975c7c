// The hosting platform, as the rest of the service sees it.
import type { Host } from '#deps.js'
import type { HostClient } from './api/client.js'
import { notConfigured } from './api/not-configured.js'
import { ownLogin } from './api/own-login.js'
import { openSignatureVerifier } from './api/signature.js'
import { openEffects } from './effects/index.js'
import { claimsOf } from './events/claims.js'
import { hostEventOf } from './events/events.js'
import { ruleEventOf } from './events/rule-events.js'
import { deliverySubjectOf } from './events/subjects.js'
import { changedFiles } from './resources/changed-files.js'
import { deliveryLog, loggedPayload } from './resources/delivery-log.js'
import { configFile } from './resources/files.js'
import { listInstallations, listMembers, listRepositories } from './resources/installations.js'
import { failedJobs, jobLog } from './resources/job-logs.js'
import { fetchItem, listItems } from './resources/listings.js'
import { fetchPullMerge, isInTag } from './resources/releases.js'
import { fetchRepository, fetchRepositoryById } from './resources/repositories.js'
import { commitFacts, workflowPath } from './resources/run-facts.js'
import { branchTip, fetchSourceTree, sourceText } from './resources/sources.js'

/** Without a client it understands what the host sends, and calls nothing. */
export function openHost(webhookSecrets: readonly string[], client: HostClient = notConfigured): Host {
  return {
    verify: webhookSecrets.length > 0 ? openSignatureVerifier(webhookSecrets) : undefined,
    deliverySubjectOf,
    eventOf: hostEventOf,
    claimsOf,
    ruleEventOf,
    client,
    ownLogin: () => ownLogin(client),
    effects: openEffects(client),
    listInstallations: (priority) => listInstallations(client, priority),
    listRepositories: (options) => listRepositories(client, options),
    listMembers: (login, options) => listMembers(client, login, options),
    listItems: (part, listing) => listItems(client, part, listing),
    fetchItem: (part, place, id) => fetchItem(client, part, place, id),
    changedFiles: (place, head) => changedFiles(client, place, head),
    failedJobs: (place, run, most) => failedJobs(client, place, run, most),
    jobLog: (place, jobId) => jobLog(client, place, jobId),
    deliveryLog: () => deliveryLog(client),
    loggedPayload: (logId) => loggedPayload(client, logId),
    fetchRepositoryById: (id, options) => fetchRepositoryById(client, id, options),
    fetchRepository: (name, options) => fetchRepository(client, name, options),
    configFile: (place, known) => configFile(client, place, known),
    workflowPath: (place, runId) => workflowPath(client, place, runId),
    commitFacts: (place, sha) => commitFacts(client, place, sha),
    fetchPullMerge: (place, number) => fetchPullMerge(client, place, number),
    isInTag: (place, asked) => isInTag(client, place, asked),
    branchTip: (place, branch) => branchTip(client, place, branch),
    fetchSourceTree: (place, commit) => fetchSourceTree(client, place, commit),
    sourceText: (place, sha) => sourceText(client, place, sha)
  }
}
