// What `merge` and `unqueue` do on a pull request.
import type { Deps } from '#deps.js'
import { commandRefused } from '#errors/commands.js'
import { prepareAdmission, removal } from '../merge-queue/people.js'
import type { CommandChange, CommandContext } from './prepare.js'

export async function prepareMerge(deps: Deps, { row, repository }: CommandContext): Promise<CommandChange> {
  assertPull(row)
  const asked = { number: row.targetNumber, actor: row.author, trigger: 'command' }
  const change = await prepareAdmission(deps, repository, asked)
  return async (tx) => {
    const { reply, ...outcome } = await change(tx)
    const words = reply.admitted
      ? `It is number ${reply.position} in the merge queue.`
      : `Not admitted: ${reply.message}`
    return { ...outcome, reply: words }
  }
}

export async function prepareUnqueue(
  deps: Deps,
  { row, repository }: CommandContext
): Promise<CommandChange> {
  assertPull(row)
  const change = removal(deps, repository, { number: row.targetNumber, actor: row.author })
  return async (tx) => {
    const { reply, ...outcome } = await change(tx)
    return {
      ...outcome,
      reply: reply.removed ? 'It is out of the merge queue.' : 'It was not in the merge queue.'
    }
  }
}

function assertPull({ targetType }: CommandContext['row']): void {
  if (targetType !== 'pr') throw commandRefused('Only pull requests can be merged. Write it on one.')
}
