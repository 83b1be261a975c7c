// The context of rules: the event, with everything that is known about it.

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
import { loadConfig, type ResolvedConfig } from '../configuration/resolve.js'
import { isOwnLogin } from '../host/own-login.js'
import { repositoryAccessOf } from '../mirror/repository-access.js'

export interface RuleEventContext {
  repository: KnownRepository
  deliveryId: string
  ruleEvent: RuleEvent
  config: ResolvedConfig
  set: RuleSet
  event: RuleInput & { context: JsonObject }
  /** Head of the pull request, if known. */
  headSha: string | null
  branches: string[]
  files: string[] | undefined
}

/** Undefined if no rule matches the event, or if the service itself caused it: rules on its own actions would loop. */
export async function loadRuleEventContext(
  deps: Deps,
  delivery: DeliveryWithPayload
): Promise<RuleEventContext | undefined> {
  const { deliveryId, eventName, payload, repoId } = delivery
  if (payload === null) throw new Error('the payload of the delivery has expired')
  const ruleEvent = deps.host.ruleEventOf(eventName, JSON.parse(payload))
  if (!ruleEvent || repoId === null || (await isByService(deps, ruleEvent))) return undefined
  const config = await loadConfig(deps, { repoId })
  // The job fails and is retried until the configuration file is readable.
  if (!config.isReadable) throw configUnreadable()
  const { custom_rules: rules, expressions, settings } = config.config
  const name = `${ruleEvent.event}.${ruleEvent.action}`
  if (!hasRulesAbout(rules, name)) return undefined
  const repository = await repositoryById(deps.db, repoId)
  const pull = await pullOf(deps, repoId, ruleEvent)
  const headSha = pull?.headSha ?? null
  const files = await filesOf(deps, { repository, ruleEvent, headSha })
  const context = buildRuleContext(ruleEvent, { repo: repository.fullName, pull, files })
  return {
    repository,
    deliveryId,
    ruleEvent,
    config,
    headSha,
    files,
    set: { rules, expressions, mayApprove: settings.allow_auto_approve },
    event: { name, target: ruleEvent.target, context },
    branches: pull ? [pull.headBranch, pull.baseBranch] : []
  }
}

/** An event without a sender may be caused by the service. */
async function isByService(deps: Deps, { sender }: RuleEvent): Promise<boolean> {
  return sender === null || isOwnLogin(deps, sender)
}

/** A comment event contains no data of the pull request; the mirror has it. */
async function pullOf({ db }: Deps, repoId: number, { target, number, pull }: RuleEvent) {
  return pull ?? (target === 'pr' ? pullFactsOf(db, repoId, number) : undefined)
}

/** If the host does not list the files, they are unknown, and nothing that depends on them is allowed. */
async function filesOf(
  { host, log }: Deps,
  { repository, ruleEvent, headSha }: Pick<RuleEventContext, 'repository' | 'ruleEvent' | 'headSha'>
): Promise<string[] | undefined> {
  const { target, number } = ruleEvent
  if (target === 'issue' || headSha === null) return undefined
  try {
    return await host.changedFiles(repositoryAccessOf(repository), { number, headSha })
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    log.warn({ repo: repository.fullName, number, reason: logText(error) }, 'Changed files are not available')
    return undefined
  }
}
