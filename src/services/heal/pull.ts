// What becomes of an attempt whose repair is proposed: its pull request is there, or there will be none.
import type { Deps, Tx } from '../../deps.js'
import type { ActionRow } from '../../store/actions.js'
import { healOf } from '../../store/heal.js'
import { intentOf } from '../action-orders.js'
import { keepHealing, lookAgain } from './keeping.js'
import { endHeld, type Healed, holdHeal, noteHealing } from './outcome.js'

interface Pull {
  number: number
  url: string | null
}

/** The attempt that an action is of, held; nothing where it is of none. */
async function heldFor(tx: Tx, { sourceId }: ActionRow): Promise<Healed | undefined> {
  const found = sourceId === null ? undefined : await healOf(tx, sourceId)
  return found && holdHeal(tx, found)
}

export const healPull = {
  async opened(deps: Deps, tx: Tx, row: ActionRow, { number, url }: Pull): Promise<void> {
    const held = await heldFor(tx, row)
    const intent = intentOf(row)
    if (!held || held.heal.prNumber !== null || intent.actionType !== 'create-patch-pr') return
    const at = deps.now()
    const { branch, title } = intent.arguments
    const pull = {
      healBranch: branch,
      prNumber: number,
      prUrl: url,
      prTitle: title,
      prStatus: 'open' as const
    }
    const ended = { status: 'healed' as const, outcome: 'pending' as const, error: null }
    const told = { healFixApplied: `Proposed in #${number}.`, healPrUrl: url, healPrNumber: number }
    const kept = await keepHealing(tx, held, {
      heal: { ...pull, ...ended, finishedAt: at, updatedAt: at },
      run: { ...told, healStatus: 'healed', healedAt: at }
    })
    await lookAgain(deps, tx, kept)
    await noteHealing(tx, kept)
  },
  async givenUp(deps: Deps, tx: Tx, row: ActionRow): Promise<void> {
    const held = await heldFor(tx, row)
    if (held) await endHeld(deps, tx, held, row.errorMessage ?? `Its action is ${row.status}.`)
  }
}
