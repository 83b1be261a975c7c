// Prepares commands: each becomes a change that commits together with its end, and whose outcome is its reply.
import type { Deps, Tx } from '#deps.js'
import type { Command } from '#domain/commands/parse.js'
import { HELP, settingsText } from '#domain/commands/texts.js'
import type { SettingsPatch } from '#schemas/maintenance/settings.js'
import type { CommandRow } from '#store/commands/commands.js'
import type { KnownRepository } from '#store/mirror/repositories.js'
import type { GovernedChange } from '../maintenance/governance.js'
import { BRANCH_CLEANUP, prepareRun, type RunKind, STALE_SCAN } from '../maintenance/runs.js'
import { SETTINGS_UPDATE, settingsChange, settingsOfRepository } from '../maintenance/settings.js'
import { prepareMerge, prepareUnqueue } from './merging.js'
import { prepareParts } from './parts.js'
import { describeItem } from './status.js'
import { prepareRevocation, prepareWaiving } from './waiving.js'

export interface CommandContext {
  row: CommandRow
  repository: KnownRepository
  command: Command
}

/** The reply of the change is what the author is told. */
export interface CommandChange extends GovernedChange<string> {
  /** Takes what has to be held before the repository. */
  holdFirst?: (tx: Tx) => Promise<unknown>
}

/** The action under which a command is in the governance log; undefined if it changes nothing. */
export function governedAs(command: Command): string | undefined {
  switch (command.name) {
    case 'stop':
    case 'start':
      return SETTINGS_UPDATE
    case 'settings':
      return command.days === null ? undefined : SETTINGS_UPDATE
    case 'stale_scan':
      return STALE_SCAN.action
    case 'clean_branches':
      return BRANCH_CLEANUP.action
    case 'fix':
    case 'run':
      return `${command.name}.trigger`
    case 'merge':
      return 'queue.admit'
    case 'unqueue':
      return 'queue.remove'
    case 'waive':
      return 'waiver.grant'
    case 'unwaive':
      return 'waiver.revoke'
    default:
      return undefined
  }
}

/** Throws what refuses the command, in words for its author. */
export async function prepareCommand(deps: Deps, context: CommandContext): Promise<CommandChange> {
  const { command, repository } = context
  switch (command.name) {
    case 'help':
      return told(HELP)
    case 'status':
      return told(await describeItem(deps, context))
    case 'run':
      return prepareParts(deps, context, command.part)
    case 'fix':
      return prepareParts(deps, context, 'fix')
    case 'stale_scan':
      return prepareMaintenance(deps, context, STALE_SCAN)
    case 'clean_branches':
      return prepareMaintenance(deps, context, BRANCH_CLEANUP)
    case 'stop':
      return changeSettings(deps, repository, { enabled: false })
    case 'start':
      return changeSettings(deps, repository, { enabled: true })
    case 'settings':
      return command.days === null
        ? told(settingsText(await settingsOfRepository(deps, repository.repoId)))
        : changeSettings(deps, repository, command.days)
    case 'waive':
      return prepareWaiving(deps, context, command)
    case 'unwaive':
      return prepareRevocation(deps, context, command.id)
    case 'merge':
      return prepareMerge(deps, context, command)
    case 'unqueue':
      return prepareUnqueue(deps, context)
  }
}

const told =
  (reply: string): CommandChange =>
  async () => ({ reply, payload: {} })

async function prepareMaintenance(
  deps: Deps,
  { repository: { repoId, fullName } }: CommandContext,
  kind: RunKind
): Promise<CommandChange> {
  const change = await prepareRun(deps, kind, { repoId, fullName, isDryRun: false, trigger: 'command' })
  return async (tx) => {
    const { reply, ...outcome } = await change(tx)
    return {
      ...outcome,
      reply: reply.deduplicated ? `${reply.message} A run was under way already.` : reply.message
    }
  }
}

const changeSettings =
  (deps: Deps, repository: KnownRepository, patch: SettingsPatch): CommandChange =>
  async (tx) => {
    const { reply, ...outcome } = await settingsChange(deps, repository, patch)(tx)
    return { ...outcome, reply: settingsText(reply) }
  }
