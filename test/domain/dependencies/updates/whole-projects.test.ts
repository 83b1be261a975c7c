import t from 'tap'
import { wholeProjects } from '#domain/dependencies/updates/whole-projects.js'

const FILES = new Map(
  ['package.json', 'a/package.json', 'a/b/package.json', 'ab/package.json'].map((path) => [path, '{}'])
)
const leftBy = (...unread: string[]) => [...wholeProjects(FILES, unread).keys()]

t.test('no file changes beside, above or below one that could not be read', async (t) => {
  t.same(leftBy(), [...FILES.keys()])
  t.same(leftBy('package-lock.json'), [])
  t.same(leftBy('a/package-lock.json'), ['ab/package.json'])
  t.same(leftBy('a/b/package-lock.json'), ['ab/package.json'])
})
