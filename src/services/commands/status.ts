// Tells what the service knows of an issue or a pull request.
import type { Deps } from '#deps.js'
import { itemStatusText } from '#domain/commands/texts.js'
import { staleLimitsOf } from '#domain/maintenance/stale-inputs.js'
import { commandRefused } from '#errors/commands.js'
import {
  humanActivity,
  issueTriage,
  lastActionsOn,
  lastRunOfPull,
  pullTriage
} from '#store/commands/item-status.js'
import { loadMaintenance } from '../maintenance/config.js'
import type { CommandContext } from './prepare.js'

export async function describeItem(deps: Deps, { row }: Pick<CommandContext, 'row'>): Promise<string> {
  const { repoId, targetType, targetNumber: number } = row
  const item = { repoId, targetType, number }
  const triage = await (targetType === 'issue' ? issueTriage : pullTriage)(deps.db, item)
  if (!triage) throw commandRefused(`The service does not know #${number} yet. Try again in a minute.`)
  const { effective } = await loadMaintenance(deps, repoId)
  return itemStatusText({
    triage,
    run: targetType === 'pr' ? await lastRunOfPull(deps.db, item) : undefined,
    activity: await humanActivity(deps.db, item),
    now: deps.now(),
    limits: effective.enabled ? staleLimitsOf(effective, targetType) : undefined,
    actions: await lastActionsOn(deps.db, item)
  })
}
