// Records decisions together with their counters.

import { eq } from 'drizzle-orm'
import { counter } from '#domain/counters/counter.js'
import { EVER, type Tally } from '#domain/counters/tally.js'
import { decisions } from '#tables/decisions/decisions.js'
import { changeEvidence } from '../counters/evidence-tallies.js'
import type { Tx } from '../sql/database.js'

export type DecisionRow = typeof decisions.$inferSelect
export type NewDecisionRow = Omit<DecisionRow, 'id'>

/** Returns the id. */
export async function insertDecision(tx: Tx, row: NewDecisionRow): Promise<number> {
  let id: number | undefined
  await changeEvidence(tx, async (tallied) => {
    const [inserted] = await tallied.insert(decisions).values(row).returning({ id: decisions.id })
    id = inserted?.id
    return [{ repoId: row.repoId, tallies: talliesOfDecision(row) }]
  })
  if (id === undefined) throw new Error('an inserted row has an id')
  return id
}

export type CountedDecision = Pick<DecisionRow, 'source' | 'decision' | 'pillar' | 'createdAt'>

export function talliesOfDecision({ source, decision, pillar, createdAt }: CountedDecision): Tally[] {
  const kind = { measure: counter('decisions', 'of', source, decision), amount: 1 }
  const day = createdAt.toISOString().slice(0, 10)
  const ofPillar =
    pillar === null ? [] : [{ measure: counter('decisions', 'in', pillar), day: EVER, amount: 1 }]
  return [{ ...kind, day: EVER }, { ...kind, day }, ...ofPillar]
}

/** The inputs and the configuration as JSON; null if they were not recorded. */
export async function recordedInputsOf(
  tx: Tx,
  id: number
): Promise<Pick<DecisionRow, 'inputs' | 'configUsed'>> {
  const { inputs, configUsed } = decisions
  const [found] = await tx.select({ inputs, configUsed }).from(decisions).where(eq(decisions.id, id))
  return found ?? { inputs: null, configUsed: null }
}
