// Which of the waivers of a pillar holds for a thing, and what a waiver may say.

import { invalidParameter, type ServiceError } from '#errors/errors.js'
import type { Waivable } from '#schemas/configuration/pillars.js'
import { WAIVER_SCOPES, type WaiverScope, type WaiverSum } from '#schemas/waivers/waivers.js'
import { counter, type Measure } from '../counters/counter.js'
import { EVER, type Tally } from '../counters/tally.js'
import { looseGlobMatches } from '../text/glob.js'

export interface ScopedWaiver {
  id: number
  scope: WaiverScope
  scopeValue: string | null
  expiresAt: Date | null
}

/** All that is known of the thing: a pull request has a number, a head and a base. */
export interface WaiverSubject {
  issue?: number
  pr?: number
  branches?: readonly string[]
}

/** A thing of which a scope and its value are known, and nothing else. */
export function waiverSubjectOf(scope: WaiverScope, value: string | null): WaiverSubject {
  if (scope === 'repo' || value === null) return {}
  return scope === 'branch' ? { branches: [value] } : { [scope]: Number(value) }
}

/** Of those that fit, the most specific; among equals the one that lasts longest, then the one that was first. */
export function mostSpecificWaiver<One extends ScopedWaiver>(
  waivers: readonly One[],
  subject: WaiverSubject
): One | undefined {
  return waivers.filter((waiver) => fits(waiver, subject)).sort(byPrecedence)[0]
}

function fits({ scope, scopeValue }: ScopedWaiver, { issue, pr, branches = [] }: WaiverSubject): boolean {
  if (scope === 'branch') return branches.some((branch) => looseGlobMatches(scopeValue ?? '', branch))
  const number = scope === 'issue' ? issue : pr
  return scope === 'repo' || (number !== undefined && scopeValue === String(number))
}

function byPrecedence(one: ScopedWaiver, other: ScopedWaiver): number {
  const rank = WAIVER_SCOPES.indexOf(one.scope) - WAIVER_SCOPES.indexOf(other.scope)
  return rank || compare(endOf(other), endOf(one)) || one.id - other.id
}

const endOf = ({ expiresAt }: ScopedWaiver) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY

/** Two that never end are equal: their difference would not be a number. */
const compare = (one: number, other: number) => (one === other ? 0 : one - other)

const NUMBER = /^[1-9]\d{0,8}$/

/** What is wrong with what a scope is said to hold for, as a refusal. */
export function findScopeFault(
  path: string,
  scope: WaiverScope,
  value: string | null
): ServiceError | undefined {
  const message = messageAbout(scope, value)
  return message === undefined ? undefined : invalidParameter(path, message, 'invalid_field')
}

function messageAbout(scope: WaiverScope, value: string | null): string | undefined {
  if (scope === 'repo') return value === null ? undefined : 'must be left out where the scope is repo'
  if (value === null) return `is required where the scope is ${scope}`
  if (scope === 'branch') return value.trim() === '' ? 'must not be blank' : undefined
  return NUMBER.test(value) ? undefined : 'must be the number of a pull request or an issue, such as 17'
}

declare module '../counters/counter.js' {
  interface SumWords {
    waivers: ['waivers', WaiverSum, Waivable | 'any', WaiverScope | 'any']
  }
}

/** The sum of the waivers of a pillar and a scope, or of any. */
export function waiverMeasure(
  sum: WaiverSum,
  { pillar, scope }: { pillar?: Waivable | undefined; scope?: WaiverScope | undefined }
): Measure {
  return counter('waivers', sum, pillar ?? 'any', scope ?? 'any')
}

/** What a grant, or an end, adds to the sums. */
export function talliesOfWaiver(
  sum: WaiverSum,
  { pillar, scope }: { pillar: Waivable; scope: WaiverScope }
): Tally[] {
  return [{}, { pillar }, { scope }, { pillar, scope }].map((of) => ({
    measure: waiverMeasure(sum, of),
    day: EVER,
    amount: 1
  }))
}

interface CountedWaiver {
  pillar: Waivable
  scope: WaiverScope
  expiredAt: Date | null
  revokedAt: Date | null
}

/** What waivers count for as they stand: their grants, and the ends that are noted. */
export function talliesOfWaivers(waivers: readonly CountedWaiver[]): Tally[] {
  return waivers.flatMap((waiver) => [
    ...talliesOfWaiver('granted', waiver),
    ...(waiver.expiredAt === null ? [] : talliesOfWaiver('expired', waiver)),
    ...(waiver.revokedAt === null ? [] : talliesOfWaiver('revoked', waiver))
  ])
}
