import t from 'tap'
import { stringAt } from '#host/payload.js'
import { clashingFiles, named, startGitWorld, statusOf } from '../fixtures/git-world.js'

t.test('a merge joins what both sides changed, and names the same tree for the same files', async (t) => {
  const { git, write } = await startGitWorld(t)
  git.push('one', { 'c.txt': 'c\n' })
  git.push('two', { 'c.txt': 'c\n' })
  t.not(git.tip('one'), git.tip('two'), 'commits differ')
  t.equal(git.treeAt(git.tip('one') ?? ''), git.treeAt(git.tip('two') ?? ''))
  git.push('main', { 'a.txt': 'changed\n' })
  const { status, body } = await write('POST', '/merges', {
    base: 'main',
    head: 'one',
    commit_message: 'Join'
  })
  t.equal(status, 201)
  t.equal(body['sha'], git.tip())
  t.same(git.files(), { 'a.txt': 'changed\n', 'b.txt': 'b\n', 'c.txt': 'c\n' })
  t.match(await write('POST', '/merges', { base: 'main', head: 'one' }), { status: 204 })
  t.equal(await statusOf(write('POST', '/merges', { base: 'main', head: 'nothing' })), 404)
  t.equal(await statusOf(write('POST', '/merges', { base: 'nowhere', head: 'one' })), 404)
})

t.test('a path that both sides changed in different ways is a conflict', async (t) => {
  const { git, write, read } = await startGitWorld(t)
  git.push('one', { 'a.txt': 'one\n' })
  const { number } = git.openPull({ files: { 'a.txt': 'two\n' } })
  t.match(await read(`/pulls/${number}`), { mergeable: true })
  const tip = git.tip()
  await write('POST', '/merges', { base: 'main', head: 'one' })
  t.match(await read(`/pulls/${number}`), { mergeable: false, mergeable_state: 'dirty' })
  const head = git.pull(number).pull.headSha
  t.equal(await statusOf(write('POST', '/merges', { base: 'main', head })), 409)
  t.equal(await statusOf(write('PUT', `/pulls/${number}/merge`, { sha: head })), 405)
  t.not(git.tip(), tip)
  t.same(git.files()['a.txt'], 'one\n')
  git.push('gone', { 'b.txt': null })
  git.pushOutside({ 'b.txt': 'more\n' })
  t.equal(await statusOf(write('POST', '/merges', { base: 'main', head: 'gone' })), 409)
})

t.test('a branch moves forward only, unless it is forced, and is created once', async (t) => {
  const { git, read, write } = await startGitWorld(t)
  const first = git.tip() ?? ''
  git.push('other', { 'c.txt': 'c\n' })
  const other = git.tip('other') ?? ''
  await write('POST', '/git/refs', { ref: 'refs/heads/queue/main/1', sha: first })
  t.equal(await statusOf(write('POST', '/git/refs', { ref: 'refs/heads/queue/main/1', sha: other })), 422)
  t.equal(await statusOf(write('POST', '/git/refs', { ref: 'refs/heads/queue', sha: other })), 422)
  t.equal(await statusOf(write('POST', '/git/refs', { ref: 'refs/heads/x', sha: 'f'.repeat(40) })), 422)
  await write('PATCH', '/git/refs/heads/queue/main/1', { sha: other })
  t.equal(await statusOf(write('PATCH', '/git/refs/heads/queue/main/1', { sha: first })), 422)
  await write('PATCH', '/git/refs/heads/queue/main/1', { sha: first, force: true })
  t.match(await read('/git/ref/{ref}', { ref: 'heads/queue/main/1' }), { object: { sha: first } })
  t.same(git.branches('queue/'), ['queue/main/1'])
  await write('DELETE', '/git/refs/heads/queue/main/1')
  t.same(git.branches('queue/'), [])
  t.equal(await statusOf(write('DELETE', '/git/refs/heads/queue/main/1')), 422)
  t.equal(await statusOf(write('DELETE', '/git/refs/heads/main')), 422)
})

