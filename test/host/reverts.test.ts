// A revert takes back exactly the files of one commit, whatever came before and after it.
import fc from 'fast-check'
import t from 'tap'
import type { FileChanges } from '#demo/world/git/objects.js'
import { HostError } from '#errors/host.js'
import { startGitWorld } from '#test/fixtures/git-world.js'

const PATHS = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.txt`)
const FILES = Object.fromEntries(PATHS.map((path) => [path, 'first\n']))

type GitWorld = Awaited<ReturnType<typeof startGitWorld>>

/** Null removes the file. */
const changes = fc.dictionary(
  fc.constantFrom(...PATHS),
  fc.option(fc.constantFrom('one\n', 'two\n', 'three\n'), { freq: 4 }),
  { minKeys: 1, maxKeys: 3 }
)
const merge = fc.record({
  method: fc.constantFrom('squash', 'merge', 'rebase'),
  commits: fc.array(changes, { minLength: 1, maxLength: 3 })
})
const history = fc.record({
  before: fc.array(merge, { maxLength: 2 }),
  reverted: merge,
  after: fc.array(merge, { maxLength: 3 })
})
type Merge = typeof merge extends fc.Arbitrary<infer One> ? One : never

/** Lands as people land it; undefined if it changes nothing. */
function land({ git }: GitWorld, { method, commits: [first = {}, ...rest] }: Merge) {
  const before = git.tip() ?? ''
  const { number } = git.openPull({ files: { ...first, [`own-${before.slice(0, 8)}.txt`]: 'own\n' } })
  for (const files of rest) git.pushToPull(number, files)
  git.mergePull(number, { method })
  return { before, sha: git.tip() ?? '', number }
}

/** What each path is to hold after the revert; undefined if later changes conflict with it. */
function expected(
  world: GitWorld,
  { before, sha }: { before: string; sha: string }
): FileChanges | undefined {
  const [was, made, now] = [world.git.files(before), world.git.files(sha), world.git.files()]
  const result: Record<string, string | null> = {}
  for (const path of new Set([...Object.keys(was), ...Object.keys(made)])) {
    if (was[path] === made[path]) continue
    if (now[path] !== made[path] && now[path] !== was[path]) return undefined
    result[path] = was[path] ?? null
  }
  return result
}

async function startReverts(t: Parameters<typeof startGitWorld>[0]) {
  const world = await startGitWorld(t, { files: FILES })
  const { host, place } = world
  let made = 0
  return {
    ...world,
    revert(merge_sha: string, before_sha: string | null = null) {
      made += 1
      const order = {
        actionType: 'create-revert-pr' as const,
        arguments: {
          branch: `service-rollback/pr-${made}`,
          base: 'main',
          merge_sha,
          before_sha,
          title: 'Revert it',
          body: 'Why.',
          message: 'Revert it'
        },
        number: 0,
        branch: 'main',
        marker: `marker-${made}`,
        since: new Date(0)
      }
      return {
        branch: order.arguments.branch,
        perform: () => host.effects.perform(place, order, async () => {}),
        find: () => host.effects.find(place, order)
      }
    }
  }
}

t.test('a revert changes exactly the files of the commit, and later merges survive', async (t) => {
  const world = await startReverts(t)
  const { git, revert } = world
  let [clean, conflicting] = [0, 0]
  await fc.assert(
    fc.asyncProperty(history, async ({ before, reverted, after }) => {
      for (const one of before) land(world, one)
      const landed = land(world, reverted)
      for (const one of after) land(world, one)
      const tip = git.tip() ?? ''
      const wanted = expected(world, landed)
      const beforeSha = reverted.method === 'rebase' ? landed.before : null
      const { branch, perform } = revert(landed.sha, beforeSha)
      const done = await perform().catch((error: unknown) => {
        if (error instanceof HostError) return error
        throw error
      })
      t.equal(git.tip(), tip, 'the base stays where it is')
      if (!wanted) {
        conflicting += 1
        t.match(done, { hostStatus: 409 })
        return void t.equal(git.branches(branch).length, 0)
      }
      clean += 1
      const head = git.tip(branch) ?? ''
      const files = Object.entries({ ...git.files(tip), ...wanted }).filter(([, text]) => text !== null)
      t.same(git.files(head), Object.fromEntries(files))
      t.same(git.commit(head).parents, [tip])
    }),
    { numRuns: 60, seed: 7 }
  )
  t.ok(clean > 20 && conflicting > 5, `${clean} clean and ${conflicting} conflicting reverts`)
})

t.test('what cannot be reverted is refused with the reason, and leaves no branch', async (t) => {
  const { git, revert } = await startReverts(t)
  const first = git.tip() ?? ''
  git.push('elsewhere', { 'z.txt': 'z\n' })
  const { number } = git.openPull({ files: { 'x.txt': 'x\n' } })
  git.mergePull(number, { method: 'squash' })
  const merged = git.tip() ?? ''
  git.pushOutside({ 'x.txt': null })
  for (const [sha, reason] of [
    [first, /first commit/],
    [git.tip('elsewhere') ?? '', /no longer contains/],
    [merged, /undone all of it/]
  ] as const)
    await t.rejects(revert(sha).perform(), { message: reason, hostStatus: 409 })
  t.same(git.branches('service-rollback'), [])
})

t.test('a revert is found by its pull request, and a branch of somebody else is left alone', async (t) => {
  const { git, revert } = await startReverts(t)
  git.pushOutside({ 'x.txt': 'x\n' })
  const own = revert(git.tip() ?? '')
  t.match(await own.find(), { is: 'absent' })
  const { evidence } = await own.perform()
  t.match(await own.find(), { is: 'done', done: { evidence } })
  const other = revert(git.tip() ?? '')
  git.push(other.branch, { 'y.txt': 'y\n' })
  t.match(await other.find(), { is: 'blocked', reason: 'marker_ambiguous' })
})

t.test('the commits that one has and the other lacks are named, over all pages', async (t) => {
  const { git, host, place } = await startGitWorld(t)
  const base = git.tip() ?? ''
  const made = Array.from({ length: 130 }, (_, at) => {
    git.pushOutside({ 'n.txt': `${at}\n` })
    return git.tip() ?? ''
  })
  const head = made.at(-1) ?? ''
  t.same(await host.commitsBetween(place, { base, head }), made)
  t.same(await host.commitsBetween(place, { base: 'main', head: base }), [], 'contained')
  t.equal(await host.commitsBetween(place, { base, head: 'f'.repeat(40) }), undefined)
  for (let more = 0; more < 900; more += 1) git.pushOutside({ 'n.txt': `more ${more}\n` })
  t.equal(await host.commitsBetween(place, { base, head: 'main' }), undefined, 'too far apart')
})
