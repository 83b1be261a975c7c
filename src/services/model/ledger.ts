// What the language model may cost in a day, kept for all processes.
import type { Deps, ModelLedger } from '#deps.js'
import { dayOf } from '#domain/time/day.js'
import { addDifference, addWithin } from '#store/model/days.js'

export function modelLedgerOf({ transaction, now }: Pick<Deps, 'transaction' | 'now'>): ModelLedger {
  return {
    async reserve(tokens, mostPerDay) {
      const day = dayOf(now())
      return (await transaction((tx) => addWithin(tx, day, tokens, mostPerDay))) ? day : undefined
    },
    async settle(day, more) {
      if (more !== 0) await transaction((tx) => addDifference(tx, day, more))
    }
  }
}
