// The daily token budget of the language model, shared by all processes.
import type { Deps, TokenBudget } from '#deps.js'
import { utcDay } from '#domain/time/day.js'
import { adjustTokens, reserveTokens } from '#store/model/days.js'

export function createModelLedger({ transaction, now }: Pick<Deps, 'transaction' | 'now'>): TokenBudget {
  return {
    async reserve(tokens, mostPerDay) {
      const day = utcDay(now())
      return (await transaction((tx) => reserveTokens(tx, day, tokens, mostPerDay))) ? day : undefined
    },
    async adjust(day, more) {
      if (more !== 0) await transaction((tx) => adjustTokens(tx, day, more))
    }
  }
}
