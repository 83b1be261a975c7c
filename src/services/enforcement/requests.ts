// Requests runs of enforcement: by people, by events, by the clock, and after corrections.

import type { Deps, JobPayload, RequestedJob, Tx } from '#deps.js'
import { asksOfRepository } from '#domain/enforcement/repository-rules.js'
import { SETUP_ACTIONS } from '#domain/enforcement/setup.js'
import { repositoryMatcher } from '#domain/text/repository-filter.js'
import { installationNotFound, policyNotFound } from '#errors/enforcement.js'
import { invalidParameter } from '#errors/errors.js'
import type { EventOf } from '#registry.js'
import type { JsonObject } from '#schemas/common.js'
import type { RunBody, RunStarted } from '#schemas/enforcement/violations.js'
import type { ActionRow } from '#store/actions/actions.js'
import { policiesInForce, policyById } from '#store/enforcement/policies.js'
import { enforcedRepositories, policyReaches } from '#store/enforcement/repositories.js'
import { repositoriesWithStanding } from '#store/enforcement/violations.js'
import { activeInstallations } from '#store/mirror/installations.js'
import { repositoryByFullName, repositoryById } from '#store/mirror/repositories.js'
import type { DeliveryContext } from '../deliveries/handle.js'
import { govern, type Initiator } from '../maintenance/governance.js'

/** The source of corrections. */
export const ENFORCEMENT = 'enforcement'
/** The trigger of runs that people ask for: these always say what they decide. */
export const ASKED = 'api'
/** The trigger of the run after a correction: what is still broken then is not corrected again. */
export const CORRECTED = 'enforcement.corrected'

export function requestRun(deps: Deps, by: Initiator, body: RunBody | null): Promise<RunStarted> {
  const { repo, ...wide } = body ?? {}
  const target = { type: 'repo' as const, id: repo ?? '*' }
  return govern(deps, { by, action: 'enforcement.run', target }, async () => {
    const { dry_run: isDry = false } = wide
    for (const field of ['installation_id', 'policy_id'] as const)
      if (repo !== undefined && wide[field] !== undefined)
        throw invalidParameter(`/${field}`, 'must be left out if repo is given', 'invalid_field')
    const ask = repo === undefined ? await fleetRun(deps, wide) : await repositoryRun(deps, repo, isDry)
    return async (tx) => {
      const { jobId, deduplicated } = await ask(tx)
      const message = messageFor(repo ?? 'all repositories', isDry, deduplicated)
      const reply = { message, started: true, scope: repo ?? 'all', job_id: jobId, deduplicated }
      return { reply, payload: { ...body, job_id: jobId } satisfies JsonObject }
    }
  })
}

function messageFor(where: string, isDry: boolean, isKnown: boolean): string {
  if (isKnown) return `The same run of ${where} waits or is in progress.`
  return isDry
    ? `The run compares ${where} with the policies, and corrects nothing.`
    : `The run compares ${where} with the policies, and corrects what falls short of those that are enforced.`
}

type Ask = (tx: Tx) => Promise<RequestedJob>

async function repositoryRun(deps: Deps, repo: string, isDry: boolean): Promise<Ask> {
  const { repoId } = await repositoryByFullName(deps.db, repo)
  return (tx) => deps.queue.request(tx, 'enforcement.repository', runJob(repoId, ASKED, isDry))
}

async function fleetRun(
  deps: Deps,
  { installation_id: installationId, policy_id: policyId, dry_run: isDry = false }: RunBody
): Promise<Ask> {
  const known = await activeInstallations(deps.db)
  if (installationId !== undefined && !known.some(({ hostId }) => hostId === installationId))
    throw installationNotFound(installationId)
  if (policyId !== undefined && !(await policyById(deps.db, policyId))) throw policyNotFound(policyId)
  const payload = {
    installation_id: installationId ?? null,
    policy_id: policyId ?? null,
    dry_run: isDry,
    trigger_event: ASKED
  }
  return (tx) =>
    deps.queue.request(tx, 'enforcement.run', { payload, singletonKey: Object.values(payload).join(' ') })
}

function runJob(repoId: number, triggerEvent: string, isDry: boolean) {
  const payload = { repo_id: repoId, trigger_event: triggerEvent, dry_run: isDry }
  return { payload, singletonKey: `${repoId} ${triggerEvent} ${isDry}` }
}

