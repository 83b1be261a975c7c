// Changes that people ask for and that an action makes on the host. The entry is added when the action ends, whoever
// ends it: this request, or another process after a crash.
import { randomUUID } from 'node:crypto'
import type { Deps, EffectState, Tx } from '#deps.js'
import { isUnfinished } from '#domain/actions/actions.js'
import { isObject, valueAt } from '#domain/json/path.js'
import { HostError, hostNotConfigured } from '#errors/host.js'
import type { ActionIntent } from '#schemas/actions/arguments.js'
import type { JsonObject } from '#schemas/common.js'
import type { GovernanceTarget } from '#schemas/maintenance/governance.js'
import { type ActionRow, findAction } from '#store/actions/actions.js'
import { insertGovernanceEntry } from '#store/maintenance/governance.js'
import { repositoryById } from '#store/mirror/repositories.js'
import { intentOfAction } from '../actions/action-row.js'
import { executeAction } from '../actions/execute.js'
import { obstacleText } from '../actions/policy-check.js'
import { type NewAction, proposeAction } from '../actions/propose.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'
import { changeRefused, changeUnanswered, changeUnderWay } from './change-errors.js'
import { entryOf, type GovernedAct, recordingRefusal } from './governance.js'

const SOURCE = 'maintainer_request'
/** Longer than the calls of the host take; after that, the queue executes the action. */
const HEAD_START_SECONDS = 30

export type AskedAction = ActionIntent & Pick<NewAction, 'repoId' | 'target' | 'actionKey'>

/** Returns the action after its execution, which may not have ended it: then the queue goes on. */
export async function governAction(
  deps: Deps,
  act: GovernedAct,
  prepare: () => Promise<AskedAction>
): Promise<ActionRow> {
  const request = randomUUID()
  const proposed = await recordingRefusal(deps, act, async () => {
    const asked = await prepare()
    if (!deps.host.client.isConfigured) throw hostNotConfigured()
    const id = await deps.transaction((tx) =>
      proposeAction(deps, tx, {
        ...asked,
        pillar: null,
        source: SOURCE,
        actor: act.by.actor,
        evidence: {
          asked: { request, action: act.action, ...act.target, claimed: act.by.claimedActor ?? null }
        },
        headStartSeconds: HEAD_START_SECONDS
      })
    )
    const row = await actionOf(deps, id)
    if (requestOf(row)?.['request'] !== request) throw changeUnderWay(id)
    return row
  })
  if (isUnfinished(proposed.status)) await executeAction(deps, proposed.id)
  return actionOf(deps, proposed.id)
}

/** How the host stands to a change right now, before anybody proposes it. */
export async function findNow(deps: Deps, repoId: number, intent: ActionIntent): Promise<EffectState> {
  const place = repositoryAccessOf(await repositoryById(deps.db, repoId))
  const order = { ...intent, number: 0, branch: '', marker: '', since: deps.now() }
  return deps.host.effects.find(place, order)
}

/** Whether the host has made the change; false in a dry run. Throws if the host or the service has refused it. */
export function isMade({ id, status, blockedReason, errorMessage }: ActionRow): boolean {
  switch (status) {
    case 'succeeded':
    case 'reconciled':
      return true
    case 'cancelled':
      return false
    case 'blocked':
    case 'failed':
      throw changeRefused({ reason: blockedReason, detail: errorMessage ?? '' })
    default:
      throw changeUnanswered(id)
  }
}

/** Of a change that was not made, nor refused. */
export const whyNot = ({ status, errorMessage }: ActionRow): { message?: string } =>
  status === 'cancelled' && errorMessage !== null ? { message: errorMessage } : {}

/** Why the host cannot be asked for a change. */
export const refusalOf = ({ reason, expected, actual }: Extract<EffectState, { is: 'blocked' }>) =>
  changeRefused({ reason, detail: obstacleText({ expected, actual }) })

/** The next list shows the change. If the host does not answer now, the sync that the end has requested reads it. */
export async function showNow(refresh: Promise<void>): Promise<void> {
  try {
    await refresh
  } catch (error) {
    if (!(error instanceof HostError)) throw error
  }
}

async function actionOf({ db }: Deps, id: number): Promise<ActionRow> {
  const row = await findAction(db, id)
  if (!row) throw new Error('an action keeps its row')
  return row
}

function requestOf({ source, evidence }: ActionRow): JsonObject | undefined {
  // Cast at the database boundary: evidence is JSON.
  const asked = source === SOURCE ? valueAt(evidence as JsonObject, 'asked') : undefined
  return isObject(asked) ? asked : undefined
}

/** Of an action that somebody asked for, once. */
export async function recordGovernedEnd(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
  const asked = requestOf(row)
  if (!asked) return
  // Cast at the database boundary: the words were written from an act.
  const target = { type: asked['type'] as GovernanceTarget, id: String(asked['id']) }
  const claimedActor = typeof asked['claimed'] === 'string' ? asked['claimed'] : undefined
  const by = { actor: row.actor, claimedActor, fault: undefined }
  const isMade = row.status === 'succeeded'
  await insertGovernanceEntry(tx, {
    ...entryOf(deps, { by, action: String(asked['action']), target }),
    actionId: row.id,
    payload: { ...askedIn(row), ...factsOf(row), action_id: row.id },
    success: isMade,
    error: isMade ? null : (row.errorMessage ?? `The action ended as ${row.status}.`)
  })
}

const FACTS = ['old_permission', 'invited', 'before', 'after'] as const

/** What was there before the first write is told by the attempt that made it. */
function factsOf({ evidence }: ActionRow): JsonObject {
  // Cast at the database boundary, as above.
  const known = evidence as JsonObject
  const found = FACTS.map((key) => [key, valueAt(known, 'found', key) ?? valueAt(known, key)] as const)
  return Object.fromEntries(found.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
}

/** What was asked for, in the words of the governance log. */
function askedIn(row: ActionRow): JsonObject {
  const intent = intentOfAction(row)
  switch (intent.actionType) {
    case 'set-collaborator':
      return { login: intent.arguments.login, new_permission: intent.arguments.permission }
    case 'set-protection':
      return { pattern: intent.arguments.branch, wish: { ...intent.arguments.wish } }
    default:
      return { ...intent.arguments }
  }
}
