// Which parts of a repository a sync need not ask for, by what the host has told of the repository already.
import type { Part } from '#schemas/host/words.js'

const MINUTE_MS = 60_000

/** How a repository stands before its sync asks for anything. */
export interface Standing {
  /** When it was last pushed to, as far as the host has said so. */
  pushedAt: Date | null
  /** How many more open issues and pull requests the host counts than the mirror; null where it has not just said. */
  miscount: number | null
  /** When somebody last wanted to see what the host has now. */
  wantedAt: Date | null
  /** Whether the sync before did not come to its end, and may have left something out. */
  isUnfinished: boolean
  /** Which of the sweeps are its own, between 0 and 1: so that not all repositories are asked with the same one. */
  share: number
}

export interface LastAnswer {
  /** When the host was last asked for the part. */
  askedAt: Date | null
  /** When the repository had last been pushed to by then. */
  pushedAt: Date | null
  countGap: number
}

/** What no count tells of is rare enough to be looked for now and then, should its events be lost. */
const ASKED_EVERY_MS = { issues: 60 * MINUTE_MS, ci_runs: 120 * MINUTE_MS }

export interface Grounds {
  standing: Standing
  /** By the host's list of issues, which has the pull requests too, each with the time of its last change. */
  arePullsUnchanged: boolean
  now: Date
}

/** Whether a part need not be asked for. */
export function isQuiet(
  part: Exclude<Part, 'labels'>,
  known: LastAnswer,
  { standing, arePullsUnchanged, now }: Grounds
): boolean {
  if (standing.isUnfinished || isWanted(standing, known)) return false
  if (part === 'issues') return isCounted(standing.miscount, known) && !isDue(part, known, standing, now)
  if (!arePullsUnchanged) return false
  return part === 'pull_requests' || (isUnpushed(standing, known) && !isDue(part, known, standing, now))
}

/** What was asked before somebody wanted to see what there is now does not answer them. */
function isWanted({ wantedAt }: Standing, { askedAt }: LastAnswer): boolean {
  return wantedAt !== null && (askedAt === null || askedAt <= wantedAt)
}

/** Whether the host and the mirror count alike, or differ as they did when everything was compared. */
export function isCounted(miscount: number | null, { countGap }: Pick<LastAnswer, 'countGap'>): boolean {
  return miscount === 0 || miscount === countGap
}

function isUnpushed({ pushedAt }: Standing, { pushedAt: before }: LastAnswer): boolean {
  return before !== null && pushedAt !== null && before.getTime() === pushedAt.getTime()
}

/** Each repository has moments of its own, as often as a part is asked for: whether one has passed since it was. */
function isDue(
  part: keyof typeof ASKED_EVERY_MS,
  { askedAt }: LastAnswer,
  { share }: Standing,
  now: Date
): boolean {
  const nth = (at: Date) => Math.floor(at.getTime() / ASKED_EVERY_MS[part] - share)
  return askedAt === null || nth(now) > nth(askedAt)
}
