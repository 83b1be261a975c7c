import fc from 'fast-check'
import t from 'tap'
import { type ActivityState, afterActivity, afterWarning } from '#domain/maintenance/activity.js'
import { plannedStep, staleV1 } from '#domain/maintenance/stale.v1.js'
import {
  closableFrom,
  type StaleItem,
  type StaleLimits,
  staleInputs,
  staleKey
} from '#domain/maintenance/stale-inputs.js'
import { staleNotice } from '#domain/maintenance/stale-texts.js'
import { DAY_MS } from '#domain/time/durations.js'
import type { JsonObject } from '#schemas/common.js'

const NOW = new Date('2026-06-01T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

const ON: JsonObject = {
  settings: { dry_run: false },
  pillars: { maintainer: { enabled: true, stale: { issues: { exempt_labels: ['pinned'] } } } }
}

const IDLE: StaleItem = {
  type: 'issue',
  number: 7,
  isOpen: true,
  isByBot: false,
  isDraft: false,
  hasMilestone: false,
  isAssigned: false,
  labels: [],
  humanAt: daysAgo(100),
  epoch: 1,
  warnedAt: null
}

const LIMITS: StaleLimits = { stale: 60, warn: 7, close: 60 }

interface Asked {
  item?: Partial<StaleItem>
  limits?: StaleLimits
  config?: JsonObject
  now?: Date
}

function verdictOf({ item, limits = LIMITS, config = ON, now = NOW }: Asked) {
  const question = {
    item: { ...IDLE, ...item },
    limits,
    now,
    isReadable: true,
    waiverId: null,
    isDryRun: false
  }
  const verdict = staleV1.evaluate(staleInputs(question), config)
  return { ...verdict, step: plannedStep(verdict.plan) }
}

const moment = fc.integer({ min: 0, max: 400 }).map(daysAgo)
const limits = fc
  .record({ stale: fc.integer({ min: 1, max: 200 }), warn: fc.nat(30), extra: fc.option(fc.nat(60)) })
  .map(({ stale, warn, extra }) => ({
    stale,
    warn: Math.min(warn, stale - 1),
    close: extra === null ? null : stale + extra
  }))

t.test(
  'nothing is closed without a warning of its epoch that is old enough, or while closing is off',
  async () => {
    fc.assert(
      fc.property(moment, fc.option(moment), limits, (humanAt, warnedAt, given) => {
        const { step } = verdictOf({ item: { humanAt, warnedAt }, limits: given })
        if (step !== 'close') return true
        const age = (from: Date) => (NOW.getTime() - from.getTime()) / DAY_MS
        return (
          given.close !== null &&
          warnedAt !== null &&
          humanAt < warnedAt &&
          age(warnedAt) >= given.warn &&
          age(humanAt) >= given.close
        )
      })
    )
  }
)

t.test('whatever is exempt is neither warned nor closed, and the verdict says why', async (t) => {
  const exempt: [Partial<StaleItem>, string][] = [
    [{ isOpen: false }, 'The issue is closed already.'],
    [{ isByBot: true }, 'A bot opened the issue.'],
    [{ isDraft: true }, 'The pull request is a draft.'],
    [{ hasMilestone: true }, 'The issue has a milestone.'],
    [{ isAssigned: true }, 'Somebody is assigned to the issue.'],
    [{ labels: ['bug', 'PINNED'] }, 'The label PINNED exempts it.'],
    [{ labels: ['keep-alive'] }, 'The label keep-alive exempts it.'],
    [{ humanAt: daysAgo(52) }, 'A person has been active lately.']
  ]
  for (const [item, reason] of exempt)
    for (const warnedAt of [null, daysAgo(20)])
      if (!(warnedAt && item.humanAt))
        t.match(verdictOf({ item: { warnedAt, ...item } }), { decision: 'skipped', reason, step: undefined })
  t.match(verdictOf({}), { decision: 'acted', step: 'warn' })
  t.match(verdictOf({ item: { warnedAt: daysAgo(7) } }), { decision: 'acted', step: 'close' })
  t.match(verdictOf({ config: { ...ON, settings: { dry_run: true } } }), {
    decision: 'dry_run',
    step: 'warn'
  })
})

t.test('any JSON gets a verdict, always the same', async () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (inputs, config) => {
      // Cast: the values are JSON.
      const given = { item: inputs, config } as JsonObject
      const again = JSON.parse(JSON.stringify(given))
      const verdict = staleV1.evaluate(given, given)
      return JSON.stringify(verdict) === JSON.stringify(staleV1.evaluate(again, again))
    })
  )
})

type Happening = 'person' | 'bot' | 'closes' | 'reopens' | 'nothing'
const happening = fc.oneof(
  { weight: 100, arbitrary: fc.constant<Happening>('nothing') },
  { weight: 20, arbitrary: fc.constant<Happening>('bot') },
  { weight: 2, arbitrary: fc.constant<Happening>('person') },
  { weight: 1, arbitrary: fc.constantFrom<Happening>('closes', 'reopens') }
)

