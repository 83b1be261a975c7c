// How the reconciler follows its actions, and what it checks right before they write.
import type { Deps, Tx } from '#deps.js'
import { asksForAll, floorOf, strictest } from '#domain/enforcement/policies.js'
import { isSetupIntent, isStillWished } from '#domain/enforcement/setup.js'
import type { DesiredSetup } from '#domain/reconciler/desired.js'
import type { ActionHooks, PendingAction } from '#registry.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { ActionRow } from '#store/actions/actions.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { reconcileStateOf, waitsForAction } from '#store/reconciler/states.js'
import { intentOfAction } from '../actions/action-row.js'
import type { ActionStop } from '../actions/policy-check.js'
import { ACTION_OF_PART } from './outcomes.js'
import { AFTER_CORRECTION, RECONCILER, repositoryJob } from './repository-job.js'
import { loadWishes } from './wishes.js'

export const reconcilerActionHooks: ActionHooks = { stopOf: stopUnwanted, ended: readAfterAction }

/** A correction that waits is dropped once nobody asks for all of it, or the repository is excluded. */
async function stopUnwanted(deps: Deps, { row, config }: PendingAction): Promise<ActionStop | undefined> {
  if (row.source !== RECONCILER) return undefined
  const state = await reconcileStateOf(deps.db, row.repoId)
  if (state?.reconcileSkip) return dropped('Somebody has excluded the repository from corrections.')
  const repository = await repositoryById(deps.db, row.repoId)
  const wishes = await loadWishes(deps, deps.db, repository, config)
  const desired = wishes.on(row.targetBranch ?? repository.defaultBranch)
  return isStillAsked(intentOfAction(row), desired)
    ? undefined
    : dropped('The baseline and the policies no longer ask for all of this.')
}

const dropped = (detail: string): ActionStop => ({ to: 'cancelled', reason: null, detail, evidence: {} })

function isStillAsked(intent: ActionIntent, { asks, labels, settings }: DesiredSetup): boolean {
  // The baseline says nothing of workflows.
  if (isSetupIntent(intent)) return isStillWished(intent, { labels, settings, isTokenReadOnly: false })
  if (intent.actionType !== 'tighten-protection') return true
  const floors = asks.filter(({ isCorrected }) => isCorrected).map(({ rules }) => floorOf(rules))
  return asksForAll(strictest(floors), intent.arguments.floor)
}

const TYPES: readonly string[] = Object.values(ACTION_OF_PART)

/** Nothing but what the host shows afterwards counts. */
async function readAfterAction(deps: Deps, tx: Tx, { id, repoId, actionType }: ActionRow): Promise<void> {
  if (!TYPES.includes(actionType) || !(await waitsForAction(tx, repoId, id))) return
  const reading = repositoryJob({ repoId, runId: null, triggerEvent: AFTER_CORRECTION })
  await deps.queue.enqueue(tx, 'reconciler.repository', [reading])
}
