// What a release means for fixes: those that are part of it have reached people, so their issues are told and closed.

import type { Deps, JobPayload, Place, Tx } from '#deps.js'
import { releasedText } from '#domain/fixing/texts.js'
import type { HostRelease } from '#domain/host/events.js'
import { withinReach } from '#domain/mirror/mirror.js'
import { configNotRead } from '#errors/host.js'
import { type FixRow, isUnreleased, lockFix, unreleasedFixes } from '#store/fixing/attempts.js'
import { labelsNamed } from '#store/mirror/labels.js'
import { type IssueRow, issueNumbered, lockRepository } from '#store/mirror/mirror.js'
import { repositoryOf } from '#store/mirror/repositories.js'
import { countWaiverUse } from '#store/waivers/waivers.js'
import { placeOf } from '../actions/orders.js'
import { proposeAction } from '../actions/propose.js'
import { configIn, configOf } from '../configuration/resolve.js'
import { decisiveWaiver, type Judgement, judge } from '../decisions/guards.js'
import { recordDecision } from '../decisions/record.js'
import { noteFix, saveHeldFix } from './attempt-record.js'
import { commentOnPull } from './pull-outcome.js'

const RELEASE_EVENT = 'release.published'
const LABEL = 'service:fixed-in-release'
const AT_ONCE = 100

/** In the transaction that takes the event in. */
export async function requestShipping(
  { queue, now }: Deps,
  tx: Tx,
  repoId: number,
  release: HostRelease
): Promise<void> {
  const { tag, publishedAt } = withinReach(release, now())
  const [first] = await unreleasedFixes(tx, repoId, { after: 0, most: 1 })
  if (first === undefined) return
  const payload = { repo_id: repoId, tag, published_at: publishedAt.toISOString() }
  await queue.enqueue(tx, 'fix.release', [{ payload }])
}

/** Once or often, it comes to the same: a fix is released once. */
export async function shipFixes(deps: Deps, { repo_id, tag, published_at }: JobPayload<'fix.release'>) {
  const repository = await repositoryOf(deps.db, repo_id)
  if (!repository.live) return
  // The queue asks again: what its file says is not known yet.
  if (!(await configOf(deps, { repoId: repo_id })).isReadable) throw configNotRead()
  const release = { tag, publishedAt: new Date(published_at) }
  const place = placeOf(repository)
  for (let after = 0; ; ) {
    const fixes = await unreleasedFixes(deps.db, repo_id, { after, most: AT_ONCE })
    for (const fix of fixes)
      if (await isPartOf(deps, { place, fix, release }))
        await deps.transaction((tx) => ship(deps, tx, fix, release))
    const last = fixes.at(-1)
    if (!last) return
    after = last.id
  }
}

interface Asked {
  place: Place
  fix: FixRow
  release: HostRelease
}

/** The host is asked for both: of a merge that was followed at once by a release, no event need have told yet. */
async function isPartOf({ host }: Deps, { place, fix, release }: Asked): Promise<boolean> {
  if (fix.prNumber === null) return false
  const { tag, publishedAt } = release
  const merge = await host.mergeOf(place, fix.prNumber)
  return merge !== undefined && merge.at <= publishedAt && host.isInTag(place, { tag, sha: merge.sha })
}

/** That it is released is noted in any case; what is said and done about it is for the guards. */
async function ship(deps: Deps, tx: Tx, { id, repoId }: FixRow, release: HostRelease): Promise<void> {
  await lockRepository(tx, repoId)
  const fix = await lockFix(tx, id)
  if (!fix || !isUnreleased(fix)) return
  const issue = await issueNumbered(tx, repoId, fix.issueNumber)
  const judgement = await judged(deps, tx, fix, issue)
  const at = deps.now()
  const decisionId = await decide(tx, { fix, release, judgement, at })
  const waiverId = decisiveWaiver(judgement)
  if (waiverId !== null) await countWaiverUse(tx, waiverId, at)
  const { decision } = judgement.verdict
  if (issue && (decision === 'acted' || decision === 'dry_run'))
    await tell(deps, tx, { fix, issue, tag: release.tag, decisionId })
  const released = { releasedAt: release.publishedAt, releaseTag: release.tag }
  const kept = await saveHeldFix(tx, fix, { ...released, status: 'merged', updatedAt: at })
  // The release may be known of before the merge is: nobody else tells of that then.
  if (fix.status !== 'merged' && fix.prNumber !== null) await commentOnPull(deps, tx, kept, fix.prNumber)
  else await noteFix(tx, kept)
}

async function judged(
  deps: Deps,
  tx: Tx,
  { repoId, issueNumber }: FixRow,
  issue: IssueRow | undefined
): Promise<Judgement> {
  const detail = `Issue ${issueNumber} is ${issue ? issue.state : 'gone'}.`
  const asked = {
    ...{ repoId, pillar: 'issue_fix' as const, issue: issueNumber },
    needs: ['settings.release_close_fixed_issues'],
    limits: [{ check: 'issue_is_there', passes: issue !== undefined, detail }]
  }
  return judge(deps, tx, asked, await configIn(deps, tx, repoId))
}

interface Deciding {
  fix: FixRow
  release: HostRelease
  judgement: Judgement
  at: Date
}

function decide(tx: Tx, { fix, release, judgement, at }: Deciding): Promise<number> {
  const { verdict, inputs, ...grounds } = judgement
  const { tag, publishedAt } = release
  return recordDecision(tx, {
    ...verdict,
    ...grounds,
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

interface Telling {
  fix: FixRow
  issue: IssueRow
  tag: string
  decisionId: number
}

/** What is closed already is told all the same: somebody may wait for the release. */
async function tell(deps: Deps, tx: Tx, { fix, issue, tag, decisionId }: Telling): Promise<void> {
  const { id, repoId, prNumber } = fix
  const wish = {
    ...{ repoId, pillar: 'issue_fix' as const, source: 'issue_fix', sourceId: id, decisionId },
    target: { type: 'issue' as const, number: issue.number },
    evidence: { attempt_id: id, pr_number: prNumber, release_tag: tag }
  }
  const body = releasedText({ prNumber: prNumber ?? 0, tag, closes: issue.state === 'open' })
  await proposeAction(deps, tx, {
    ...{ ...wish, actionType: 'add-comment', arguments: { body } },
    ...{ actionKey: `fix-released:${tag}`, isOnce: true }
  })
  for (const label of await labelsNamed(tx, repoId, [LABEL]))
    await proposeAction(deps, tx, { ...wish, actionType: 'add-label', arguments: { label } })
  if (issue.state === 'open')
    await proposeAction(deps, tx, {
      ...{ ...wish, actionType: 'close-issue', arguments: { reason: 'completed' } }
    })
}
