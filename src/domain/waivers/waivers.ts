// Selects the waiver that applies, and validates the scope of a waiver.

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

/** What a waiver can match: a pull request has a number, a head and a base branch. */
export interface WaiverSubject {
  issue?: number
  pr?: number
  branches?: readonly string[]
}

/** The subject described by a scope and its value alone. */
export function waiverSubjectOf(scope: WaiverScope, value: string | null): WaiverSubject {
  if (scope === 'repo' || value === null) return {}
  return scope === 'branch' ? { branches: [value] } : { [scope]: Number(value) }
}

/** The most specific matching waiver; among equals the one that expires last, then the oldest. */
export function mostSpecificWaiver<Waiver extends ScopedWaiver>(
  waivers: readonly Waiver[],
  subject: WaiverSubject
): Waiver | undefined {
  return waivers.filter((waiver) => fits(waiver, subject)).sort(byPrecedence)[0]
}

function fits({ scope, scopeValue }: ScopedWaiver, { issue, pr, branches = [] }: WaiverSubject): boolean {
  if (scope === 'branch') return branches.some((branch) => looseGlobMatches(scopeValue ?? '', branch))
  const number = scope === 'issue' ? issue : pr
  return scope === 'repo' || (number !== undefined && scopeValue === String(number))
}

function byPrecedence(left: ScopedWaiver, right: ScopedWaiver): number {
  const rank = WAIVER_SCOPES.indexOf(left.scope) - WAIVER_SCOPES.indexOf(right.scope)
  return rank || compare(endOf(right), endOf(left)) || left.id - right.id
}

const endOf = ({ expiresAt }: ScopedWaiver) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY

/** Two infinite values are equal; subtracting them would give NaN. */
const compare = (left: number, right: number) => (left === right ? 0 : left - right)

const NUMBER = /^[1-9]\d{0,8}$/

/** Why a scope value is invalid, as an error for the caller. */
export function findScopeFault(
  path: string,
  scope: WaiverScope,
  value: string | null
): ServiceError | undefined {
  const message = messageAbout(scope, value)
  return message === undefined ? undefined : invalidParameter(path, message, 'invalid_field')
}

function messageAbout(scope: WaiverScope, value: string | null): string | undefined {
  if (scope === 'repo') return value === null ? undefined : 'must be omitted when the scope is repo'
  if (value === null) return `is required when the scope is ${scope}`
  if (scope === 'branch') return value.trim() === '' ? 'must not be blank' : undefined
  return NUMBER.test(value) ? undefined : 'must be the number of a pull request or an issue, such as 17'
}

declare module '../counters/counter.js' {
  interface SumWords {
    waivers: ['waivers', WaiverSum, Waivable | 'any', WaiverScope | 'any']
  }
}

/** The counter of waivers for a pillar and a scope, or for any. */
export function waiverMeasure(
  sum: WaiverSum,
  { pillar, scope }: { pillar?: Waivable | undefined; scope?: WaiverScope | undefined }
): Measure {
  return counter('waivers', sum, pillar ?? 'any', scope ?? 'any')
}

/** What a grant or an end adds to the counters. */
export function talliesOfWaiver(
  sum: WaiverSum,
  { pillar, scope }: { pillar: Waivable; scope: WaiverScope }
): Tally[] {
  return [{}, { pillar }, { scope }, { pillar, scope }].map((part) => ({
    measure: waiverMeasure(sum, part),
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

/** The counters of existing waivers: their grants and recorded ends. */
export function talliesOfWaivers(waivers: readonly CountedWaiver[]): Tally[] {
  return waivers.flatMap((waiver) => [
    ...talliesOfWaiver('granted', waiver),
    ...(waiver.expiredAt === null ? [] : talliesOfWaiver('expired', waiver)),
    ...(waiver.revokedAt === null ? [] : talliesOfWaiver('revoked', waiver))
  ])
}
