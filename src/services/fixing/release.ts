// Handles a release: issues of the fixes it contains get a comment and are closed.

import type { Deps, JobPayload, RepositoryAccess, Tx } from '#deps.js'
import { releaseComment } from '#domain/fixing/texts.js'
import type { HostRelease } from '#domain/host/events.js'
import { clampFutureMoments } from '#domain/mirror/freshness.js'
import { configUnreadable } from '#errors/host.js'
import { type FixRow, isUnreleased, lockFix, unreleasedFixes } from '#store/fixing/attempts.js'
import { findLabels } from '#store/mirror/labels.js'
import { type IssueRow, issueByNumber, lockRepository } from '#store/mirror/mirror.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { proposeAction } from '../actions/propose.js'
import { loadConfig, loadStoredConfig } from '../configuration/resolve.js'
import { evaluateGuards, type GuardEvaluation } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { recordFixActivity, updateFixAttempt } from './attempt-record.js'
import { commentFixPull } from './pull-outcome.js'

const RELEASE_EVENT = 'release.published'
const LABEL = 'service:fixed-in-release'
const AT_ONCE = 100

/** Call this in the transaction that applies the event. */
export async function requestFixRelease(
  { queue, now }: Deps,
  tx: Tx,
  repoId: number,
  release: HostRelease
): Promise<void> {
  const { tag, publishedAt } = clampFutureMoments(release, now())
  const [first] = await unreleasedFixes(tx, repoId, { after: 0, most: 1 })
  if (first === undefined) return
  const payload = { repo_id: repoId, tag, published_at: publishedAt.toISOString() }
  await queue.enqueue(tx, 'fix.release', [{ payload }])
}

/** Idempotent: a fix is released once. */
export async function releaseFixes(deps: Deps, { repo_id, tag, published_at }: JobPayload<'fix.release'>) {
  const repository = await repositoryById(deps.db, repo_id)
  if (!repository.live) return
  // The job fails and is retried until the configuration file is readable.
  if (!(await loadConfig(deps, { repoId: repo_id })).isReadable) throw configUnreadable()
  const release = { tag, publishedAt: new Date(published_at) }
  const place = repositoryAccessOf(repository)
  for (let after = 0; ; ) {
    const fixes = await unreleasedFixes(deps.db, repo_id, { after, most: AT_ONCE })
    for (const fix of fixes)
      if (await isInRelease(deps, { place, fix, release }))
        await deps.transaction((tx) => releaseFix(deps, tx, fix, release))
    const last = fixes.at(-1)
    if (!last) return
    after = last.id
  }
}

interface ReleaseCheck {
  place: RepositoryAccess
  fix: FixRow
  release: HostRelease
}

/** The host is asked about both, because the merge may be so recent that its event has not arrived yet. */
async function isInRelease({ host }: Deps, { place, fix, release }: ReleaseCheck): Promise<boolean> {
  if (fix.prNumber === null) return false
  const { tag, publishedAt } = release
  const merge = await host.fetchPullMerge(place, fix.prNumber)
  return merge !== undefined && merge.at <= publishedAt && host.isInTag(place, { tag, sha: merge.sha })
}

/** The release is always recorded; the guards decide whether a comment is posted and the issue closed. */
async function releaseFix(deps: Deps, tx: Tx, { id, repoId }: FixRow, release: HostRelease): Promise<void> {
  await lockRepository(tx, repoId)
  const fix = await lockFix(tx, id)
  if (!fix || !isUnreleased(fix)) return
  const issue = await issueByNumber(tx, repoId, fix.issueNumber)
  const evaluation = await evaluateReleaseGuards(deps, tx, fix, issue)
  const at = deps.now()
  const decisionId = await recordReleaseDecision(tx, { fix, release, evaluation, at })
  const { decision } = evaluation.verdict
  if (issue && (decision === 'acted' || decision === 'dry_run'))
    await proposeReleaseActions(deps, tx, { fix, issue, tag: release.tag, decisionId })
  const released = { releasedAt: release.publishedAt, releaseTag: release.tag }
  const updated = await updateFixAttempt(tx, fix, { ...released, status: 'merged', updatedAt: at })
  // The release may arrive before the event of the merge, which will then change nothing.
  if (fix.status !== 'merged' && fix.prNumber !== null) await commentFixPull(deps, tx, updated, fix.prNumber)
  else await recordFixActivity(tx, updated)
}

async function evaluateReleaseGuards(
  deps: Deps,
  tx: Tx,
  { repoId, issueNumber }: FixRow,
  issue: IssueRow | undefined
): Promise<GuardEvaluation> {
  const detail = `Issue ${issueNumber} is ${issue ? issue.state : 'gone'}.`
  const input = {
    repoId,
    pillar: 'issue_fix' as const,
    issue: issueNumber,
    needs: ['settings.release_close_fixed_issues'],
    limits: [{ check: 'issue_is_there', passes: issue !== undefined, detail }]
  }
  return evaluateGuards(deps, tx, input, await loadStoredConfig(deps, tx, repoId))
}

interface ReleaseDecision {
  fix: FixRow
  release: HostRelease
  evaluation: GuardEvaluation
  at: Date
}

function recordReleaseDecision(tx: Tx, { fix, release, evaluation, at }: ReleaseDecision): Promise<number> {
  const { verdict, inputs, ...details } = evaluation
  const { tag, publishedAt } = release
  return recordDecision(tx, {
    ...verdict,
    ...details,
    repoId: fix.repoId,
    source: 'issue_fix',
    triggerEvent: RELEASE_EVENT,
    targetType: 'issue',
    targetNumber: fix.issueNumber,
    pillar: 'issue_fix',
    inputs: {
      ...inputs,
      attempt_id: fix.id,
      pr_number: fix.prNumber,
      release: { tag, published_at: publishedAt.toISOString() }
    },
    createdAt: at
  })
}

interface ReleaseNotice {
  fix: FixRow
  issue: IssueRow
  tag: string
  decisionId: number
}

/** A closed issue gets the comment too: somebody may be waiting for the release. */
async function proposeReleaseActions(
  deps: Deps,
  tx: Tx,
  { fix, issue, tag, decisionId }: ReleaseNotice
): Promise<void> {
  const { id, repoId, prNumber } = fix
  const proposal = {
    repoId,
    pillar: 'issue_fix' as const,
    source: 'issue_fix',
    sourceId: id,
    decisionId,
    target: { type: 'issue' as const, number: issue.number },
    evidence: { attempt_id: id, pr_number: prNumber, release_tag: tag }
  }
  const body = releaseComment({ prNumber: prNumber ?? 0, tag, closes: issue.state === 'open' })
  await proposeAction(deps, tx, {
    ...proposal,
    actionType: 'add-comment',
    arguments: { body },
    actionKey: `fix-released:${tag}`,
    isOnce: true
  })
  for (const label of await findLabels(tx, repoId, [LABEL]))
    await proposeAction(deps, tx, { ...proposal, actionType: 'add-label', arguments: { label } })
  if (issue.state === 'open')
    await proposeAction(deps, tx, {
      ...proposal,
      actionType: 'close-issue',
      arguments: { reason: 'completed' }
    })
}
