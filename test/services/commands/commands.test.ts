import t from 'tap'
import { fault } from '#demo/world/faults.js'
import { payloadOf } from '#demo/world/world.js'
import type { Deps } from '#deps.js'
import { DAY_MS, HOUR_MS } from '#domain/time/durations.js'
import { ResourceLocked } from '#errors/locked.js'
import { objectAt } from '#host/payload.js'
import { giveUpCommands, runCommands } from '#services/commands/run.js'
import { dropExpiredRows } from '#services/operation/retention.js'
import { commentCommands } from '#tables/commands/comment-commands.js'
import { startCommands } from '#test/fixtures/command-service.js'

t.test('a command is carried out once, with one reply, however often its comment is delivered', async (t) => {
  const { written, hear, workAll, deeds, settings, governance, decisions } = await startCommands(t)
  const events = written('/service settings stale 45')
  await hear(events)
  await hear(events)
  t.same(await workAll(), [])
  await hear(events)
  t.same(await workAll(), [])
  t.equal(deeds.comments.length, 1)
  t.match(
    deeds.comments[0]?.['body'],
    /stale 45.*\n\nThe settings in force:.*Issues are stale after 45 days/s
  )
  t.equal((await settings()).effective.stale_issue_days, 45)
  t.match(await governance(), [
    { actor: 'maya', action: 'settings.update', target_id: 'octo-org/hello', success: true, error: null }
  ])
  t.match(await decisions(), [
    {
      decision: 'acted',
      actor: 'maya',
      trigger_event: 'issue_comment.created',
      target_type: 'issue',
      reason: 'Carried out: settings.'
    }
  ])
})

t.test(
  'only people who may write to the repository are obeyed, whatever their association says',
  async (t) => {
    const { say, world, repository, settings, decisions, governance } = await startCommands(t)
    world.addCollaborator(repository, 'stranger', 'push')
    world.removeCollaborator(repository, 'stranger')
    t.match(await say('/service stop', { author: 'tom' }), [/Not done: Only people who may write/])
    t.match(await say('/service stop', { author: 'stranger', association: 'OWNER' }), [/Not done/])
    t.same(await say('/service stop', { association: 'CONTRIBUTOR' }), [], 'nobody of the repository')
    world.removeCollaborator(repository, 'maya')
    t.match(await say('/service stop'), [/Not done/])
    t.equal((await settings()).effective.enabled, true)
    const refused = {
      decision: 'blocked',
      conditions: [{ check: 'may_write', result: false, detail: 'read' }]
    }
    t.match(await decisions(), [refused, refused, refused])
    t.same(await governance(), [], 'nothing was changed')
  }
)

t.test('bots and the service itself are not heard', async (t) => {
  const { say } = await startCommands(t)
  t.same(await say('/service status <!-- service:command:1 -->'), [])
  t.same(await say('/service status', { author: 'renovate[bot]' }), [])
})

t.test(
  'several commands of a comment get one reply, and one that is refused leaves the others',
  async (t) => {
    const { say, settings, decisions } = await startCommands(t)
    const [reply, ...more] = await say(
      ['/service stop', '/service dance', '/service waive triage until 2001-01-01 reason "x"'].join('\n')
    )
    t.same(more, [])
    t.match(
      reply,
      /`\/service stop`.*Maintenance is off.*`\/service dance`.*Not done: There is no such command/s
    )
    t.match(reply, /Not done: expires at must be in the future\./)
    t.equal((await settings()).enabled, false)
    t.same((await decisions()).map(({ decision }) => decision).sort(), ['acted', 'blocked', 'skipped'])
  }
)

t.test('maintenance that is off refuses a scan, and says so; start turns it on again', async (t) => {
  const { say, governance, waiting } = await startCommands(t)
  await say('/service stop')
  t.match(await say('/service stale scan'), [/Not done: .*maintenance/i])
  t.match(await say('/service start\n/service stale scan'), [/Maintenance is on.*will be looked through/s])
  t.match(await waiting(['maintenance']), [{ name: 'maintenance.stale-scan', data: { trigger: 'command' } }])
  t.match(
    (await governance()).map(({ action, success }) => [action, success]),
    [
      ['stale_scan.trigger', true],
      ['settings.update', true],
      ['stale_scan.trigger', false],
      ['settings.update', true]
    ]
  )
})

