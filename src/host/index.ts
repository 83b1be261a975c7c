// The hosting platform, as the rest of the service sees it.
import type { Host } from '#deps.js'
import type { HostClient } from './api/client.js'
import { notConfigured } from './api/not-configured.js'
import { ownLogin } from './api/own-login.js'
import { verifierOf } from './api/signature.js'
import { openEffects } from './effects/index.js'
import { claimsOf } from './events/claims.js'
import { hostEventOf } from './events/events.js'
import { happeningOf } from './events/happenings.js'
import { subjectOf } from './events/subjects.js'
import { changedFiles } from './resources/changed-files.js'
import { deliveryLog, loggedPayload } from './resources/delivery-log.js'
import { configFile } from './resources/files.js'
import { installations, membersOf, repositoriesOf } from './resources/installations.js'
import { failedJobs, jobLog } from './resources/job-logs.js'
import { found, listed } from './resources/listings.js'
import { isInTag, mergeOf } from './resources/releases.js'
import { repositoryCalled, repositoryOfId } from './resources/repositories.js'
import { commitFacts, workflowPath } from './resources/run-facts.js'
import { branchTip, sourcesOf, sourceText } from './resources/sources.js'

/** Without a client it understands what the host sends, and calls nothing. */
export function openHost(webhookSecrets: readonly string[], client: HostClient = notConfigured): Host {
  return {
    verify: webhookSecrets.length > 0 ? verifierOf(webhookSecrets) : undefined,
    subjectOf,
    eventOf: hostEventOf,
    claimsOf,
    happeningOf,
    client,
    ownLogin: () => ownLogin(client),
    effects: openEffects(client),
    installations: (priority) => installations(client, priority),
    repositoriesOf: (options) => repositoriesOf(client, options),
    membersOf: (login, options) => membersOf(client, login, options),
    listed: (part, listing) => listed(client, part, listing),
    found: (part, place, id) => found(client, part, place, id),
    changedFiles: (place, head) => changedFiles(client, place, head),
    failedJobs: (place, run, most) => failedJobs(client, place, run, most),
    jobLog: (place, jobId) => jobLog(client, place, jobId),
    deliveryLog: () => deliveryLog(client),
    loggedPayload: (logId) => loggedPayload(client, logId),
    repositoryOfId: (id, options) => repositoryOfId(client, id, options),
    repositoryCalled: (name, options) => repositoryCalled(client, name, options),
    configFile: (place, known) => configFile(client, place, known),
    workflowPath: (place, runId) => workflowPath(client, place, runId),
    commitFacts: (place, sha) => commitFacts(client, place, sha),
    mergeOf: (place, number) => mergeOf(client, place, number),
    isInTag: (place, asked) => isInTag(client, place, asked),
    branchTip: (place, branch) => branchTip(client, place, branch),
    sourcesOf: (place, commit) => sourcesOf(client, place, commit),
    sourceText: (place, sha) => sourceText(client, place, sha)
  }
}
