import t, { type Test } from 'tap'
import { HOUR_MS } from '#domain/time/durations.js'
import { executeAction } from '#services/actions/execute.js'
import { mirrorPullRequests } from '#services/mirror/mirror.js'
import { type KeptPatch, objectionToKept, proposeKeptPatch } from '#services/patches/keep.js'
import { keptPullOf } from '#store/actions/kept-pulls.js'
import { retryUntilDone, startActionService } from '#test/fixtures/action-service.js'
import { pullAt } from '#test/fixtures/seed.js'

const BRANCH = 'service/quarantine'
const PATH = '.service/quarantine.json'
const LIMITS = { files: 10, lines: 1_000, characters: 100_000 }

async function startKeeping(t: Test) {
  const acting = await startActionService(t)
  const { world, repository, deps, repoId, deeds } = acting
  const git = world.enableGit(repository)
  await acting.configure()

  /** Null: nothing is wanted any more. */
  const patch = (content: string | null, more: Partial<KeptPatch> = {}): KeptPatch => ({
    repoId,
    pillar: 'trust',
    source: 'quarantine',
    decisionId: null,
    branch: BRANCH,
    base: { branch: 'main', sha: git.tip() ?? '' },
    files: content === null ? [] : [{ path: PATH, before: null, after: content }],
    bounds: { blockedPaths: [], limits: LIMITS },
    title: 'Quarantine flaky tests',
    body: 'These tests are flaky.',
    message: 'Quarantine flaky tests',
    labels: [{ name: 'quarantine', color: 'e11d48' }],
    evidence: {},
    settlingSeconds: 0,
    ...more
  })
  const propose = (wanted: KeptPatch) => deps.transaction((tx) => proposeKeptPatch(deps, tx, wanted))
  return {
    ...acting,
    git,
    patch,
    propose,
    /** Proposes and executes it; undefined if the same was asked for last. */
    async keep(content: string | null, more?: Partial<KeptPatch>) {
      const id = await propose(patch(content, more))
      if (id !== undefined) await acting.carryOut(id)
      return id === undefined ? undefined : acting.rowOf(id)
    },
    kept: (number: number) => keptPullOf(deps.db, repoId, number),
    since: () => deeds.written.splice(0)
  }
}

t.test('each wish edits the same pull request, until nothing is wanted any more', async (t) => {
  const { keep, since, git } = await startKeeping(t)
  t.match(await keep('a'), { status: 'succeeded', evidence: { pr_number: 1, is_wanted: true } })
  t.same(since(), [`branch ${BRANCH}`, `pull of ${BRANCH}`, 'new label quarantine', 'label quarantine on 1'])
  t.match(await keep('b'), { status: 'succeeded', evidence: { pr_number: 1 } })
  t.same(since(), [`move ${BRANCH}`, 'edit pull 1'])
  t.match(await keep(null), { status: 'succeeded', evidence: { pr_number: 1, is_wanted: false } })
  t.same(since(), ['close pull 1', `no branch ${BRANCH}`])
  t.match(await keep('b'), { status: 'succeeded', evidence: { pr_number: 2 } })
  t.equal(git.pull(2).issue.state, 'open')
})

t.test(
  'the same is not asked for again on a base that has moved, nor after people have closed it',
  async (t) => {
    const { keep, git, since } = await startKeeping(t)
    await keep('a')
    git.pushOutside({ 'b.txt': 'newer\n' })
    t.equal(await keep('a'), undefined)
    git.close(1)
    t.equal(await keep('a'), undefined)
    since()
    const tip = git.tip() ?? ''
    t.match(await keep('b'), { evidence: { pr_number: 2 } }, 'but what is new is')
    t.same(git.commit(git.tip(BRANCH) ?? '').parents, [tip], 'on the base as it is now')
  }
)

t.test(
  'a commit of a person blocks it, and it is asked for again after a day, or with other news',
  async (t) => {
    const { keep, git, world } = await startKeeping(t)
    await keep('a')
    git.push(BRANCH, { 'by-hand.txt': 'mine\n' })
    const blocked = { status: 'blocked', blockedReason: 'target_drifted', errorMessage: /by somebody else/ }
    t.match(await keep('b'), blocked)
    git.pushOutside({ 'b.txt': 'newer\n' })
    t.equal(await keep('b'), undefined)
    t.match(await keep('c'), blocked)
    world.advance(25 * HOUR_MS)
    t.match(await keep('c'), blocked)
    t.equal(git.files(git.tip(BRANCH))['by-hand.txt'], 'mine\n')
  }
)

t.test('what is replaced before it is done is not done', async (t) => {
  const { patch, propose, carryOut, rowOf, git } = await startKeeping(t)
  const [first = 0, second = 0] = [await propose(patch('a')), await propose(patch('b'))]
  await carryOut(first)
  t.match(await rowOf(first), { status: 'cancelled' })
  await carryOut(second)
  t.equal(git.files(git.tip(BRANCH))[PATH], 'b')
})

