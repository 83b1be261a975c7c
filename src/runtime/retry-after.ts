import type { Deps } from '#deps.js'

/** For how many seconds a job is delayed until that moment; what would fare the same before it lets time go by in any case. */
export const retryAfterSeconds = ({ now }: Pick<Deps, 'now'>, until: Date, least = 1): number =>
  Math.max(least, Math.ceil((until.getTime() - now().getTime()) / 1000))