t.test('commits can be compared, read, and made of trees', async (t) => {
  const { git, read, write } = await startGitWorld(t)
  git.push('one', { 'c.txt': 'c\n' })
  const compared = async (basehead: string) => (await read('/compare/{basehead}', { basehead }))['status']
  t.equal(await compared('main...one'), 'ahead')
  t.equal(await compared('one...main'), 'behind')
  t.equal(await compared('main...main'), 'identical')
  git.push('main', { 'd.txt': 'd\n' })
  t.match(await read('/compare/{basehead}', { basehead: 'main...one' }), {
    status: 'diverged',
    ahead_by: 1,
    behind_by: 1,
    files: [{ filename: 'c.txt', status: 'added' }]
  })
  const [main, one] = [git.tip() ?? '', git.tip('one') ?? '']
  const tree = await write('POST', '/git/trees', {
    base_tree: git.treeAt(main),
    tree: [
      { path: 'c.txt', mode: '100644', type: 'blob', content: 'c\n' },
      { path: 'a.txt', mode: '100644', type: 'blob', sha: null }
    ]
  })
  const sha = stringAt(tree.body, 'sha') ?? ''
  const commit = { message: 'By hand', tree: sha, parents: [main, one] }
  const made = await write('POST', '/git/commits', {
    ...commit,
    author: { name: 'me', date: '2026-01-01T00:00:00Z' }
  })
  const again = await write('POST', '/git/commits', {
    ...commit,
    author: { name: 'me', date: '2026-01-01T00:00:00Z' }
  })
  t.equal(made.body['sha'], again.body['sha'], 'the same commit')
  t.match(await read(`/commits/${made.body['sha']}`), {
    commit: { tree: { sha } },
    parents: [{ sha: main }, { sha: one }]
  })
  t.same(Object.keys(git.files(String(made.body['sha']))), ['b.txt', 'c.txt', 'd.txt'])
  t.match(await read(`/git/trees/${sha}`), {
    tree: [{ path: 'b.txt' }, { path: 'c.txt' }, { path: 'd.txt' }]
  })
  t.match(await read('/branches/main'), { name: 'main', commit: { sha: main } })
  t.equal(await statusOf(read('/branches/nothing')), 404)
})