t.test('branches are cleaned only where that is turned on', async (t) => {
  const { say } = await startCommands(t)
  t.match(await say('/service clean branches'), [/Not done: .*branch/i])
})

t.test(
  'a waiver is granted for what its number means here, and revoked in its own repository only',
  async (t) => {
    const { say, waivers, issue, world, repository, hear, client } = await startCommands(t)
    const pull = world.openPull(repository)
    await hear(pull.events)
    const on = { number: pull.issue.number }
    t.match(await say(`/service waive triage for #${issue.number} until 2099-01-31 reason "Noise"`), [
      /Waiver \d+ exempts issue `1` from `triage` until 2099-01-31T23:59:59.999Z/
    ])
    t.match(await say('/service waive ci_healing for 1 reason "Flaky"', on), [/exempts pr `1`/])
    t.match(await say('/service waive ci_healing for release/* reason "Frozen"'), [
      /exempts branch `release\/\*`/
    ])
    t.match(await say('/service waive maintainer reason "Holiday"'), [/exempts this repository/])
    const granted = await waivers()
    t.match(granted.map(({ scope }) => scope).sort(), ['branch', 'issue', 'pr', 'repo'])
    for (const waiver of granted)
      t.match(waiver, { granted_by: 'maya', granted_principal: 'maya', source: 'comment', active: true })
    const { id } = granted.find(({ scope }) => scope === 'repo') ?? {}
    t.match(
      await say(`/service unwaive ${id}`),
      [/is revoked/],
      'a waiver of maintenance does not stop commands'
    )
    t.match(await say(`/service unwaive ${id}`), [/Not done: /])
    const { data } = await client.GET('/api/audit/entries', {
      params: { query: { category: 'policy_bypass' } }
    })
    t.equal(data?.data.length, 5)
  }
)

t.test('a waiver of another repository is not revoked', async (t) => {
  const { say, waivers, client, world, installation, sync } = await startCommands(t)
  world.createRepository('octo-org/other', { installation })
  t.same(await sync(), [])
  await client.POST('/api/waivers', {
    body: { repo: 'octo-org/other', pillar: 'triage', reason: 'Elsewhere', granted_by: 'ops' }
  })
  const [waiver] = await waivers()
  t.match(await say(`/service unwaive ${waiver?.['id']}`), [/Not done: /])
  t.match(await waivers(), [{ active: true }])
})