/** Every hour. */
export const runFleet = (deps: Deps): Promise<void> =>
  spreadRun(deps, { installation_id: null, policy_id: null, dry_run: false, trigger_event: 'schedule' })

const AT_ONCE = 200

/** One job for each repository that a policy in force reaches. */
export async function spreadRun(deps: Deps, run: JobPayload<'enforcement.run'>): Promise<void> {
  const repositories = await reachedRepositories(deps, run)
  for (let from = 0; from < repositories.length; from += AT_ONCE) {
    const jobs = repositories
      .slice(from, from + AT_ONCE)
      .map((repoId) => runJob(repoId, run.trigger_event, run.dry_run))
    await deps.transaction((tx) => deps.queue.enqueue(tx, 'enforcement.repository', jobs))
  }
}

async function reachedRepositories(
  { db }: Deps,
  { installation_id: installationId, policy_id: policyId }: JobPayload<'enforcement.run'>
): Promise<number[]> {
  const policies = (await policyReaches(db))
    .filter((policy) => installationId === null || policy.installationId === installationId)
    .filter(({ id }) => policyId === null || id === policyId)
    .map((policy) => ({ ...policy, matches: repositoryMatcher(policy.repoFilter) }))
  const reached = (await enforcedRepositories(db)).filter((one) =>
    policies.some((policy) => policy.installationId === one.installationId && policy.matches(one.fullName))
  )
  // What no policy reaches any more is settled as well.
  const left = installationId === null && policyId === null ? await repositoriesWithStanding(db) : []
  return [...new Set([...reached.map(({ repoId }) => repoId), ...left])]
}

/** A change of the protection of branches, or of who has access, is compared with the policies at once. */
export async function enforceAfterEvent(context: DeliveryContext, event: EventOf<'part'>): Promise<void> {
  const { deps, tx } = context
  if (event.part === 'collaborators') return compareAfterSetup(context, event, 'member')
  await requestRepository(deps, tx, event.repository.hostId, 'branch_protection_rule')
}

/** What an action has changed is read again. */
export async function enforceAfterAction(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
  const isRefused = row.status === 'failed' || row.status === 'blocked'
  const isSetup = SETUP_ACTIONS.some((type) => type === row.actionType)
  if ((row.actionType === 'tighten-protection' || isSetup) && isRefused)
    return requestRepository(deps, tx, row.repoId, CORRECTED)
  // Whatever has written may have changed something, however it ended.
  if (row.executedAt === null) return
  if (row.actionType === 'tighten-protection' || isSetup)
    await requestRepository(deps, tx, row.repoId, CORRECTED)
  if (row.actionType === 'set-protection') await requestRepository(deps, tx, row.repoId, 'branch_rule.update')
}

/** Several events in a row are followed by one comparison. */
const WITHIN_SECONDS = 15

/** Events after which branches are not read again. */
export const SETUP_TRIGGERS = ['push', 'label', 'repository', 'member'] as const
type SetupTrigger = (typeof SETUP_TRIGGERS)[number]

type AboutSetup = Pick<EventOf<'push' | 'label' | 'repository' | 'part'>, 'repository' | 'installationId'>

/** A push to the default branch may change files and workflows; other events, how the repository is set up. */
export async function compareAfterSetup(
  { deps, tx }: DeliveryContext,
  { repository: { hostId, owner, name }, installationId }: AboutSetup,
  triggerEvent: SetupTrigger
): Promise<void> {
  if (!deps.host.client.isConfigured || installationId === null) return
  const policies = await policiesInForce(tx, installationId)
  const isAsked = policies.some(
    (policy) => asksOfRepository(policy) && repositoryMatcher(policy.repoFilter)(`${owner}/${name}`)
  )
  if (!isAsked) return
  const job = { ...runJob(hostId, triggerEvent, false), startAfterSeconds: WITHIN_SECONDS }
  await deps.queue.enqueue(tx, 'enforcement.repository', [job])
}

async function requestRepository(deps: Deps, tx: Tx, repoId: number, triggerEvent: string): Promise<void> {
  const { installationId } = await repositoryById(tx, repoId)
  if (installationId === null || (await policiesInForce(tx, installationId)).length === 0) return
  await deps.queue.enqueue(tx, 'enforcement.repository', [runJob(repoId, triggerEvent, false)])
}
