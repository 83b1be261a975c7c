import t from 'tap'
import { type RequestedAction, startActionService } from '../fixtures/action-service.js'
import { KEY } from '../harness/app.js'

const acting = await startActionService(t)
const { world, repository, client } = acting
await acting.configure()

const issue = () => ({ type: 'issue', number: world.createIssue(repository).issue.number }) as const
const label = (name = 'bug'): RequestedAction => ({
  actionType: 'add-label',
  arguments: { label: name },
  pillar: 'triage',
  target: issue()
})

const { actionId: done, decisionId } = await acting.decide(label())
await acting.carryOut(done)
const blocked = await acting.propose(label('invented'))
await acting.carryOut(blocked)
const waiting = await acting.propose({ ...label(), pillar: 'maintainer' })

const list = async (query: object) => (await client.GET('/api/actions', { params: { query } })).data
const at = (id: number) => ({ params: { path: { id } } })

t.test('actions are listed the newest first, by each filter, and the total counts them', async (t) => {
  const number = (await acting.rowOf(done))?.targetNumber ?? 0
  const cases: [object, number[]][] = [
    [{}, [waiting, blocked, done]],
    [{ status: 'all' }, [waiting, blocked, done]],
    [{ status: 'blocked' }, [blocked]],
    [{ status: 'approved', pillar: 'maintainer' }, [waiting]],
    [{ pillar: 'triage' }, [blocked, done]],
    [{ repo: 'octo-org/hello' }, [waiting, blocked, done]],
    [{ repo: 'octo-org/none' }, []],
    [{ action_type: 'add-comment' }, []],
    [{ target_type: 'issue', target_number: number }, [done]],
    [{ since: '2999-01-01' }, []],
    [{ parent_action_id: done }, []]
  ]
  for (const [query, wanted] of cases) {
    const found = await list(query)
    const name = JSON.stringify(query)
    t.same(
      found?.data.map(({ id }) => id),
      wanted,
      name
    )
    t.equal(found?.meta.total, wanted.length, name)
  }
})

t.test('an action shows its transitions, its checks and its decision, which shows the action', async (t) => {
  const { data } = await client.GET('/api/actions/{id}', at(done))
  t.match(data, {
    status: 'succeeded',
    repo_full_name: 'octo-org/hello',
    arguments: { label: 'bug' },
    action_value: 'bug',
    decision_id: decisionId,
    evidence: { label: 'bug' },
    children: [],
    reconciliation_log: []
  })
  t.equal(data?.issue_number, data?.target_number)
  t.same(
    data?.events.map(({ to }) => to),
    ['proposed', 'approved', 'executing', 'succeeded']
  )
  const decision = (await client.GET('/api/decisions/{id}', at(decisionId))).data
  t.same(decision?.action_ids, [done])
  t.equal((await client.GET('/api/actions/{id}', at(999_999))).response.status, 404)
})

t.test('the summary names every status, and what was not done is counted by reason', async (t) => {
  const { data } = await client.GET('/api/actions/summary')
  t.equal(data?.summary.length, 9)
  t.match(
    new Map(data?.summary.map(({ status, count }) => [status, count])),
    new Map([
      ['succeeded', 1],
      ['blocked', 1],
      ['approved', 1],
      ['failed', 0]
    ])
  )
  t.match(
    data?.by_pillar.find(({ pillar }) => pillar === 'maintainer'),
    { status: 'approved', count: 1 }
  )
  t.match((await client.GET('/api/actions/abstentions')).data, {
    totals: { blocked_total: 1, mutation_success_total: 1, mutation_attempts_total: 1 },
    breakdown: [
      {
        blocked_reason: 'evidence_incomplete',
        repo_full_name: 'octo-org/hello',
        action_type: 'add-label',
        count: 1
      }
    ]
  })
})

t.test(
  'only what has failed is tried again, only what is alive cancelled, only what succeeded verified',
  async (t) => {
    t.match(await client.POST('/api/actions/{id}/retry', at(done)), {
      error: { status: 409, code: 'invalid_state' }
    })
    t.match(await client.POST('/api/actions/{id}/cancel', { ...at(done), body: {} }), {
      error: { status: 409, code: 'invalid_state' }
    })
    t.match(await client.POST('/api/actions/{id}/reconcile', at(waiting)), {
      error: { status: 409, code: 'invalid_state' }
    })
    t.match(
      await client.POST('/api/actions/{id}/reconcile', {
        ...at(done),
        body: { status: 'drifted', check: true }
      }),
      {
        error: { status: 400 }
      }
    )
    for (const what of ['retry', 'cancel', 'reconcile'] as const)
      t.equal(
        (await client.POST(`/api/actions/{id}/${what}`, { ...at(999_999), body: {} })).response.status,
        404
      )
  }
)

t.test('a cancellation names its reason and who wanted it', async (t) => {
  const { data } = await client.POST('/api/actions/{id}/cancel', at(waiting))
  t.match(data, { status: 'cancelled', error_message: 'Cancelled via API' })
  const detail = (await client.GET('/api/actions/{id}', at(waiting))).data
  t.match(detail?.events.at(-1), {
    from: 'approved',
    to: 'cancelled',
    actor: 'api',
    detail: 'Cancelled via API'
  })
})

t.test('a verification on request asks the host, and says what it found', async (t) => {
  world.labelIssue(repository, (await acting.rowOf(done))?.targetNumber ?? 0, 'bug')
  const { data } = await client.POST('/api/actions/{id}/reconcile', { ...at(done), body: { check: true } })
  t.match(data, { status: 'reconciled', reconciliation_status: 'drifted' })
  const detail = (await client.GET('/api/actions/{id}', at(done))).data
  t.match(detail?.reconciliation_log, [{ check_type: 'label', drifted: true }])
})

t.test('a retry is a child with its own decision, told with 202', async (t) => {
  const id = await acting.propose(label())
  const number = (await acting.rowOf(id))?.targetNumber
  world.fake.failNext(`POST /repos/octo-org/hello/issues/${number}/labels`, {
    status: 422,
    body: { message: 'No' }
  })
  await acting.carryOut(id)
  const { data, response } = await client.POST('/api/actions/{id}/retry', at(id))
  t.equal(response.status, 202)
  t.match(data, { job_id: String, action: { status: 'retrying', retries: 1, parent_action_id: id } })
  const decision = data?.action.decision_id ?? 0
  t.match((await client.GET('/api/decisions/{id}', at(decision))).data, { source: 'api', actor: 'api' })
  t.match((await client.GET('/api/actions/{id}', at(id))).data, {
    retries: 1,
    children: [{ id: data?.action.id, status: 'retrying' }]
  })
})

t.test('a page of actions has twenty rows unless asked for more', async (t) => {
  t.equal((await list({}))?.meta.per_page, 20)
})

t.test('what may be one thing or another is refused with what it may be, in one sentence', async (t) => {
  const refusalOf = async (payload: string) => {
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const url = `/api/actions/${waiting}/cancel`
    return (await acting.inject({ method: 'POST', url, headers, payload })).json()
  }
  t.match(await refusalOf('"stop"'), { status: 400, details: [{ message: 'must be an object or null' }] })
  const { details } = await refusalOf('{"unheard_of":1}')
  t.match(details, [{ path: '/unheard_of', message: /^is not a known field; known are / }])
})
