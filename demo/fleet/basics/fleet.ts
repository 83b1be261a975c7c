// What all parts of the made-up fleet share.
import { DAY_MS } from '#domain/time/durations.js'
import type { repositories } from '#tables/mirror/repositories.js'
import { type Random, randomOf } from '../../random.js'
import type { Witnessed } from './audit.js'
import type { Book } from './book.js'

/** How far its history reaches back. */
export const HISTORY_DAYS = 120

export interface Home {
  hostId: number
  installationId: number
  fullName: string
  owner: string
  name: string
  /** How much of everything it has, beside others. */
  weight: number
  row: typeof repositories.$inferInsert
}

/** An issue or a pull request. */
export interface Item {
  home: Home
  number: number
  hostId: number
  title: string
  isOpen: boolean
  createdAt: Date
  closedAt: Date | null
}

export interface PullItem extends Item {
  isMerged: boolean
  author: string
  branch: string
  headSha: string
}

export interface Fleet {
  book: Book
  now: Date
  seed: number
  homes: Home[]
  issues: Item[]
  pulls: PullItem[]
  /** What the audit trail is to say. */
  witnessed: Witnessed[]
}

/** Each part has its own chance, so that a change of one leaves the others as they are. */
export const chanceOf = ({ seed }: Fleet, part: number): Random => randomOf(seed * 1_000 + part)

export const ago = ({ now }: Fleet, ms: number): Date => wholeSecond(now.getTime() - ms)
export const after = (at: Date, ms: number): Date => wholeSecond(at.getTime() + ms)
/** Not after now. */
export const laterThan = ({ now }: Fleet, at: Date, ms: number): Date =>
  wholeSecond(Math.min(now.getTime(), at.getTime() + ms))

const wholeSecond = (ms: number) => new Date(Math.floor(ms / 1000) * 1000)

/** Some moment of the history; the greater the power, the more of them are recent. */
export function momentOf(fleet: Fleet, random: Random, { days = HISTORY_DAYS, power = 2 } = {}): Date {
  return ago(fleet, 60_000 + days * DAY_MS * random.next() ** power)
}

/** A repository; large ones come more often. */
export function homeOf({ homes }: Fleet, random: Random): Home {
  let left = random.next() * homes.reduce((sum, { weight }) => sum + weight, 0)
  const found = homes.find(({ weight }) => {
    left -= weight
    return left < 0
  })
  const home = found ?? homes[0]
  if (!home) throw new Error('a fleet has repositories')
  return home
}

/** The value where the condition holds, and nothing where it does not. */
export const onlyIf = <const Value>(holds: boolean, value: Value): Value | null => (holds ? value : null)
