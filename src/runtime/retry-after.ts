import type { Deps } from '#deps.js'

/** The delay of a job until the given time, in seconds; at least `least`. */
export const retryAfterSeconds = ({ now }: Pick<Deps, 'now'>, until: Date, least = 1): number =>
  Math.max(least, Math.ceil((until.getTime() - now().getTime()) / 1000))
