// What rules are asked about: a happening, with all that is known around it.

import type { Deps } from '#deps.js'
import { contextOf } from '#domain/expressions/context.js'
import type { Happening } from '#domain/host/events.js'
import { hasRulesAbout, type RuleEvent, type RuleSet } from '#domain/rules/custom-rules.js'
import { loggedText } from '#domain/text/failure.js'
import { configNotRead, HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import type { DeliveryAtWork } from '#store/deliveries/deliveries.js'
import { pullFactsOf } from '#store/mirror/pull-requests.js'
import { type KnownRepository, repositoryOf } from '#store/mirror/repositories.js'
import { placeOf } from '../actions/orders.js'
import { configOf, type ResolvedConfig } from '../configuration/resolve.js'

export interface Occasion {
  repository: KnownRepository
  deliveryId: string
  happening: Happening
  config: ResolvedConfig
  set: RuleSet
  event: RuleEvent & { context: JsonObject }
  /** Of a pull request, where it is known. */
  headSha: string | null
  branches: string[]
  files: string[] | undefined
}

/** Nothing where no rule is about it, or where it was the service itself: its own acts would lead in a ring. */
export async function occasionOf(deps: Deps, delivery: DeliveryAtWork): Promise<Occasion | undefined> {
  const { deliveryId, eventName, payload, repoId } = delivery
  if (payload === null) throw new Error('its payload is no longer kept')
  const happening = deps.host.happeningOf(eventName, JSON.parse(payload))
  if (!happening || repoId === null || (await isOwn(deps, happening))) return undefined
  const config = await configOf(deps, { repoId })
  // The queue asks again: what its file says is not known yet.
  if (!config.isReadable) throw configNotRead()
  const { custom_rules: rules, expressions, settings } = config.config
  const name = `${happening.event}.${happening.action}`
  if (!hasRulesAbout(rules, name)) return undefined
  const repository = await repositoryOf(deps.db, repoId)
  const pull = await pullOf(deps, repoId, happening)
  const headSha = pull?.headSha ?? null
  const files = await filesOf(deps, { repository, happening, headSha })
  const context = contextOf(happening, { repo: repository.fullName, pull, files })
  return {
    ...{ repository, deliveryId, happening, config, headSha, files },
    set: { rules, expressions, mayApprove: settings.allow_auto_approve },
    event: { name, target: happening.target, context },
    branches: pull ? [pull.headBranch, pull.baseBranch] : []
  }
}

/** Nobody knows who did what has no sender. */
async function isOwn({ host }: Deps, { sender }: Happening): Promise<boolean> {
  return sender === null || sender.toLowerCase() === (await host.ownLogin())?.toLowerCase()
}

/** A comment says nothing of the pull request that it stands on; the mirror does. */
async function pullOf({ db }: Deps, repoId: number, { target, number, pull }: Happening) {
  return pull ?? (target === 'pr' ? pullFactsOf(db, repoId, number) : undefined)
}

/** What the host does not tell is not known, and allows nothing. */
async function filesOf(
  { host, log }: Deps,
  { repository, happening, headSha }: Pick<Occasion, 'repository' | 'happening' | 'headSha'>
): Promise<string[] | undefined> {
  const { target, number } = happening
  if (target === 'issue' || headSha === null) return undefined
  try {
    return await host.changedFiles(placeOf(repository), { number, headSha })
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    log.warn(
      { repo: repository.fullName, number, reason: loggedText(error) },
      'Changed files are not available'
    )
    return undefined
  }
}
