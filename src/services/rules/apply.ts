// Carries out the rules of a repository for one delivery: what they decide, and what they propose, in one transaction.
import type { Deps, Tx } from '#deps.js'
import { matchedRules, type RuleOutcome, skips } from '#domain/rules/custom-rules.js'
import { HeldByAnother } from '#errors/held.js'
import {
  type DeliveryAtWork,
  deliveryOfRow,
  noteRules,
  tryLockDelivery
} from '#store/deliveries/deliveries.js'
import { lockRepository } from '#store/mirror/mirror.js'
import { type GuardsAsked, judge } from '../decisions/guards.js'
import { type Occasion, occasionOf } from './context.js'
import { carryOutRule } from './outcomes.js'
import { requestPillars } from './requests.js'

/** Once for each delivery: who comes again finds it noted. The pillars follow, unless a rule says that this is all. */
export async function applyRules(deps: Deps, row: number): Promise<void> {
  const delivery = await deliveryOfRow(deps.db, row)
  if (!delivery || delivery.rulesAt !== null || delivery.repoId === null) return
  const { repoId } = delivery
  const occasion = await occasionOf(deps, delivery)
  // Before anything is held: rules are short, but there may be many of them.
  const outcomes = occasion ? matchedRules(occasion.set, occasion.event) : []
  await deps.transaction(async (tx) => {
    const held = await tryLockDelivery(tx, row)
    if (!held) throw new HeldByAnother('The delivery')
    const repository = await lockRepository(tx, repoId)
    if (held.rulesAt !== null || repository?.live !== true) return
    const skippedBy = occasion ? await carryOut(deps, tx, { occasion, outcomes }) : null
    await noteRules(tx, row, { rulesAt: deps.now(), skippedBy })
    if (skippedBy === null) await requestOthers(deps, tx, delivery)
  })
}

async function requestOthers(deps: Deps, tx: Tx, { eventName, payload }: DeliveryAtWork): Promise<void> {
  const event = payload === null ? undefined : deps.host.eventOf(eventName, JSON.parse(payload))
  if (event?.kind === 'issue' || event?.kind === 'pull-request') await requestPillars(deps, tx, event)
}

interface Evaluated {
  occasion: Occasion
  outcomes: readonly RuleOutcome[]
}

/** Says which of them wants nothing else to be done. */
async function carryOut(deps: Deps, tx: Tx, { occasion, outcomes }: Evaluated): Promise<string | null> {
  const at = deps.now()
  const judgement = await judge(deps, tx, guardsAsked(occasion), occasion.config)
  for (const outcome of outcomes) await carryOutRule(deps, tx, { occasion, judgement, outcome, at })
  const isLast = ['acted', 'dry_run'].includes(judgement.verdict.decision)
  const last = isLast ? outcomes.find(skips) : undefined
  return last?.name ?? null
}

/** The triggers are asked about the head; a waiver of a branch holds for the base as well. */
function guardsAsked({ repository, happening, branches, files }: Occasion): GuardsAsked {
  const { target, number, author } = happening
  const [head] = branches
  const ofIssue = { branch: null, files: null }
  const ofPull = { ...(head === undefined ? {} : { branch: head }), ...(files ? { files } : {}) }
  return {
    repoId: repository.repoId,
    pillar: 'custom_rules',
    ...(target === 'issue' ? { issue: number } : { pr: number }),
    branches,
    lease: 'free',
    event: { author, ...(target === 'issue' ? ofIssue : ofPull) }
  }
}
