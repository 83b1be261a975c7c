// Shows that the simulation finds what it looks for: lanes that are broken on purpose, each in one way.
import t from 'tap'
import type { Lane, LaneEvent, LaneSettings, LaneStep } from '#domain/merge-queue/lane/lane.js'
import { realLane as lane, type Mechanism, Violation } from './simulation/mechanism.js'
import { watchedForPurity } from './simulation/purity.js'
import { Scenario } from './simulation/scenario.js'
import { runSchedule } from './simulation/schedules.js'
import { MINUTE_MS } from './simulation/weather.js'

const SCHEDULES = 60

function firstViolation(mechanism: Mechanism): string {
  for (let seed = 1; seed <= SCHEDULES; seed++) {
    const found = violationOf(() => runSchedule(mechanism, seed))
    if (found) return found
  }
  return 'nothing was found'
}

/** Its first line. */
function violationOf(run: () => void): string | null {
  try {
    run()
    return null
  } catch (error) {
    if (error instanceof Violation) return error.message.split('\n')[0] ?? ''
    throw error
  }
}

/** A lane that hears something else than what is said. */
function mishearing(change: (event: LaneEvent) => LaneEvent): Mechanism {
  return { ...lane, stepLane: (before, event, now) => lane.stepLane(before, change(event), now) }
}

/** A lane whose steps have another outcome. */
function changing(change: (step: LaneStep, before: Lane) => LaneStep): Mechanism {
  return { ...lane, stepLane: (before, event, now) => change(lane.stepLane(before, event, now), before) }
}

/** A lane that takes its settings for others. */
function misreading(wrong: Partial<LaneSettings>): Mechanism {
  return {
    ...lane,
    stepLane(before, event, now) {
      const step = lane.stepLane({ ...before, settings: { ...before.settings, ...wrong } }, event, now)
      return { ...step, lane: { ...step.lane, settings: before.settings } }
    }
  }
}

const NOTHING: LaneEvent = { is: 'resumed' }
const deafTo = (is: LaneEvent['is']) => mishearing((event) => (event.is === is ? NOTHING : event))

let calls = 0
const BROKEN: Record<string, { mechanism: Mechanism; found: RegExp }> = {
  'lands twice at once': {
    mechanism: changing((step) => {
      const again = step.wishes.filter(({ is }) => is === 'land')
      return { ...step, wishes: [...step.wishes, ...again] }
    }),
    found: /landings are wished at once/
  },
  'takes red for green': {
    mechanism: mishearing((event) => (event.is === 'tested' ? { ...event, verdict: 'passed' } : event)),
    found: /which was not tested green/
  },
  'lands without a test': {
    mechanism: {
      ...lane,
      stepLane(before, event, now) {
        const first = lane.stepLane(before, event, now)
        if (event.is !== 'built') return first
        const second = lane.stepLane(first.lane, { is: 'tested', batch: event.batch, verdict: 'passed' }, now)
        return {
          lane: second.lane,
          moves: [...first.moves, ...second.moves],
          wishes: [...first.wishes, ...second.wishes]
        }
      }
    },
    found: /which was not tested green/
  },
  'keeps its candidates': {
    mechanism: changing((step) => ({ ...step, wishes: step.wishes.filter(({ is }) => is !== 'discard') })),
    found: /candidates at once|candidates remain/
  },
  'does not hear of pushes': {
    mechanism: deafTo('pushed'),
    found: /pushed to since|own checks are not green/
  },
  'does not hear who leaves': { mechanism: deafTo('left'), found: /no longer in the lane/ },
  'does not hear what others merge': { mechanism: deafTo('merged'), found: /no longer in the lane|remain/ },
  'does not hear refusals': { mechanism: deafTo('refused'), found: /remain|blocked/ },
  'blocks what is green': {
    mechanism: mishearing((event) => (event.is === 'checked' ? { ...event, verdict: 'failed' } : event)),
    found: /blocked: check_failed, for no reason/
  },
  'takes areas for apart that touch each other': {
    mechanism: mishearing((event) =>
      event.is === 'admitted'
        ? { ...event, entry: { ...event.entry, areas: [`#${event.entry.number}`] } }
        : event
    ),
    found: /the lane has stopped|is to land on/
  },
  'sees no freeze': { mechanism: misreading({ freezes: [] }), found: /during a freeze/ },
  'skips those that wait': {
    mechanism: misreading({ allowSkip: true }),
    found: /which waits for its checks/
  },
  'builds large batches': { mechanism: misreading({ batchSize: 30 }), found: /has \d+ members/ },
  'builds many candidates': { mechanism: misreading({ depth: 9 }), found: /exceed the depth/ },
  'gives up early': { mechanism: misreading({ maxAttempts: 1 }), found: /attempts_exhausted, for no reason/ },
  'asks for no time': { mechanism: { ...lane, wakeAt: () => null }, found: /remain at rest/ },
  'never rests': { mechanism: { ...lane, wakeAt: (_, now) => now + MINUTE_MS }, found: /not at rest/ },
  'asks for the time at once': { mechanism: { ...lane, wakeAt: (_, now) => now }, found: /asks for/ },
  'loses an entry': {
    mechanism: changing((step) => {
      const entries = step.lane.entries.filter(({ number, status }) => number !== 7 || status !== 'ready')
      return { ...step, lane: { ...step.lane, entries } }
    }),
    found: /the moves say ready/
  },
  'tells no moves': { mechanism: changing((step) => ({ ...step, moves: [] })), found: /the moves say/ },
  'changes its input': {
    mechanism: watchedForPurity(changing((step, before) => Object.assign(before, { stopped: null }) && step)),
    found: /read only|changes its input/
  },
  'answers differently each time': {
    mechanism: watchedForPurity(
      changing((step) => {
        calls += 1
        return { ...step, lane: { ...step.lane, baseKnownAt: calls } }
      })
    ),
    found: /two outcomes/
  }
}

for (const [title, { mechanism, found }] of Object.entries(BROKEN))
  t.test(`a lane that ${title} is found out`, async (t) => t.match(firstViolation(mechanism), found))

t.test('a lane that forgets who was overtaken is found out', async (t) => {
  const forgetful = changing((step) => {
    const entries = step.lane.entries.map((entry) => ({ ...entry, overtaken: 0 }))
    return { ...step, lane: { ...step.lane, entries } }
  })
  const scenario = new Scenario(forgetful, { batchSize: 1, depth: 1, batchMaxWaitMs: 0 })
  const found = violationOf(() => {
    for (const priority of [0, -5]) scenario.open({ priority })
    for (let pull = 0; pull < 60; pull++) {
      scenario.open({ priority: 5 })
      scenario.runFor(3 * MINUTE_MS)
    }
    scenario.settle()
  })
  t.match(found, /was overtaken/)
})
