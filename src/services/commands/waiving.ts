// Grants and revokes waivers by commands.
import type { Deps } from '#deps.js'
import type { WaiveCommand } from '#domain/commands/parse.js'
import { waiverText } from '#domain/commands/texts.js'
import type { WaiverBody } from '#schemas/waivers/waivers.js'
import { waiverOfId } from '#store/waivers/waivers.js'
import { endWaiverBy, prepareWaiver } from '../waivers/waivers.js'
import type { CommandChange, CommandContext } from './prepare.js'

export async function prepareWaiving(
  deps: Deps,
  { row, repository }: CommandContext,
  { pillar, subject, until, reason }: WaiveCommand
): Promise<CommandChange> {
  const { author, commentUrl, targetType } = row
  const body: WaiverBody = {
    repo: repository.fullName,
    pillar,
    ...scopeOf(subject, targetType),
    reason,
    granted_by: author,
    expires_at: until
  }
  const grant = await prepareWaiver(deps, { principal: author, source: 'comment', commentUrl }, body)
  return async (tx) => {
    const id = await grant(tx)
    const waiver = await waiverOfId(tx, id, deps.now())
    if (!waiver) throw new Error('a waiver that was granted has a row')
    const { scope, scope_value, expires_at } = waiver
    return {
      reply: waiverText(waiver),
      payload: { waiver_id: id, pillar, scope, scope_value, expires_at, reason }
    }
  }
}

/** A number means what the comment is on: an issue or a pull request. */
function scopeOf(
  subject: string | null,
  targetType: 'issue' | 'pr'
): Pick<WaiverBody, 'scope' | 'scope_value'> {
  if (subject === null) return { scope: 'repo' }
  return { scope: /^\d+$/.test(subject) ? targetType : 'branch', scope_value: subject }
}

export async function prepareRevocation(
  deps: Deps,
  { row: { author }, repository }: CommandContext,
  id: number
): Promise<CommandChange> {
  return async (tx) => {
    await endWaiverBy(deps, tx, id, { principal: author, name: author, within: repository.repoId })
    return { reply: `Waiver ${id} is revoked.`, payload: { waiver_id: id } }
  }
}
