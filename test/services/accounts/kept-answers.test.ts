// Whatever is sent in whatever order, under one key one request is carried out at most once a day.
import fc from 'fast-check'
import t from 'tap'
import { KEYS_KEPT_MS, LONGEST_WORK_MS, MOST_ANSWER_BYTES } from '#domain/accounts/idempotency.js'
import {
  claimRequest,
  type KeptAnswer,
  type KeyClaim,
  settleRequest
} from '#services/accounts/kept-answers.js'
import { openAnswer, sealAnswer } from '#services/accounts/sealed-answers.js'
import { idempotencyKeys } from '#tables/accounts/idempotency-keys.js'
import { startTestService } from '#test/harness/app.js'
import { runs } from '#test/harness/runs.js'

let now = new Date('2026-03-01T12:00:00Z')
const service = await startTestService({ work: false, deps: { now: () => now } })
t.teardown(() => service.close())
const { deps } = service
const caller = { method: 'api_key', principal: 'api' } as const
const ask = (key: string, fingerprint = 'same') => claimRequest(deps, { caller, key, fingerprint })
const answer = (more: Partial<KeptAnswer> = {}): KeptAnswer => ({
  status: 201,
  contentType: 'application/json',
  body: '{}',
  ...more
})

async function claimed(key: string): Promise<KeyClaim> {
  const begun = await ask(key)
  if ('claim' in begun) return begun.claim
  throw new Error(`${key} is answered`)
}

t.beforeEach(() => deps.transaction((tx) => tx.delete(idempotencyKeys)))

t.test('of many that come at once one gets the claim, as often as this is tried', async (t) => {
  for (let round = 0; round < 10; round += 1) {
    const key = `round ${round}`
    const begun = await Promise.allSettled(Array.from({ length: 12 }, () => ask(key)))
    const claims = begun.filter(({ status }) => status === 'fulfilled')
    t.equal(claims.length, 1)
    for (const one of begun)
      if (one.status === 'rejected') t.match(one.reason, { code: 'idempotency_key_in_use' })
  }
})

t.test('of many that find an expired key one gets it', async (t) => {
  await settleRequest(deps, await claimed('old'), answer())
  now = new Date(now.getTime() + KEYS_KEPT_MS)
  const begun = await Promise.allSettled(Array.from({ length: 12 }, () => ask('old')))
  t.equal(begun.filter(({ status }) => status === 'fulfilled').length, 1)
})

t.test('an answer up to 256 KiB is kept, and after a larger one the key is free', async (t) => {
  const body = 'é'.repeat(MOST_ANSWER_BYTES / 2)
  await settleRequest(deps, await claimed('large'), answer({ body }))
  t.same(await ask('large'), { answer: answer({ body }) })
  await settleRequest(deps, await claimed('too large'), answer({ body: `${body}.` }))
  t.ok(await claimed('too large'))
})

t.test('answers without a body, and of refusals, are kept; limits and failures are not', async (t) => {
  for (const status of [200, 204, 302, 400, 404, 409]) {
    await settleRequest(deps, await claimed(`${status}`), answer({ status, contentType: null, body: '' }))
    t.match(await ask(`${status}`), { answer: { status, contentType: null, body: '' } })
  }
  for (const status of [429, 500, 502, 503, 507]) {
    await settleRequest(deps, await claimed(`${status}`), answer({ status }))
    t.ok(await claimed(`${status}`), `${status}`)
  }
})

t.test('who answers too late changes nothing for the one who has the key since', async (t) => {
  const late = await claimed('late')
  now = new Date(now.getTime() + KEYS_KEPT_MS)
  const current = await claimed('late')
  await settleRequest(deps, late, answer({ body: 'late' }))
  await t.rejects(ask('late'), { code: 'idempotency_key_in_use' })
  await settleRequest(deps, late, undefined)
  await settleRequest(deps, current, answer({ body: 'current' }))
  t.match(await ask('late'), { answer: { body: 'current' } })
})

t.test('a sealed answer opens with its key, in its place, with the secret, and unchanged', async (t) => {
  const seal = { sessionSecret: 'a secret', idempotencyKey: 'key', context: 'row' }
  const sealed = sealAnswer('The answer.', seal)
  t.equal(openAnswer(sealed, seal), 'The answer.')
  t.not(sealAnswer('The answer.', seal), sealed)
  for (const other of [{ sessionSecret: 'another' }, { idempotencyKey: 'another' }, { context: 'another' }])
    t.equal(openAnswer(sealed, { ...seal, ...other }), undefined)
  const bytes = Buffer.from(sealed, 'base64')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    t.equal(openAnswer(changed.toString('base64'), seal), undefined)
  }
  for (const text of ['', 'x', sealed.slice(0, 36)]) t.equal(openAnswer(text, seal), undefined)
})

interface Model {
  /** When a request under the key was last carried out to an end, or left without one. */
  spentAt: Map<string, number>
  open: { key: string; claim: KeyClaim }[]
}

const keys = fc.constantFrom('one', 'two')
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('ask' as const), key: keys, of: fc.constantFrom('a', 'b') })
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('end' as const), status: fc.constantFrom(201, 404, 429, 500) })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1, LONGEST_WORK_MS, KEYS_KEPT_MS / 2)
    })
  }
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function take(model: Model, one: Step): Promise<void> {
  if (one.do === 'wait') now = new Date(now.getTime() + one.ms)
  else if (one.do === 'die') model.open.shift()
  else if (one.do === 'end') await end(model, one.status)
  else await asking(model, one.key, one.of)
}

async function end(model: Model, status: number): Promise<void> {
  const ended = model.open.shift()
  if (!ended) return
  await settleRequest(deps, ended.claim, answer({ status }))
  const isMine = model.spentAt.get(ended.key) === ended.claim.row.createdAt.getTime()
  if (isMine && (status >= 500 || status === 429)) model.spentAt.delete(ended.key)
}

async function asking({ spentAt, open }: Model, key: string, of: string): Promise<void> {
  const at = spentAt.get(key)
  const isFree = at === undefined || now.getTime() - at >= KEYS_KEPT_MS
  const begun = await ask(key, of).catch(() => undefined)
  const claim = begun && 'claim' in begun ? begun.claim : undefined
  if (isFree !== (claim !== undefined)) throw new Error(`${key} is ${isFree ? '' : 'not '}free`)
  if (!claim) return
  spentAt.set(key, now.getTime())
  open.push({ key, claim })
}

t.test(
  'no order of requests, answers, failures and deaths carries one key out twice within a day',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        await deps.transaction((tx) => tx.delete(idempotencyKeys))
        const model: Model = { spentAt: new Map(), open: [] }
        for (const one of steps) await take(model, one)
      }),
      { numRuns: runs(60) }
    )
  }
)
