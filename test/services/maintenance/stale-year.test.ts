// A year of a repository: people, bots, lost events and reopenings, with a scan every few days.
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { Delivery, Issue } from '#demo/world/world.js'
import { DAY_MS } from '#domain/time/durations.js'
import { type MaintenanceService, startMaintenance } from '#test/fixtures/maintenance-service.js'

const STEP_DAYS = 4
const STEPS = 92
const [WARN_DAYS, CLOSE_DAYS] = [7, { issue: 60, pr: 30 }]

type Happening = 'nothing' | 'person' | 'lost' | 'bot' | 'closes' | 'reopens'
const happening = fc.oneof(
  { weight: 60, arbitrary: fc.constant<Happening>('nothing') },
  { weight: 20, arbitrary: fc.constant<Happening>('bot') },
  { weight: 4, arbitrary: fc.constantFrom<Happening>('person', 'lost') },
  { weight: 3, arbitrary: fc.constantFrom<Happening>('closes', 'reopens', 'reopens') }
)

interface Life {
  issue: Issue
  /** The last deed of a person, and the warning since then. */
  humanAt: number
  warnedAt: number | undefined
}

/** What people and bots do; undefined if it is not possible now. */
function deedOf({ world, repository }: MaintenanceService, { issue }: Life, what: Happening) {
  const { number, state, pull } = issue
  const isOpen = state === 'open'
  if (what === 'person' || what === 'lost') return world.commentOn(repository, number)
  if (what === 'closes' && isOpen)
    return pull ? world.closePull(repository, number) : world.closeIssue(repository, number)
  if (what === 'reopens' && !isOpen)
    return pull ? world.reopenPull(repository, number) : world.reopenIssue(repository, number)
  return undefined
}

async function live(service: MaintenanceService, life: Life, what: Happening): Promise<void> {
  const { world, repository, hear } = service
  if (what === 'bot') return hear(world.commentOn(repository, life.issue.number, { author: 'linter[bot]' }))
  const events: Delivery[] | undefined = deedOf(service, life, what)
  if (!events) return
  life.humanAt = world.now().getTime()
  life.warnedAt = undefined
  if (what !== 'lost') await hear(events)
}

function checkWarning(t: Test, life: Life, now: number, told: string): void {
  t.equal(life.warnedAt, undefined, `${told}: ${life.issue.number} is warned once`)
  life.warnedAt = now
}

function checkClosing(t: Test, { issue, humanAt, warnedAt }: Life, now: number, told: string): void {
  const daysSince = (moment: number) => (now - moment) / DAY_MS
  t.ok(daysSince(humanAt) >= CLOSE_DAYS[issue.pull ? 'pr' : 'issue'], `${told}: ${issue.number} is stale`)
  t.ok(daysSince(warnedAt ?? now) >= WARN_DAYS, `${told}: ${issue.number} was warned before`)
}

/** Checks what a scan did; returns the closings. */
function check(
  t: Test,
  { world, written }: MaintenanceService,
  lives: readonly Life[],
  told: string
): number {
  const now = world.now().getTime()
  const deeds = written().flatMap((deed) => {
    const [, word, number] = /^(label stale on|close \w+) (\d+)$/.exec(deed) ?? []
    const life = lives.find(({ issue }) => issue.number === Number(number))
    return life ? [{ life, isWarning: word === 'label stale on' }] : []
  })
  for (const { life, isWarning } of deeds) (isWarning ? checkWarning : checkClosing)(t, life, now, told)
  return deeds.filter(({ isWarning }) => !isWarning).length
}

/** Nothing that is due stays open: it was scanned often enough since. */
function isOverdue({ world }: MaintenanceService, { issue, humanAt }: Life): boolean {
  const idle = (world.now().getTime() - humanAt) / DAY_MS
  return issue.state === 'open' && idle > CLOSE_DAYS[issue.pull ? 'pr' : 'issue'] + WARN_DAYS + 2 * STEP_DAYS
}

t.test(
  'in a year, nothing is closed without a warning of its epoch a week before, and nothing is forgotten',
  async (t) => {
    const service = await startMaintenance(t)
    const { world, repository, hear } = service
    await service.settings({ auto_close: true })
    const begun = world.now().getTime()
    const lives: Life[] = []
    for (let nth = 0; nth < 6; nth += 1) {
      const { issue, events } = nth < 4 ? world.createIssue(repository) : world.openPull(repository)
      await hear(events)
      lives.push({ issue, humanAt: begun, warnedAt: undefined })
    }
    const step = fc.tuple(...lives.map(() => happening))
    const year = fc.array(step, { minLength: STEPS, maxLength: STEPS })
    let closings = 0
    for (const [index, deeds] of (fc.sample(year, { numRuns: 1, seed: 20_260_101 })[0] ?? []).entries()) {
      service.days(STEP_DAYS)
      for (const [nth, life] of lives.entries()) await live(service, life, deeds[nth] ?? 'nothing')
      if (index % 10 === 0) await service.sync()
      await service.scan()
      closings += check(t, service, lives, `step ${index}`)
      t.same(
        lives.filter((life) => isOverdue(service, life)).map(({ issue }) => issue.number),
        []
      )
    }
    t.ok(closings > 5, `${closings} closings`)
    t.match(await service.stats(), { pending: 0, failed: 0 })
  }
)
