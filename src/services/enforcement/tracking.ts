// Keeps one issue for each violation that people have to mend: of a policy that only reports, or that the service cannot
// correct.
import type { Deps, Tx } from '#deps.js'
import { isUnfinished, targetLabel } from '#domain/actions/actions.js'
import { isReportedOnly } from '#domain/enforcement/repository-rules.js'
import {
  type TrackedViolation,
  trackingLabel,
  trackingText,
  trackingTitle
} from '#domain/enforcement/tracking-text.js'
import { DAY_MS } from '#domain/time/durations.js'
import { WHOLE_REPOSITORY } from '#schemas/enforcement/enums.js'
import type { IssueState } from '#schemas/host/enums.js'
import { type ActionRow, lastActionOfEffect } from '#store/actions/actions.js'
import {
  saveTracked,
  type TrackableViolation,
  trackableViolations,
  trackedViolations
} from '#store/enforcement/violations.js'
import { intentOfAction } from '../actions/action-row.js'
import { upsertEffect } from '../actions/upsert-effect.js'
import { ENFORCEMENT } from './requests.js'

/** What was blocked, by a waiver for example, is asked for again after this time. */
const AGAIN_AFTER_MS = DAY_MS

/** Opens, changes and closes the issues of a branch, or of the repository as a whole. The caller holds the lock of the repository. */
export async function trackBranch(deps: Deps, tx: Tx, repoId: number, branch: string): Promise<void> {
  for (const trackable of await trackableViolations(tx, repoId, branch)) {
    if (isWanted(trackable)) await track(deps, tx, trackable, 'open')
    else if (isOver(trackable)) await track(deps, tx, trackable, 'closed')
  }
}

/** Closes the issues of violations that do not stand any more. The caller holds the lock of the repository. */
export async function closeSettled(deps: Deps, tx: Tx, repoId: number): Promise<void> {
  for (const trackable of await trackedViolations(tx, repoId))
    if (!isWanted(trackable) && isOver(trackable)) await track(deps, tx, trackable, 'closed')
}

async function track(deps: Deps, tx: Tx, trackable: TrackableViolation, state: IssueState): Promise<void> {
  const { id, repoId, tracked } = trackable.violation
  const effect = effectOf(trackable)
  await propose(deps, tx, trackable, state)
  const last = await lastActionOfEffect(tx, { repoId, ...effect, target: targetLabel(effect.target) })
  // What a dry run or a waiver stopped is asked for again.
  const isOpen = last !== undefined && stateAsked(last) === 'open'
  if (tracked !== isOpen) await saveTracked(tx, id, isOpen)
}

const effectOf = ({ violation: { branch }, policy }: TrackableViolation) => ({
  target: branch === WHOLE_REPOSITORY ? { type: 'repo' as const } : { type: 'branch' as const, branch },
  actionKey: `track-issue:policy-${policy.id}:${branch}`
})

function stateAsked(action: ActionRow): IssueState | undefined {
  const intent = intentOfAction(action)
  return intent.actionType === 'track-issue' ? intent.arguments.state : undefined
}

const isWanted = (trackable: TrackableViolation): boolean =>
  trackable.violation.status === 'open' && isForPeople(trackable)

const isForPeople = ({ policy, correction, violation }: TrackableViolation): boolean =>
  policy.mode === 'audit' ||
  violation.breaches.some(isReportedOnly) ||
  (correction !== null && isFruitless(correction))

/** What another action does in its place has not failed. */
export const isFruitless = ({ status, blockedReason }: ActionRow) =>
  status === 'failed' || (status === 'blocked' && blockedReason !== 'duplicate_action')

/** Whether its issue is to be closed. While a correction is tried again, nobody knows. */
const isOver = ({ violation: { tracked, status }, correction }: TrackableViolation): boolean =>
  tracked && !(status === 'open' && correction !== null && isUnfinished(correction.status))

async function propose(deps: Deps, tx: Tx, trackable: TrackableViolation, state: IssueState): Promise<void> {
  const { violation, policy, correction } = trackable
  const { id, repoId, branch, breaches } = violation
  const tracked: TrackedViolation = {
    id,
    policy: policy.name,
    branch: branch === WHOLE_REPOSITORY ? null : branch,
    mode: policy.mode,
    breaches,
    obstacle: correction?.errorMessage ?? null
  }
  await upsertEffect(deps, tx, {
    repoId,
    pillar: 'enforcement',
    source: ENFORCEMENT,
    ...effectOf(trackable),
    actionType: 'track-issue',
    arguments: {
      title: trackingTitle(tracked),
      body: trackingText(tracked),
      label: trackingLabel,
      state
    },
    evidence: { policy_id: policy.id, policy: policy.name, violation_id: id },
    replaced: 'The violation has changed.',
    againAfterMs: AGAIN_AFTER_MS
  })
}
