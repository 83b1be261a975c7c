// How the corrections of a repository have ended.
import { valueAt } from '#domain/json/path.js'
import type { SetupPart } from '#domain/reconciler/drift.js'
import type { ActionType } from '#schemas/actions/enums.js'
import type { JsonObject } from '#schemas/common.js'
import type { ActionRow } from '#store/actions/actions.js'

export const ACTION_OF_PART = {
  protection: 'tighten-protection',
  labels: 'set-labels',
  settings: 'set-repository-settings'
} as const satisfies Record<SetupPart, ActionType>

// Cast: the compiler does not see that the entries of a table keep their pairs.
const PARTS_OF_ACTIONS = Object.entries(ACTION_OF_PART) as [SetupPart, ActionType][]

// Cast at the database boundary: evidence is JSON.
const isPlanLimited = ({ evidence }: ActionRow) => valueAt(evidence as JsonObject, 'plan_limited') === true

/** The parts that the plan of the owner does not include. */
export const refusalsOf = (actions: readonly ActionRow[]): SetupPart[] =>
  PARTS_OF_ACTIONS.filter(([, type]) =>
    actions.some((action) => action.actionType === type && isPlanLimited(action))
  ).map(([part]) => part)

/** What the service held back itself, or another action did in its place, is no failure. */
const HELD_BACK = ['policy_denied', 'duplicate_action'] as const

export const failuresOf = (actions: readonly ActionRow[]): string[] =>
  actions
    .filter(({ status, blockedReason }) =>
      status === 'blocked' ? !HELD_BACK.some((reason) => reason === blockedReason) : status === 'failed'
    )
    .filter((action) => !isPlanLimited(action))
    .map(({ id, errorMessage }) => `Action ${id}: ${errorMessage ?? 'it failed.'}`)