t.test('the three ways to merge bring the same files by different commits', async (t) => {
  for (const [method, parents] of [
    ['merge', 2],
    ['squash', 1],
    ['rebase', 1]
  ] as const) {
    const { git, write, read, readList } = await startGitWorld(t)
    const { number } = git.openPull({ files: { 'c.txt': 'c\n' } })
    git.pushToPull(number, { 'd.txt': 'd\n' })
    const head = git.pull(number).pull.headSha
    git.pushOutside({ 'e.txt': 'e\n' })
    const before = git.tip()
    const merged = await write('PUT', `/pulls/${number}/merge`, {
      sha: head,
      merge_method: method,
      commit_title: `Change 1 (#${number})`,
      commit_message: 'By the queue.'
    })
    t.equal(merged.body['sha'], git.tip(), method)
    t.same(Object.keys(git.files()), ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'], method)
    t.equal(git.commit(git.tip() ?? '').parents.length, parents, method)
    t.equal(git.landings.at(-1)?.commits.length, method === 'rebase' ? 2 : 1, method)
    if (method !== 'rebase')
      t.equal(git.commit(git.tip() ?? '').message, `Change 1 (#${number})\n\nBy the queue.`)
    t.match(await read(`/pulls/${number}`), {
      state: 'closed',
      merged: true,
      merge_commit_sha: git.tip(),
      merged_by: { login: 'service[bot]' }
    })
    t.same((await readList(`/pulls/${number}/commits`)).length, 2, method)
    t.match(await readList(`/commits/${git.tip()}/pulls`), [{ number }], method)
    t.match(git.landings.at(-1), {
      before,
      after: git.tip(),
      viaService: true,
      pull: number,
      wasGreen: false
    })
    t.equal(await statusOf(write('PUT', `/pulls/${number}/merge`, { sha: head })), 405, 'only once')
    t.same(git.mergedTwice(), [])
  }
})

t.test('a pull request whose head has moved, or that is a draft, is not merged', async (t) => {
  const { git, write } = await startGitWorld(t)
  const { number, pull } = git.openPull()
  const former = pull.headSha
  git.pushToPull(number, { 'c.txt': 'c\n' })
  t.equal(await statusOf(write('PUT', `/pulls/${number}/merge`, { sha: former })), 409)
  git.convertToDraft(number)
  t.equal(await statusOf(write('PUT', `/pulls/${number}/merge`, { sha: pull.headSha })), 405)
  git.readyForReview(number)
  t.match(await write('PUT', `/pulls/${number}/merge`, { sha: pull.headSha }), { status: 200 })
})

t.test('a protected branch wants green checks and approvals, of whoever would move it', async (t) => {
  const { git, world, repository, write, read } = await startGitWorld(t, {
    ci: clashingFiles,
    finishes: 'when told'
  })
  world.protectBranch(repository, 'main', {
    required_status_checks: { strict: false, contexts: ['build'] },
    required_pull_request_reviews: { required_approving_review_count: 1, dismiss_stale_reviews: true }
  })
  const { number, pull } = git.openPull()
  const merge = () => write('PUT', `/pulls/${number}/merge`, { sha: pull.headSha })
  t.equal(await statusOf(merge()), 405, 'no approval')
  git.approve(number)
  t.equal(await statusOf(merge()), 405, 'no check')
  t.match(await read(`/pulls/${number}`), { mergeable: true, mergeable_state: 'blocked' })
  git.finishChecks(pull.headSha)
  t.match(await read(`/pulls/${number}`), { mergeable_state: 'clean' })
  git.requestChanges(number, 'somebody')
  repository.collaborators.set('other', 'push')
  git.requestChanges(number, 'other')
  t.equal(await statusOf(merge()), 405, 'changes requested')
  git.dismiss(number, 'other')
  repository.collaborators.set('reviewer', 'pull')
  t.equal(await statusOf(merge()), 405, 'the approval of somebody who may not write')
  repository.collaborators.set('reviewer', 'push')
  const stale = git.pushToPull(number, { 'c.txt': 'c\n' })
  t.ok(named(stale).includes('pull_request_review dismissed'))
  git.finishChecks()
  t.equal(await statusOf(merge()), 405, 'dismissed by new commits')
  t.equal(await statusOf(write('PATCH', '/git/refs/heads/main', { sha: pull.headSha })), 422)
  t.equal(await statusOf(write('DELETE', '/git/refs/heads/main')), 422)
  git.approve(number)
  t.match(await merge(), { status: 200 })
  t.same(git.untested(), [], 'the run of the pull request has tested the merge')
})

t.test('merges of approved pull requests may be pushed where they are green', async (t) => {
  const { git, world, repository, write, read } = await startGitWorld(t, { ci: clashingFiles })
  world.protectBranch(repository, 'main', {
    required_status_checks: { strict: true, checks: [{ context: 'build', app_id: 15_368 }] },
    required_pull_request_reviews: { required_approving_review_count: 1 }
  })
  const [one, two] = [
    git.openPull({ files: { 'c.txt': 'c\n' } }),
    git.openPull({ files: { 'd.txt': 'd\n' } })
  ]
  await write('POST', '/git/refs', { ref: 'refs/heads/queue/1', sha: git.tip() ?? '' })
  await write('POST', '/merges', { base: 'queue/1', head: one.pull.headSha })
  await write('POST', '/merges', { base: 'queue/1', head: two.pull.headSha })
  const push = () => write('PATCH', '/git/refs/heads/main', { sha: git.tip('queue/1') ?? '' })
  git.approve(one.number)
  t.equal(await statusOf(push()), 422, 'one of them is not approved')
  git.approve(two.number)
  world.takeEvents()
  await push()
  t.same(named(world.takeEvents()).slice(0, 3), ['push', 'pull_request closed', 'pull_request closed'])
  t.match(await read(`/pulls/${two.number}`), { merged: true, merge_commit_sha: git.tip() })
  const [landing] = git.landingsOfService()
  t.same(
    landing?.commits.map(({ pull, wasGreen }) => [pull, wasGreen]),
    [
      [1, true],
      [2, true]
    ]
  )
  t.same(git.untested(), [])
})
