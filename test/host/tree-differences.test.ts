// Which paths differ between two trees of the host.
import t, { type Test } from 'tap'
import { startGitWorld } from '../fixtures/git-world.js'

const TREE = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'

type Texts = Readonly<Record<string, string>>

/** Between the default branch with some files, and with others instead. */
async function startTrees(t: Test, before: Texts, after: Texts) {
  const { git, host, place, world } = await startGitWorld(t, { files: { 'a.txt': 'a\n' } })
  git.push('before', before)
  git.push('after', after)
  const treeOf = (branch: string) => git.treeAt(git.tip(branch) ?? '')
  const [from, to] = [treeOf('before'), treeOf('after')]
  world.forgetCounts()
  return { differing: () => host.differingPaths(place, { from, to }), world }
}

const textsIn = (count: number, nameOf: (at: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [nameOf(at), `${at}\n`]))

t.test('paths that are new, gone or changed differ, however deep they are', async (t) => {
  const same = { 'api/x/y.ts': 'same\n' }
  const { differing } = await startTrees(
    t,
    { ...same, 'web/a/b.ts': 'old\n', 'web/a/c.ts': 'c\n', 'gone/d/e.ts': 'e\n', f: 'file\n' },
    { ...same, 'web/a/b.ts': 'new\n', 'web/a/c.ts': 'c\n', 'new/d.ts': 'd\n', 'f/g.ts': 'g\n' }
  )
  t.same((await differing())?.sort(), ['f', 'f/g.ts', 'gone/d/e.ts', 'new/d.ts', 'web/a/b.ts'])
})

t.test('folders that hold the same are not read', async (t) => {
  const same = textsIn(300, (at) => `same/${at}/a.ts`)
  const { differing, world } = await startTrees(
    t,
    { ...same, 'web/a.ts': '1\n' },
    { ...same, 'web/a.ts': '2\n' }
  )
  t.same(await differing(), ['web/a.ts'])
  t.equal(world.count(TREE), 4)
})

t.test('trees that differ in too much are not compared, and cost no more than 200 requests', async (t) => {
  const { differing, world } = await startTrees(
    t,
    {},
    textsIn(250, (at) => `web/${at}/a.ts`)
  )
  t.equal(await differing(), undefined)
  t.equal(world.count(TREE), 200)
})

t.test('what the host does not show whole is not told', async (t) => {
  const { differing, world } = await startTrees(t, { 'web/a.ts': '1\n' }, { 'web/a.ts': '2\n' })
  world.failNext(TREE, 1, (answer) => ({ ...answer, body: { sha: 'a', tree: [], truncated: true } }))
  t.equal(await differing(), undefined)
  world.failNext(TREE, 1, (answer) => ({
    ...answer,
    body: { sha: 'a', tree: [{ mode: '100644' }], truncated: false }
  }))
  t.equal(await differing(), undefined)
})

t.test('whoever compares again has the trees already', async (t) => {
  const { differing, world } = await startTrees(t, { 'web/a.ts': '1\n' }, { 'web/a.ts': '2\n' })
  t.same(await differing(), ['web/a.ts'])
  const count = world.count(TREE)
  t.same(await differing(), ['web/a.ts'])
  t.equal(world.count(TREE), count)
})
