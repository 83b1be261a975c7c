// Waivers: which one holds for a thing, and how they are granted and end.
import type { Waivable } from '../../schemas/pillars.js'
import { mostSpecific, type Subject } from '../domain/waivers.js'
import type { Db, Tx } from '../store/database.js'
import { addWaiverUse, type CandidateWaiver, candidateWaivers } from '../store/waivers.js'

export interface WaiverAsked extends Subject {
  repoId: number
  pillar: Waivable
  at: Date
}

/**
 * The waiver by which a pillar leaves a thing alone. It throws where it cannot look: what cannot be told is no
 * exception.
 */
export async function waiverFor(db: Db | Tx, asked: WaiverAsked): Promise<CandidateWaiver | undefined> {
  return mostSpecific(await candidateWaivers(db, asked, asked.at), asked)
}

/** Notes that a decision leaned on a waiver. */
export async function countWaiverUse(tx: Tx, waiverId: number, at: Date): Promise<void> {
  await addWaiverUse(tx, waiverId, at)
}
