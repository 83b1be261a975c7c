import fc from 'fast-check'
import t from 'tap'
import { pushedFilesOf } from '#host/events/pushed-files.js'

const NAMES = ['a', 'b', 'c', 'd']
const COMMIT = fc.dictionary(fc.constantFrom(...NAMES), fc.boolean())

t.test('the changed files of a push are those that its commits touch and leave', async (t) => {
  fc.assert(
    fc.property(fc.subarray(NAMES), fc.array(COMMIT, { maxLength: 8 }), (first, changes) => {
      const tree = new Set(first)
      const touched = new Set<string>()
      const commits = changes.map((change) => {
        const kept = Object.keys(change).filter((name) => change[name])
        const removed = Object.keys(change).filter((name) => !change[name] && tree.has(name))
        const [added, modified] = [
          kept.filter((name) => !tree.has(name)),
          kept.filter((name) => tree.has(name))
        ]
        for (const name of kept) tree.add(name)
        for (const name of removed) tree.delete(name)
        for (const name of [...kept, ...removed]) touched.add(name)
        return { added, modified, removed }
      })
      const push = { ref: 'refs/heads/main', after: 'a'.repeat(40), commits }
      const wanted = [...touched].filter((name) => tree.has(name)).sort()
      return pushedFilesOf(push)?.paths.toSorted().join() === wanted.join()
    })
  )
  t.pass()
})

t.test('a payload that lists anything but paths is read without them', async (t) => {
  const push = { ref: 'refs/heads/main', after: 'a'.repeat(40) }
  for (const commits of [undefined, null, 'a', [null], [{ added: 'a' }], [{ added: [1, null, {}] }]])
    t.match(pushedFilesOf({ ...push, ...(commits === undefined ? {} : { commits }) }), { paths: [] })
})