t.test('a pull request is known by its latest action, and so is that the service drops it', async (t) => {
  const { keep, kept, propose, patch, deps, repoId, git } = await startKeeping(t)
  const mirror = (...numbers: number[]) =>
    deps.transaction((tx) =>
      mirrorPullRequests(
        deps,
        tx,
        { repoId },
        numbers.map((number) => pullAt(number, 1, { headBranch: BRANCH }))
      )
    )
  await keep('a')
  t.equal(await kept(1), undefined, 'it is not in the mirror yet')
  await mirror(1, 2, 3)
  const edit = await keep('b')
  const known = { source: 'quarantine', actionKey: `kept-pr:${BRANCH}`, isDropped: false }
  t.match(await kept(1), { ...known, actionId: edit?.id, number: 1 })
  t.equal(await kept(2), undefined, 'another one of the same branch')
  git.close(1)
  await keep('c')
  t.match(await kept(2), known)
  await propose(patch(null))
  t.match(await kept(1), { actionId: edit?.id, isDropped: true })
  t.match(await kept(2), { isDropped: true }, 'from the moment at which nothing is wanted')
  await keep('d')
  t.match(await kept(2), { isDropped: false }, 'unless that is replaced')
  await keep(null)
  await keep('e')
  t.match(await kept(2), { isDropped: true })
  t.match(await kept(3), known)
})

t.test('it happens once wherever the process crashes, be it opened, edited or closed', async (t) => {
  const { propose, patch, mortal, dieAfter, world, git, since, rowOf, stepsOf } = await startKeeping(t)
  for (const [before, wanted] of [
    [null, 'a'],
    ['a', 'b'],
    ['b', null]
  ] as const) {
    let crashes = 0
    for (let isUntouched = false; !isUntouched; crashes += 1) {
      const reset = await propose(patch(before, { body: `Reset ${crashes}.` }))
      if (reset !== undefined) await executeAction(mortal, reset)
      since()
      const id = (await propose(patch(wanted, { body: `Before ${crashes}.` }))) ?? 0
      dieAfter(crashes + 1)
      isUntouched = await retryUntilDone({ dieAfter, world }, () => executeAction(mortal, id))
      const done = since()
      t.same(done, [...new Set(done)], `dead after ${crashes + 1} moments`)
      t.equal(git.tip(BRANCH) && git.files(git.tip(BRANCH))[PATH], wanted ?? undefined)
      t.match(await rowOf(id), { status: 'succeeded' })
      t.same(await stepsOf(id), ['proposed', 'approved', 'executing', 'succeeded'])
    }
    t.ok(crashes > 15, `${crashes} moments at which it could die`)
  }
})

t.test(
  'manifests and lock files may change in an update of dependencies, files of the CI never',
  async (t) => {
    const { patch, propose } = await startKeeping(t)
    const bounds = { blockedPaths: ['vendor/**'], limits: LIMITS }
    const change = (path: string, before: string | null, after: string) => ({
      files: [{ path, before, after }],
      bounds,
      isDependencyUpdate: true
    })
    const manifest = change(
      'package.json',
      '{"dependencies":{"p-timeout":"6"}}',
      '{"dependencies":{"p-timeout":"7"}}'
    )
    const lock = change('web/pnpm-lock.yaml', 'deps:\n  a: 1\n', 'deps:\n  write-file: 5\n  a --skip: 2\n')
    for (const one of [manifest, lock]) {
      t.equal(objectionToKept(one), undefined)
      t.match(objectionToKept({ ...one, isDependencyUpdate: false }), /more time|workflow/)
    }
    const refused = [
      [change('.github/workflows/ci.yml', 'a: 1\n', 'a: 2\n'), /CI/],
      [change('.github/dependabot.yml', 'a: 1\n', 'a: 2\n'), /CI/],
      [change('vendor/a.txt', 'a\n', 'b\n'), /keeps repairs away/],
      [
        change(
          'package.json',
          '{"scripts":{"test":"jest"}}',
          '{"scripts":{"test":"jest --passWithNoTests"}}'
        ),
        /leave tests out/
      ],
      [change('a.txt', 'a\n', `${'b\n'.repeat(2_000)}`), /More than 1000 lines/]
    ] as const
    for (const [one, why] of refused) {
      t.match(objectionToKept(one), why)
      await t.rejects(propose(patch('a', one)), why)
    }
    const list = (length: number) => `${Array.from({ length }, (_, at) => `"test ${at}"`).join(',\n')}\n`
    const shrunk = change(PATH, list(100), list(1))
    t.match(objectionToKept(shrunk), /Hardly anything/)
    const own = { ...bounds, limits: { ...LIMITS, leastShareLeft: 0 } }
    t.equal(objectionToKept({ ...shrunk, bounds: own }), undefined, 'where the caller owns the file')
  }
)