t.test('run starts what there is, and says what it cannot start', async (t) => {
  const { say, waiting, world, repository, hear, governance } = await startCommands(t)
  t.match(await say('/service run'), [/#1 will be triaged again\. The pillar issue.fix is disabled/])
  t.match(
    (await waiting(['triage'])).map(({ data }) => data),
    [{ number: 1, trigger_event: 'command' }]
  )
  t.match(await say('/service fix'), [/Not done: The pillar issue.fix is disabled/])
  const pull = world.openPull(repository)
  await hear(pull.events)
  const on = { number: pull.issue.number }
  t.match(await say('/service run review', on), [/Not done: Reviews are off in octo-org\/hello/])
  t.match(await say('/service run heal', on), [/Not done: No run of the head/])
  t.match(await say('/service run heal'), [/Not done: Only the runs of a pull request/])
  t.match(await say('/service merge'), [/Not done: Only pull requests can be merged/])
  t.match(
    (await governance()).filter(({ target_type }) => target_type === 'queue_entry'),
    [{ action: 'queue.admit', target_id: 'octo-org/hello#1', success: false }]
  )
  t.match((await governance()).at(-1), {
    action: 'run.trigger',
    success: true,
    payload: { started: ['triage'] }
  })
})

t.test('a failed run of the head is healed, and the attempt names the person', async (t) => {
  const { say, world, repository, hear, client } = await startCommands(t)
  const { issue, pull, events } = world.openPull(repository)
  await hear(events)
  const { headSha, head: branch } = pull
  const { run } = world.createRun(repository, { headSha, branch })
  await hear(world.completeRun(repository, run.id, 'failure'))
  t.match(await say('/service run heal', { number: issue.number }), [/An attempt to heal the failed run of/])
  const { data } = await client.GET('/api/heal', {})
  t.match(data?.data, [{ trigger: 'command', requested_by: 'maya' }])
})

t.test('triage that is turned off or waived is refused instead of promised', async (t) => {
  const { say, waiting, client } = await startCommands(t)
  await say('/service waive triage for 1 reason "Noise"')
  t.match(await say('/service run triage'), [/Not done: Waiver \d+ applies/])
  const { error } = await client.PATCH('/api/config/{owner}/{repo}', {
    params: { path: { owner: 'octo-org', repo: 'hello' } },
    body: { pillars: { triage: { enabled: false } } }
  })
  t.equal(error, undefined)
  t.match(await say('/service run triage'), [/Not done: The pillar triage is disabled/])
  t.same(await waiting(['triage']), [])
})

t.test('a command that is tried again is in the governance log once', async (t) => {
  const { written, hear, waiting, deps, governance } = await startCommands(t)
  await hear(written('/service stop'))
  const [job] = await waiting(['commands'])
  if (!job) throw new Error('a command waits')
  let isLocked = true
  const transaction: Deps['transaction'] = (work) => {
    if (!isLocked) return deps.transaction(work)
    isLocked = false
    return Promise.reject(new ResourceLocked('The repository'))
  }
  await t.rejects(runCommands({ ...deps, transaction }, job.data), /being changed by somebody else/)
  t.same(await governance(), [])
  await runCommands(deps, job.data)
  t.match(await governance(), [{ action: 'settings.update', success: true }])
})

t.test(
  'status tells state, triage, staleness and the last actions, among which replies do not count',
  async (t) => {
    const { say, world } = await startCommands(t)
    world.advance(3_600_000)
    t.match(await say('/service status'), [
      /- \*\*State:\*\* open\n- \*\*Triage:\*\* not triaged yet\n- \*\*Stale:\*\* a person was last active on .* it is not closed\n- \*\*Actions:\*\* none/
    ])
    t.match(await say('/service status\n/service help'), [/\*\*Actions:\*\* none.*`\/service unwaive <id>`/s])
  }
)

t.test(
  'while the host does not say who may write, nothing happens; given up, the author is told',
  async (t) => {
    const { written, hear, work, world, deps, deeds, decisions, settings, repository } =
      await startCommands(t)
    world.failNext('GET /repos/{owner}/{repo}/collaborators/{username}/permission', 9, fault.broken(503))
    const [event, ...rest] = written('/service stop')
    if (!event) throw new Error('a comment is delivered')
    await hear([event, ...rest])
    t.equal((await work(['commands'])).length, 1)
    t.same([deeds.comments, await decisions()], [[], []])
    const comment = objectAt(payloadOf(event), 'comment')
    await giveUpCommands(deps, { repo_id: repository.id, comment_id: Number(comment?.['id']) })
    t.same(await work(['action']), [])
    t.match(deeds.comments, [{ body: /Not done: It could not be carried out.*Write it again/ }])
    t.match(await decisions(), [{ decision: 'error' }])
    t.equal((await settings()).effective.enabled, true)
  }
)

t.test('a command that arrives more than a day late is not obeyed, and its author is told', async (t) => {
  const { written, hear, workAll, world, deeds, settings, decisions } = await startCommands(t)
  const events = written('/service stop')
  world.advance(25 * HOUR_MS)
  await hear(events)
  t.same(await workAll(), [])
  t.match(deeds.comments, [{ body: /Not done: It reached the service more than a day after/ }])
  t.equal((await settings()).effective.enabled, true)
  t.match(await decisions(), [{ decision: 'blocked' }])
})

t.test('commands are forgotten after 90 days, and what they did is not', async (t) => {
  const { say, deps, world, decisions } = await startCommands(t)
  // No list shows them.
  const commands = () => deps.db.$count(commentCommands)
  await say('/service settings stale 45')
  world.advance(89 * DAY_MS)
  await dropExpiredRows(deps)
  t.equal(await commands(), 1)
  world.advance(2 * DAY_MS)
  await dropExpiredRows(deps)
  t.equal(await commands(), 0)
  t.equal((await decisions()).length, 1)
})
