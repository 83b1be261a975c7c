// What becomes of an attempt whose change is proposed: its pull request is there, or there will be none, or people have
// merged or closed it.
import type { HostPullRequest } from '../../../schemas/mirror.js'
import type { Deps, Tx } from '../../deps.js'
import { commentOf } from '../../domain/fix/texts.js'
import type { ActionRow } from '../../store/actions.js'
import { answeredFixes, type FixRow, fixOf, lockFix, lockFixesOf } from '../../store/fix.js'
import { lockRepository, pullNumbered } from '../../store/mirror.js'
import { sayInPlace } from '../standing-comments.js'
import { endHeld } from './conclusion.js'
import { keepFix, noteFix } from './keeping.js'
import { errorOfStop } from './still-asked.js'

const COMMENT_TOPIC = 'issue_fix'

interface Pull {
  number: number
  url: string | null
}

/** The attempt that an action is of; the caller holds the repository. */
async function heldFor(tx: Tx, { sourceId }: ActionRow): Promise<FixRow | undefined> {
  const found = sourceId === null ? undefined : await fixOf(tx, sourceId)
  return found && lockFix(tx, found.id)
}

export const fixPull = {
  async opened(deps: Deps, tx: Tx, row: ActionRow, { number, url }: Pull): Promise<void> {
    const fix = await heldFor(tx, row)
    // It may have been given up before somebody had its action tried again.
    if (!fix || fix.prNumber !== null || fix.status === 'superseded') return
    const at = deps.now()
    // Where people were quick, the mirror may know more of it than that it is there.
    const status = (await statusOf(tx, fix.repoId, number)) ?? 'submitted'
    const kept = await keepFix(tx, fix, {
      ...{ status, error: null, reason: null, prNumber: number, prUrl: url },
      ...{ finishedAt: at, updatedAt: at }
    })
    await tellOfPull(deps, tx, kept, number)
  },
  async givenUp(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
    const fix = await heldFor(tx, row)
    if (fix?.finishedAt !== null) return
    const reason = row.errorMessage ?? `Its action is ${row.status}.`
    const error = errorOfStop(row)
    const end = error
      ? { status: 'rejected' as const, error }
      : { status: 'failed' as const, error: 'not_submitted' as const }
    await endHeld(deps, tx, fix, { ...end, reason })
  }
}

/** How an attempt stands by its pull request; nothing where the mirror does not know that. */
async function statusOf(tx: Tx, repoId: number, number: number) {
  const state = (await pullNumbered(tx, repoId, number))?.state
  return state === 'open' ? 'submitted' : state
}

/** On the issue and in the feed, each in the one place that it has there. */
export async function tellOfPull(deps: Deps, tx: Tx, fix: FixRow, prNumber: number): Promise<void> {
  const { repoId, issueNumber, decisionId } = fix
  await sayInPlace(deps, tx, {
    ...{ repoId, pillar: 'issue_fix', source: COMMENT_TOPIC, decisionId, topic: COMMENT_TOPIC },
    target: { type: 'issue', number: issueNumber },
    body: commentOf({ ...fix, prNumber }),
    evidence: { attempt_id: fix.id, pr_number: prNumber }
  })
  await noteFix(tx, fix)
}

/** What people have done with proposals, as the mirror has it by now; the caller holds the repository. */
export async function followFixes(
  deps: Deps,
  tx: Tx,
  repoId: number,
  pulls: readonly Pick<HostPullRequest, 'number'>[]
): Promise<void> {
  if (pulls.length === 0) return
  const numbers = pulls.map(({ number }) => number)
  for (const fix of await lockFixesOf(tx, repoId, numbers)) {
    const number = fix.prNumber ?? 0
    const status = await statusOf(tx, repoId, number)
    if (status === undefined || status === fix.status) continue
    await tellOfPull(deps, tx, await keepFix(tx, fix, { status, updatedAt: deps.now() }), number)
  }
}

const AT_ONCE = 100

/** What nothing has told of: a proposal does not wait for ever that people have answered. */
export async function settleFixes(deps: Deps): Promise<void> {
  for (const { repoId, number } of await answeredFixes(deps.db, AT_ONCE))
    await deps.transaction(async (tx) => {
      await lockRepository(tx, repoId)
      await followFixes(deps, tx, repoId, [{ number }])
    })
}
