// Fix requests: each is recorded with its actor, and a job runs it.
import { randomUUID } from 'node:crypto'
import type { Deps, Tx } from '#deps.js'
import { fixBranch } from '#domain/fixing/texts.js'
import { repoNotFound } from '#errors/errors.js'
import { configUnreadable } from '#errors/host.js'
import { fixRefused, issueNumberNotFound } from '#errors/pillars.js'
import type { RepoParams } from '#schemas/common.js'
import type { FixBody, FixOfIssue, FixRequested } from '#schemas/fixing/fix.js'
import { countFixes, type FixRow, fixFacts, insertFix, openFixOf } from '#store/fixing/attempts.js'
import { fixesOfIssue } from '#store/fixing/reports.js'
import { issueByNumber, lockRepository, pullByNumber } from '#store/mirror/mirror.js'
import { type RepositoryRef, repositoryByName } from '#store/mirror/repositories.js'
import { enqueueAttempt, recordAttemptRequest } from '../attempts/request.js'
import { loadConfig, type ResolvedConfig } from '../configuration/resolve.js'
import { mirrorIssues } from '../mirror/mirror.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { findWaiver } from '../waivers/waivers.js'
import { fixKind } from './attempt.js'
import { recordFixActivity } from './attempt-record.js'

export interface FixRequest {
  name: RepoParams
  number: number
  body: FixBody
  actor: string
}

export async function requestFix(deps: Deps, request: FixRequest): Promise<FixRequested> {
  return deps.transaction(await prepareFix(deps, request))
}

/** Refuses what is blocked already; a later obstacle ends the attempt. */
export async function prepareFix(
  deps: Deps,
  request: FixRequest
): Promise<(tx: Tx) => Promise<FixRequested>> {
  const repository = await repositoryByName(deps.db, request.name)
  const { repoId, fullName } = repository
  await mirrorUnknownIssue(deps, repository, request.number)
  const config = await loadConfig(deps, { repoId })
  if (!config.isReadable) throw configUnreadable()
  return async (tx) => {
    if ((await lockRepository(tx, repoId))?.live !== true) throw repoNotFound(fullName)
    await mustBeFixable(deps, tx, { repoId, number: request.number, config })
    const fix = await insertFixAttempt(deps, tx, { repoId, ...request })
    await recordFixRequest(tx, { fix, request })
    return {
      message: 'The fix is queued.',
      status: 'pending',
      attempt_id: fix.id,
      job_id: fix.jobId,
      repo: fullName,
      issue_number: fix.issueNumber
    }
  }
}

/** The issue may exist on the host although no event has reported it. */
async function mirrorUnknownIssue(deps: Deps, repository: RepositoryRef, number: number): Promise<void> {
  const { repoId, fullName } = repository
  const isKnown = await deps.transaction(
    async (tx) => (await issueByNumber(tx, repoId, number)) ?? (await pullByNumber(tx, repoId, number))
  )
  if (isKnown) return
  if (!deps.host.client.isConfigured) throw issueNumberNotFound(fullName, number)
  const shownAt = deps.now()
  const known = { ...repository, defaultBranch: null, live: true, isSuspended: false }
  const place = { ...repositoryAccessOf(known), priority: 'interactive' as const }
  const found = await deps.host.fetchItem('issues', place, number)
  if (!found && (await deps.host.fetchItem('pull_requests', place, number))) throw isPullRefusal(number)
  if (found?.number !== number) throw issueNumberNotFound(fullName, number)
  await deps.transaction((tx) => mirrorIssues(deps, tx, { repoId, shownAt }, [found]))
}

const isPullRefusal = (number: number) =>
  fixRefused('is_pull_request', `#${number} is a pull request. Only issues can be fixed.`)

interface FixCheck {
  repoId: number
  number: number
  config: ResolvedConfig
}

