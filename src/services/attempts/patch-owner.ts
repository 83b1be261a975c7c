// Follows the change that an attempt proposed, until its pull request is open or given up.
import type { Tx } from '#deps.js'
import type { ServiceConfig } from '#schemas/configuration/service-config.js'
import type { ActionRow } from '#store/actions/actions.js'
import type { PatchBounds, PatchOwner } from '../patches/propose.js'
import type { AttemptKind, AttemptTypes } from './attempt.js'
import { endLockedAttempt } from './end.js'

export function createPatchOwner<Types extends AttemptTypes>(
  kind: AttemptKind<Types>,
  boundsIn: (config: ServiceConfig) => PatchBounds
): PatchOwner {
  async function heldFor(tx: Tx, { sourceId }: ActionRow): Promise<Types['held'] | undefined> {
    const found = sourceId === null ? undefined : await kind.find(tx, sourceId)
    return found && kind.lock(tx, found)
  }
  return {
    boundsIn,
    async onPullOpened(deps, tx, action, pull) {
      const held = await heldFor(tx, action)
      if (held && held.attempt.prNumber === null) await kind.onPullOpened(deps, tx, held, { action, pull })
    },
    async onGivenUp(deps, tx, action) {
      const held = await heldFor(tx, action)
      if (held) await endLockedAttempt(deps, tx, kind, { held, end: kind.endWithoutPull(action) })
    }
  }
}
