// What rules are asked about: a happening, with all that is known around it.

import type { Deps } from '#deps.js'
import { buildRuleContext } from '#domain/expressions/context.js'
import type { RuleEvent } from '#domain/host/events.js'
import { hasRulesAbout, type RuleInput, type RuleSet } from '#domain/rules/custom-rules.js'
import { logText } from '#domain/text/failure.js'
import { configUnreadable, HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import type { DeliveryWithPayload } from '#store/deliveries/deliveries.js'
import { pullFactsOf } from '#store/mirror/pull-requests.js'
import { type KnownRepository, repositoryById } from '#store/mirror/repositories.js'
import { repositoryAccessOf } from '../actions/action-row.js'
import { loadConfig, type ResolvedConfig } from '../configuration/resolve.js'

export interface RuleEventContext {
  repository: KnownRepository
  deliveryId: string
  happening: RuleEvent
  config: ResolvedConfig
  set: RuleSet
  event: RuleInput & { context: JsonObject }
  /** Of a pull request, where it is known. */
  headSha: string | null
  branches: string[]
  files: string[] | undefined
}

/** Nothing where no rule is about it, or where it was the service itself: its own acts would lead in a ring. */
export async function loadRuleEventContext(
  deps: Deps,
  delivery: DeliveryWithPayload
): Promise<RuleEventContext | undefined> {
  const { deliveryId, eventName, payload, repoId } = delivery
  if (payload === null) throw new Error('its payload is no longer kept')
  const happening = deps.host.ruleEventOf(eventName, JSON.parse(payload))
  if (!happening || repoId === null || (await isByService(deps, happening))) return undefined
  const config = await loadConfig(deps, { repoId })
  // The queue asks again: what its file says is not known yet.
  if (!config.isReadable) throw configUnreadable()
  const { custom_rules: rules, expressions, settings } = config.config
  const name = `${happening.event}.${happening.action}`
  if (!hasRulesAbout(rules, name)) return undefined
  const repository = await repositoryById(deps.db, repoId)
  const pull = await pullOf(deps, repoId, happening)
  const headSha = pull?.headSha ?? null
  const files = await filesOf(deps, { repository, happening, headSha })
  const context = buildRuleContext(happening, { repo: repository.fullName, pull, files })
  return {
    ...{ repository, deliveryId, happening, config, headSha, files },
    set: { rules, expressions, mayApprove: settings.allow_auto_approve },
    event: { name, target: happening.target, context },
    branches: pull ? [pull.headBranch, pull.baseBranch] : []
  }
}

/** Nobody knows who did what has no sender. */
async function isByService({ host }: Deps, { sender }: RuleEvent): Promise<boolean> {
  return sender === null || sender.toLowerCase() === (await host.ownLogin())?.toLowerCase()
}

/** A comment says nothing of the pull request that it stands on; the mirror does. */
async function pullOf({ db }: Deps, repoId: number, { target, number, pull }: RuleEvent) {
  return pull ?? (target === 'pr' ? pullFactsOf(db, repoId, number) : undefined)
}

/** What the host does not tell is not known, and allows nothing. */
async function filesOf(
  { host, log }: Deps,
  { repository, happening, headSha }: Pick<RuleEventContext, 'repository' | 'happening' | 'headSha'>
): Promise<string[] | undefined> {
  const { target, number } = happening
  if (target === 'issue' || headSha === null) return undefined
  try {
    return await host.changedFiles(repositoryAccessOf(repository), { number, headSha })
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    log.warn({ repo: repository.fullName, number, reason: logText(error) }, 'Changed files are not available')
    return undefined
  }
}
