// A complete fake host for tests: its state, the changes on it, the events it sends and the HTTP API.
import { HOUR_MS, MINUTE_MS } from '#domain/time/durations.js'
import { collaboratorMutations } from './accounts/collaborators.js'
import { installationMutations } from './accounts/installations.js'
import { answerFor, type Question, questionOf, routeOf, type Tokens } from './answers.js'
import { archiveAnswer } from './ci/artifacts.js'
import { logAnswer } from './ci/job-logs.js'
import { addRun, runMutations } from './ci/runs.js'
import { type Fault, spent } from './faults.js'
import { fileMutations } from './files.js'
import { gitMutations } from './git/git.js'
import {
  type FakeHost,
  type HostAnswer,
  type HostRequest,
  type RateLimitHeaders,
  startFakeHost
} from './http.js'
import { addIssue, issueMutations } from './issues.js'
import { protectionMutations } from './protections/protections.js'
import { addPull, pullMutations } from './pulls.js'
import { releaseMutations } from './releases.js'
import { repositoryMutations } from './repositories.js'
import { type Delivery, openState, type Repository, type State } from './state.js'

export { payloadOf } from './events/events.js'
export { fault } from './faults.js'
export type * from './state.js'

const HOURLY = 5_000

export interface InitialContent {
  issues?: number
  pulls?: number
  runs?: number
}

export type World = Awaited<ReturnType<typeof startWorld>>

export interface WorldOptions {
  /** Whatever page size is requested. */
  mostPerPage?: number
  /** The rate limit of each installation, and of the App. */
  hourly?: number
  /** Which it follows; without one its time stands still but for `advance`. */
  clock?: () => Date
  /** Events that the App does not subscribe to. */
  unheard?: readonly string[]
}

export async function startWorld(options: WorldOptions = {}) {
  const { mostPerPage = 100, hourly = HOURLY, clock, unheard } = options
  const fake = await startFakeHost(clock)
  const state = openState(fake.now, unheard)
  const faults = openFaults()
  const rates = openRates(fake, hourly)
  const { counts, untaken } = answerWith({ fake, state, faults, rates, mostPerPage })

  return {
    fake,
    state,
    url: fake.url,
    now: state.now,
    advance: fake.advance,
    close: fake.close,
    ...installationMutations(state),
    ...repositoryMutations(state),
    ...protectionMutations(state),
    ...issueMutations(state),
    ...pullMutations(state),
    ...runMutations(state),
    ...fileMutations(state),
    ...releaseMutations(state),
    ...collaboratorMutations(state),
    ...gitMutations(state),
    /** All events in order; a test chooses which of them arrive. */
    deliveries: state.deliveries,
    fill: (repository: Repository, filling: InitialContent) => fill(state, repository, filling),
    /** The events of what the service itself has done since they were last taken; the test delivers them. */
    takeEvents: () => untaken.splice(0),
    /**
     * Makes the next requests of a route fail after they had their effect; named as in GitHub's documentation, or `*`
     * for all.
     */
    failNext: faults.add,
    /** Makes the next requests of a route fail without an effect. */
    refuseNext: faults.addRefusal,
    /** Removes all pending faults and hooks. */
    mend: faults.clear,
    /** Runs once, before the second page of a listing is answered. */
    between: faults.between,
    /** Runs once, when the next request of the route arrives. */
    before: faults.before,
    /** How often a route was requested, or all routes together. */
    count(route?: string): number {
      if (route !== undefined) return counts.get(route) ?? 0
      return [...counts.values()].reduce((sum, one) => sum + one, 0)
    },
    counts: () => Object.fromEntries(counts),
    forgetCounts: () => counts.clear(),
    /** Sets the remaining rate limit of an installation for this hour; 0 for the App itself. */
    allow: rates.allow
  }
}

interface Answering {
  fake: FakeHost
  state: State
  faults: ReturnType<typeof openFaults>
  rates: ReturnType<typeof openRates>
  mostPerPage: number
}

