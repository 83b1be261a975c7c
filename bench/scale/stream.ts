// Deliveries as an organisation at work sends them: the published example of each kind, with the repositories, items and
// runs of an emulated host in it.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { payloadOf, type Repository, startWorld } from '#demo/world/world.js'
import { isObject } from '#domain/json/path.js'
import type { JsonObject } from '#schemas/common.js'
import { publishedExample } from '../published-examples.js'

/** In how many of fifteen deliveries each kind comes: an assumption, of repositories whose CI has two jobs. */
const SHARES = {
  check_run: 4,
  workflow_run: 3,
  pull_request: 2,
  check_suite: 2,
  push: 1,
  issue_comment: 1,
  issues: 1,
  status: 1
}

export type Kind = keyof typeof SHARES

// Cast: `Object.keys` returns strings, and the table has exactly the names of its type.
export const KINDS = Object.keys(SHARES) as Kind[]

export const SECRET = 'bench-secret-0123456789'
const OWNERS = 4
const REPOSITORIES_EACH = 10
const TITLE_WORDS = 6
/** Has no divisor in common with the sum of the shares, so that kinds take turns. */
const APART = 7

export interface SignedDelivery {
  headers: Record<string, string>
  body: string
}

export type Fleet = Awaited<ReturnType<typeof openFleet>>

export async function openFleet() {
  const world = await startWorld({ hourly: 1_000_000_000, clock: () => new Date() })
  const repositories = Array.from({ length: OWNERS }, (_, owner) => {
    const login = `octo-org-${owner}`
    const { installation } = world.createInstallation(login)
    return Array.from(
      { length: REPOSITORIES_EACH },
      (_, at) => world.createRepository(`${login}/busy-${at}`, { installation }).repository
    )
  }).flat()
  const makers = makersOf(world)
  let made = 0
  const next = (kind: Kind): SignedDelivery => {
    made += 1
    const repository = repositories[made % repositories.length]
    if (!repository) throw new Error('the fleet has repositories')
    const payload = makers[kind](repository, Math.floor(made / repositories.length))
    // Else the service would find in the App's log what the bench never sends, and recover it.
    world.deliveries.length = 0
    return signed(kind, payload)
  }
  return {
    url: world.url,
    repositories,
    close: world.close,
    /** So many deliveries of one kind, from all repositories in turn. */
    ofKind: (kind: Kind, count: number): SignedDelivery[] => Array.from({ length: count }, () => next(kind)),
    /** So many deliveries of all kinds, each as often as its share. */
    mixed(count: number): SignedDelivery[] {
      const round = KINDS.flatMap((kind) => Array.from({ length: SHARES[kind] }, () => kind))
      return Array.from({ length: count }, (_, at) => next(round[(at * APART) % round.length] ?? 'push'))
    }
  }
}

type Maker = (repository: Repository, nth: number) => JsonObject

function makersOf(world: Awaited<ReturnType<typeof startWorld>>): Record<Kind, Maker> {
  const first = (events: Parameters<typeof payloadOf>[0][]): JsonObject => {
    const [event] = events
    if (!event) throw new Error('the App is installed in every repository of the fleet')
    return payloadOf(event)
  }
  const pulls = new Map<Repository, number[]>()
  const numberIn = (numbers: number[] = [], nth: number) => numbers[nth % numbers.length]
  const known = new Map<Repository, JsonObject>()
  /** What every event within a repository says. */
  const about = (repository: Repository): JsonObject => {
    const { action: _, ...rest } = known.get(repository) ?? first(world.starRepository(repository))
    known.set(repository, rest)
    return rest
  }
  return {
    issues: (repository) => first(world.createIssue(repository, { title: madeUpTitle() }).events),
    issue_comment(repository, nth) {
      const known = [...repository.issues.keys()]
      const number =
        numberIn(known, nth) ?? world.createIssue(repository, { title: madeUpTitle() }).issue.number
      return first(world.commentOn(repository, number, { body: madeUpTitle() }))
    },
    /** Every other one is a push to one that is open. */
    pull_request(repository, nth) {
      const open = pulls.get(repository) ?? []
      pulls.set(repository, open)
      const number = nth % 2 === 1 ? numberIn(open, nth) : undefined
      if (number !== undefined) return first(world.pushToPull(repository, number))
      const { issue, events } = world.openPull(repository, { title: madeUpTitle(), head: `topic-${nth}` })
      open.push(issue.number)
      return first(events)
    },
    workflow_run(repository, nth) {
      const { run, events } = world.createRun(repository)
      if (nth % 3 === 0) return first(events)
      const started = world.startRun(repository, run.id)
      return first(nth % 3 === 1 ? started : world.completeRun(repository, run.id))
    },
    push: (repository) => ({
      ...about(repository),
      ref: 'refs/heads/main',
      before: newSha(),
      after: newSha()
    }),
    check_run: (repository) => ({
      ...about(repository),
      action: 'completed',
      check_run: { head_sha: newSha(), status: 'completed', conclusion: 'success' }
    }),
    check_suite: (repository) => ({
      ...about(repository),
      action: 'completed',
      check_suite: { head_sha: newSha(), status: 'completed', conclusion: 'success' }
    }),
    status: (repository) => ({ ...about(repository), sha: newSha(), state: 'success' })
  }
}

const newSha = () => randomBytes(20).toString('hex')

const madeUpTitle = () => Array.from({ length: TITLE_WORDS }, () => randomBytes(3).toString('hex')).join(' ')

function signed(kind: Kind, payload: JsonObject): SignedDelivery {
  const body = JSON.stringify(merged(publishedExample(kind), payload))
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'x-github-event': kind,
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
    }
  }
}

/** The example has all that the host sends and thereby its size; what the emulated host says wins. */
function merged(example: JsonObject, payload: JsonObject): JsonObject {
  const result = { ...example }
  for (const [key, value] of Object.entries(payload)) {
    const known = example[key]
    result[key] = isObject(value) && isObject(known) ? merged(known, value) : value
  }
  return result
}
