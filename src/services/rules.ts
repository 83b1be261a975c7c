// Carries out the rules of a repository for one delivery: what they decide, and what they propose, in one transaction.
import type { Deps, Tx } from '../deps.js'
import { matchedRules, type RuleOutcome, skips } from '../domain/rules/custom-rules.js'
import { deliveryOfRow, lockDelivery, noteRules } from '../store/deliveries.js'
import { lockRepository } from '../store/mirror.js'
import { type GuardsAsked, judge } from './guards.js'
import { type Occasion, occasionOf } from './rule-occasions.js'
import { carryOutRule } from './rule-outcomes.js'

/** Once for each delivery: who comes again finds it noted. */
export async function applyRules(deps: Deps, row: number): Promise<void> {
  const delivery = await deliveryOfRow(deps.db, row)
  if (!delivery || delivery.rulesAt !== null) return
  const occasion = await occasionOf(deps, delivery)
  if (!occasion) return
  // Before anything is held: rules are short, but there may be many of them.
  const outcomes = matchedRules(occasion.set, occasion.event)
  await deps.transaction(async (tx) => {
    const held = await lockDelivery(tx, row)
    const repository = await lockRepository(tx, occasion.repository.repoId)
    if (held?.rulesAt === null && repository?.live === true)
      await carryOut(deps, tx, { row, occasion, outcomes })
  })
}

interface Evaluated {
  row: number
  occasion: Occasion
  outcomes: readonly RuleOutcome[]
}

async function carryOut(deps: Deps, tx: Tx, { row, occasion, outcomes }: Evaluated): Promise<void> {
  const at = deps.now()
  const judgement = await judge(deps, tx, guardsAsked(occasion), occasion.config)
  for (const outcome of outcomes) await carryOutRule(deps, tx, { occasion, judgement, outcome, at })
  const isLast = ['acted', 'dry_run'].includes(judgement.verdict.decision)
  const last = isLast ? outcomes.find(skips) : undefined
  await noteRules(tx, row, { rulesAt: at, skippedBy: last?.name ?? null })
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
