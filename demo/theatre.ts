// Everything of the demo in one place: the emulated host, the service, and what carries events between them.
import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '#domain/time/durations.js'
import { fillBacklog } from './backlog.js'
import { castOf, install, PEOPLE } from './cast.js'
import { openCi } from './ci.js'
import { type DemoClock, setClock } from './clock.js'
import { openCourier } from './courier.js'
import { randomOf } from './random.js'
import { type DemoService, startDemoService } from './service.js'
import type { Stage, Story } from './stage.js'
import { TESTS } from './stories/flaky.js'
import { startWorld } from './world/world.js'

export interface TheatreOptions {
  seed: number
  /** When the service comes to the organisation. */
  start: Date
  dataDir: string
  environment: NodeJS.ProcessEnv
  onFatal: (error: Error) => void
  tell: (line: string) => void
}

export interface Theatre {
  clock: DemoClock
  stage: Stage
  service: DemoService
  /** Carries events and works until nothing is left to do now; whether there was anything. */
  settle(): Promise<boolean>
  /** The checks that have begun, as stories that end them. */
  checks(): Story[]
  close(): Promise<void>
}

/** Nobody who watches is to wait for a rate limit. */
const HOURLY = 1_000_000
/** What they say, pushes and suites of checks say as well. */
const UNHEARD = ['check_run', 'create', 'delete']
/** What the host has of the time before the service came. */
const BEFORE_MS = 60 * DAY_MS

export async function openTheatre(options: TheatreOptions): Promise<Theatre> {
  const { seed, start, tell } = options
  const undo: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const clock = setClock(new Date(start.getTime() - BEFORE_MS))
    undo.push(clock.restore)
    const world = await startWorld({ clock: () => new Date(), hourly: HOURLY, unheard: UNHEARD })
    undo.push(world.close)
    const random = randomOf(seed)
    const homes = castOf(world)
    for (const home of homes) fillBacklog(world, random, { home, from: clock.now(), to: start })
    clock.advanceTo(start)
    const service = await startDemoService({ hostUrl: world.url, ...options })
    undo.push(service.stop)
    const reporting = homes.filter(({ traits }) => traits.includes('reports'))
    const ci = openCi(world, new Map(reporting.map(({ repository }) => [repository.id, TESTS])))
    const asked: Promise<{ error?: { message: string } }>[] = []
    const stage: Stage = {
      world,
      ci,
      random,
      homes,
      people: PEOPLE,
      client: service.client,
      ask: (request) => void asked.push(request),
      tell
    }
    const courier = openCourier(world, service.address, service.webhookSecret)
    install(world)
    return {
      clock,
      stage,
      service,
      async settle() {
        const isQuiet = asked.length === 0 && !courier.isBehind()
        do {
          for (const { error } of await Promise.all(asked.splice(0)))
            if (error) tell(`The service refuses what was asked: ${error.message}`)
          await courier.carry()
          await rest(service)
        } while (courier.isBehind())
        return !isQuiet
      },
      checks: () => ci.begun().map(({ repository, sha }) => ending(sha, () => ci.finish(repository, sha))),
      close
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Takes minutes that only the commit decides, whatever else has been checked before. */
function* ending(sha: string, end: () => void): Story {
  yield 3 + (Number.parseInt(sha.slice(0, 4), 16) % 5)
  end()
}

const LOOK_MS = 5
/** Whatever takes longer goes on while the story does. */
const LONGEST_MS = 20_000

/** Waits until no job runs or is due. */
async function rest({ queue }: DemoService): Promise<void> {
  const deadline = performance.now() + LONGEST_MS
  while (!(await queue.isIdle()) && performance.now() < deadline) await pause(LOOK_MS)
}
