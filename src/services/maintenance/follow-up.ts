// What follows when an action that somebody asked for ends, whoever ends it.
import type { Deps, Tx } from '#deps.js'
import type { UnshownPart } from '#domain/host/events.js'
import type { ActionType } from '#schemas/actions/enums.js'
import type { ActionRow } from '#store/actions/actions.js'
import { requestPartSync } from '../mirror/sync/request.js'
import { recordGovernedEnd } from './governed-actions.js'

/** What the host shows of the change, and where it is mirrored. */
const PARTS: Partial<Record<ActionType, UnshownPart>> = {
  'set-collaborator': 'collaborators',
  'remove-collaborator': 'collaborators',
  'set-protection': 'branch_rules',
  'tighten-protection': 'branch_rules'
}

export async function followMaintenanceAction(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
  await recordGovernedEnd(deps, tx, row)
  const part = PARTS[row.actionType]
  // Whatever has written may have changed something, however it ended.
  if (part && row.executedAt !== null) await requestPartSync(deps, tx, row.repoId, part)
}
