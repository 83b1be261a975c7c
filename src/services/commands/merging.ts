// What `merge` and `unqueue` do on a pull request.
import type { Deps, Tx } from '#deps.js'
import type { MergeCommand } from '#domain/commands/parse.js'
import { commandRefused } from '#errors/commands.js'
import { type LaneChangeOfPeople, prepareAdmission, prepareRemoval } from '../merge-queue/people.js'
import type { CommandChange, CommandContext } from './prepare.js'

export async function prepareMerge(
  deps: Deps,
  { row, repository }: CommandContext,
  { priority }: MergeCommand
): Promise<CommandChange> {
  assertPull(row)
  const asked = { number: row.targetNumber, actor: row.author, trigger: 'command', priority }
  const prepared = await prepareAdmission(deps, repository, asked)
  return saying(prepared, (reply) =>
    reply.admitted ? `It is number ${reply.position} in the merge queue.` : `Not admitted: ${reply.message}`
  )
}

export async function prepareUnqueue(
  deps: Deps,
  { row, repository }: CommandContext
): Promise<CommandChange> {
  assertPull(row)
  const asked = { number: row.targetNumber, actor: row.author }
  const prepared = await prepareRemoval(deps, repository, asked)
  return saying(prepared, (reply) =>
    reply.removed ? 'It is out of the merge queue.' : 'It was not in the merge queue.'
  )
}

function saying<Reply>(
  { change, ...first }: LaneChangeOfPeople<Reply>,
  words: (reply: Reply) => string
): CommandChange {
  const said = async (tx: Tx) => {
    const { reply, ...outcome } = await change(tx)
    return { ...outcome, reply: words(reply) }
  }
  return Object.assign(said, first)
}

function assertPull({ targetType }: CommandContext['row']): void {
  if (targetType !== 'pr') throw commandRefused('Only pull requests can be merged. Write it on one.')
}