async function mustBeFixable({ now }: Deps, tx: Tx, { repoId, number, config }: FixCheck): Promise<void> {
  const settings = config.config.pillars.issue_fix
  if (!settings.enabled)
    throw fixRefused(
      'pillar_disabled',
      'The pillar issue_fix is disabled in this repository. Turn on pillars.issue_fix.enabled first.'
    )
  const issue = await issueByNumber(tx, repoId, number)
  if (!issue) throw isPullRefusal(number)
  if (issue.state !== 'open') throw fixRefused('issue_closed', `Issue ${number} is closed. Reopen it first.`)
  const waiver = await findWaiver(tx, { repoId, pillar: 'issue_fix', at: now(), issue: number })
  if (waiver) throw fixRefused('waived', `Waiver ${waiver.id} applies to this issue. Revoke it first.`)
  const open = await openFixOf(tx, repoId, number)
  if (open)
    throw fixRefused('attempt_open', `Attempt ${open.id} to fix issue ${number} is already in progress.`)
  const { ofIssue, ofRepository } = await fixFacts(tx, { id: null, repoId, issueNumber: number }, now())
  if (ofIssue >= settings.per_issue_limit)
    throw fixRefused(
      'issue_limit',
      `Issue ${number} has reached its limit of proposed changes (${ofIssue} of ${settings.per_issue_limit}).`
    )
  if (ofRepository >= settings.daily_limit)
    throw fixRefused(
      'daily_limit',
      `The repository has reached its limit of attempts in 24 hours (${ofRepository} of ${settings.daily_limit}).`
    )
}

type NewFix = Pick<FixRequest, 'number' | 'body' | 'actor'> & { repoId: number }

async function insertFixAttempt(
  deps: Deps,
  tx: Tx,
  { repoId, number, body, actor }: NewFix
): Promise<FixRow> {
  const at = deps.now()
  const attempt = (await countFixes(tx, repoId, number)) + 1
  const fix = await insertFix(tx, {
    repoId,
    issueNumber: number,
    attempt,
    triggeredBy: actor,
    branchName: fixBranch(number, attempt),
    note: body.note ?? null,
    dryRun: body.dry_run ?? false,
    jobId: randomUUID(),
    status: 'pending',
    createdAt: at,
    updatedAt: at,
    live: true
  })
  await enqueueAttempt(deps, tx, 'fix.run', fix)
  return fix
}

interface FixRequestRecord {
  fix: FixRow
  request: FixRequest
}

async function recordFixRequest(tx: Tx, { fix: attempt, request }: FixRequestRecord): Promise<void> {
  const { id, issueNumber, dryRun, note, createdAt } = attempt
  await recordAttemptRequest(tx, {
    subject: fixKind.subject({ attempt }),
    actor: request.actor,
    reason: note,
    facts: { attempt_id: id, issue_number: issueNumber, dry_run: dryRun, note },
    audit: { category: 'ai_decision', eventType: 'fix_requested' },
    at: createdAt
  })
  await recordFixActivity(tx, attempt)
}

export async function fixReport({ db }: Deps, name: RepoParams, number: number): Promise<FixOfIssue> {
  const { repoId, fullName } = await repositoryByName(db, name)
  const attempts = await fixesOfIssue(db, repoId, number)
  return { ...NO_ATTEMPT, repo: fullName, issue_number: number, ...attempts[0], attempts }
}

const NO_ATTEMPT = {
  id: null,
  attempt: null,
  branch_name: null,
  pr_number: null,
  pr_url: null,
  status: 'none',
  complexity: null,
  confidence: null,
  risk_score: null,
  risk_level: null,
  explanation: null,
  files_changed: [],
  lines_changed: null,
  error: null,
  reason: null,
  triggered_by: null,
  dry_run: null,
  decision_id: null,
  action_id: null,
  created_at: null,
  started_at: null,
  finished_at: null,
  updated_at: null,
  released_at: null,
  release_tag: null
} satisfies Partial<FixOfIssue>