/** Answers requests from the state, and keeps count of them and of the events that they caused. */
function answerWith({ fake, state, faults, rates, mostPerPage }: Answering) {
  const tokens = openTokens(fake)
  const counts = new Map<string, number>()
  const untaken: Delivery[] = []

  fake.rateOf = (request) => rates.of(questionOf(request, fake.url))
  fake.otherwise = async (request: HostRequest): Promise<HostAnswer> => {
    const stored = logAnswer(state, request) ?? archiveAnswer(state, request)
    if (stored) return stored
    const question = questionOf(request, fake.url, mostPerPage)
    const route = routeOf(question)
    counts.set(route, (counts.get(route) ?? 0) + 1)
    await faults.meanwhile(route, question)
    const early = faults.nextRefusal(route)
    if (early) return early({ status: 200, body: {} }, fake.now())
    const rate = rates.of(question)
    const before = state.deliveries.length
    const answer =
      rate.remaining > 0 ? answerFor(state, tokens, question) : spent(rates.endOf(question) / 1000)
    untaken.push(...state.deliveries.slice(before))
    return faults.next(route)?.(answer, fake.now()) ?? answer
  }
  return { counts, untaken }
}

/** Adds existing items, one minute apart, without sending events. */
function fill(
  state: State,
  repository: Repository,
  { issues = 0, pulls = 0, runs = 0 }: InitialContent
): void {
  const now = state.now().getTime()
  const ago = (minutes: number) => ({ createdAt: new Date(now - minutes * MINUTE_MS) })
  for (let left = issues; left > 0; left -= 1) addIssue(state, repository, ago(left))
  for (let left = pulls; left > 0; left -= 1) addPull(state, repository, ago(left))
  for (let left = runs; left > 0; left -= 1) addRun(state, repository, ago(left))
}

const EVERY = '*'

function openFaults() {
  const [waiting, refusals] = [openFaultQueue(), openFaultQueue()]
  const hooks: Hook[] = []
  return {
    add: waiting.add,
    addRefusal: refusals.add,
    clear(): void {
      waiting.clear()
      refusals.clear()
      hooks.splice(0)
    },
    next: waiting.next,
    nextRefusal: refusals.next,
    between: (route: string, fn: Hook['fn']) => void hooks.push({ route, fn, isLater: true }),
    before: (route: string, fn: Hook['fn']) => void hooks.push({ route, fn, isLater: false }),
    async meanwhile(route: string, { query }: Question): Promise<void> {
      const isLater = query.has('after') || query.has('cursor') || Number(query.get('page') ?? 1) > 1
      const index = hooks.findIndex((hook) => hook.route === route && (isLater || !hook.isLater))
      const [hook] = index === -1 ? [] : hooks.splice(index, 1)
      await hook?.fn()
    }
  }
}

interface Hook {
  route: string
  fn: () => void | Promise<void>
  /** Whether it waits for the second page. */
  isLater: boolean
}

function openFaultQueue() {
  const waiting = new Map<string, Fault[]>()
  return {
    add(route: string, times: number, fault: Fault): void {
      waiting.set(route, [...(waiting.get(route) ?? []), ...Array<Fault>(times).fill(fault)])
    },
    clear: () => waiting.clear(),
    next: (route: string) => waiting.get(route)?.shift() ?? waiting.get(EVERY)?.shift()
  }
}

function openTokens(fake: FakeHost): Tokens {
  const given = new Map<string, { installation: number; until: number }>()
  return {
    installationOf(token) {
      const known = given.get(token)
      return known && known.until > fake.now().getTime() ? known.installation : undefined
    },
    mint(installation) {
      const token = `ghs_${installation}_${fake.tokensMade.length}`
      const until = fake.now().getTime() + HOUR_MS
      given.set(token, { installation, until })
      return { status: 201, body: { token, expires_at: new Date(until).toISOString() } }
    }
  }
}

/** Each installation has its own hourly rate limit, and so has the App. */
function openRates(fake: FakeHost, hourly: number) {
  const hours = new Map<number, { rate: RateLimitHeaders; endsAt: number }>()
  const accountOf = ({ token }: Question) => Number(token?.split('_')[1] ?? 0)

  function hourOf(account: number) {
    const known = hours.get(account)
    const now = fake.now().getTime()
    if (known && known.endsAt > now) return known
    const endsAt = now + HOUR_MS
    const rate: RateLimitHeaders = {
      limit: hourly,
      remaining: hourly,
      get resetInSeconds() {
        return Math.ceil((endsAt - fake.now().getTime()) / 1000)
      }
    }
    const hour = { rate, endsAt }
    hours.set(account, hour)
    return hour
  }

  return {
    of: (question: Question) => hourOf(accountOf(question)).rate,
    endOf: (question: Question) => Math.ceil(hourOf(accountOf(question)).endsAt / 1000) * 1000,
    allow(account: number, remaining: number): void {
      hourOf(account).rate.remaining = remaining
    }
  }
}
