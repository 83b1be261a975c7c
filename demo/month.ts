// The month before the present: the service lives through all of it, only faster.
import { DAY_MS } from '#domain/time/durations.js'
import { Director } from './director.js'
import { setUp } from './setup.js'
import { type Stage, withOwnChance } from './stage.js'
import { STORIES } from './stories/index.js'
import type { Theatre } from './theatre.js'

interface Month {
  days: number
  /** With the share of the time that is over, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** The frequencies of stories are those of so many days. */
const MONTH_DAYS = 30

export async function playMonth(theatre: Theatre, { days, onProgress, signal }: Month): Promise<void> {
  const { clock, settle, checks, stage, service } = theatre
  const start = clock.now()
  const lasting = days * DAY_MS
  const end = new Date(start.getTime() + lasting)
  const director = new Director()
  await settle()
  await setUp(stage)
  await settle()
  plan(director, stage, { start, lasting, share: days / MONTH_DAYS })
  for (let at = director.nextAt; at && at < end; at = director.nextAt) {
    if (signal.aborted) return
    clock.advanceTo(at)
    director.play(clock.now(), throwIt)
    await settle()
    for (const story of checks()) director.begin(story, clock.now())
    onProgress((clock.now().getTime() - start.getTime()) / lasting)
  }
  clock.advanceTo(end)
  clock.catchUp()
  // No schedule has kept up with the hurried clock, so what they would have done last is done now.
  await service.queue.enqueueScheduled()
  await settle()
}

/** What is told of the past is the same each time, so that a story that fails there is a fault of it. */
function throwIt(error: unknown): never {
  throw error
}

interface Plan {
  start: Date
  lasting: number
  share: number
}

/** Each story at moments of its own. */
export function plan(director: Director, stage: Stage, { start, lasting, share }: Plan): void {
  const { random } = stage
  for (const { story, monthly } of STORIES) {
    for (let left = Math.max(1, Math.round(monthly * share)); left > 0; left -= 1) {
      const at = new Date(start.getTime() + Math.floor(random.next() * lasting))
      director.begin(story(withOwnChance(stage)), at)
    }
  }
}