interface Life {
  isOpen: boolean
  state: ActivityState
  /** The days on which people did something, and those of the warnings of each epoch. */
  lastHuman: number
  warnings: Map<number, number>
  keys: Set<string>
  closings: number
}

/** What a scan does on a day; undefined if nothing. */
function scanOn(life: Life, day: number) {
  const { epoch, humanAt, warnedAt } = life.state
  const now = new Date(day * DAY_MS)
  const { step } = verdictOf({ item: { isOpen: life.isOpen, epoch, humanAt, warnedAt }, limits: LIMITS, now })
  const key = step && staleKey(1, { ...IDLE, epoch }, step)
  if (!step || key === undefined || life.keys.has(key)) return undefined
  life.keys.add(key)
  return step
}

function liveOn(life: Life, day: number, what: Happening): void {
  const at = new Date(day * DAY_MS - DAY_MS / 2)
  const isOfPerson = what === 'person' || (what === 'closes') === life.isOpen
  if (what === 'nothing' || what === 'bot' || !isOfPerson) return
  if (what === 'reopens' && life.isOpen) return
  const kind = what === 'closes' ? 'closed' : what === 'reopens' ? 'reopened' : 'other'
  if (what !== 'person') life.isOpen = what === 'reopens'
  life.state = afterActivity(life.state, { at, kind })?.next ?? life.state
  life.lastHuman = day - 0.5
}

/** Whether what was done on this day is allowed. */
function isAllowed(life: Life, day: number, step: ReturnType<typeof scanOn>): boolean {
  const { epoch, humanAt: idleSince } = life.state
  const warned = life.warnings.get(epoch)
  if (step === 'warn') {
    life.warnings.set(epoch, day)
    life.state = afterWarning(life.state, { epoch, at: new Date(day * DAY_MS), idleSince }).next
    return warned === undefined
  }
  if (step !== 'close') return true
  life.isOpen = false
  life.closings += 1
  return warned !== undefined && day - warned >= LIMITS.warn && life.lastHuman < warned
}

const FIRST_DAY: ActivityState = { humanAt: new Date(0), epoch: 1, warnedAt: null, watched: true }

const newLife = (): Life => ({
  isOpen: true,
  state: FIRST_DAY,
  lastHuman: 0,
  warnings: new Map(),
  keys: new Set(),
  closings: 0
})

t.test(
  'in a year of people, bots and reopenings, what is closed was warned in its epoch before',
  async (t) => {
    let closings = 0
    fc.assert(
      fc.property(fc.array(happening, { minLength: 365, maxLength: 365 }), (days) => {
        const life = newLife()
        const isFine = days.every((what, index) => {
          liveOn(life, index + 1, what)
          return isAllowed(life, index + 1, scanOn(life, index + 1))
        })
        closings += life.closings
        return isFine
      }),
      { numRuns: 300 }
    )
    t.ok(closings > 50, `${closings} closings`)
  }
)

t.test('a warning that a person answers while it is posted warns nobody', async (t) => {
  const [idle, answer, posted] = [daysAgo(60), daysAgo(0.5), NOW]
  const before = { humanAt: idle, epoch: 1, warnedAt: null, watched: true }
  const answered = afterActivity(before, { at: answer, kind: 'other' })?.next
  const warning = { epoch: 1, at: posted, idleSince: idle }
  t.match(afterWarning(answered, warning), { next: { epoch: 2, warnedAt: null }, isAnswer: true })
  t.match(afterWarning(undefined, warning), { next: { humanAt: idle, epoch: 1, warnedAt: posted } })
  t.equal(afterActivity(answered, { at: answer, kind: 'reopened' }), undefined, 'a delivery may come twice')
})

t.test(
  'a warning names the day from which on the item may be closed, and it is not closed before',
  async (t) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }).map(daysAgo), limits, (humanAt, given) => {
        const from = closableFrom(given, { humanAt, warnedAt: NOW })
        const stepAt = (now: Date) => verdictOf({ item: { humanAt, warnedAt: NOW }, limits: given, now }).step
        if (from === null) return stepAt(new Date(NOW.getTime() + 4_000 * DAY_MS)) === undefined
        return stepAt(from) === 'close' && stepAt(new Date(from.getTime() - 1)) === undefined
      })
    )
    const given = { stale: 60, warn: 7, close: 67 }
    const warning = (idleDays: number) =>
      staleNotice({
        type: 'issue',
        step: 'warn',
        limits: given,
        closableFrom: closableFrom(given, { humanAt: daysAgo(idleDays), warnedAt: NOW })
      })
    t.match(warning(53), 'will be closed on 2026-06-15 or later if it stays so')
    t.match(warning(201), 'will be closed on 2026-06-08 or later if it stays so')
  }
)
