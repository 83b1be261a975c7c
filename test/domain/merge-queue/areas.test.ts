// Which areas a change belongs to, by the paths that it changes.
import t from 'tap'
import { areasOfPaths, touchesAreas } from '#domain/merge-queue/areas.js'

const AREAS = [
  { name: 'web', paths: ['web/**', 'shared/*.css'] },
  { name: 'api', paths: ['api/**', 'shared/*.css'] },
  { name: 'docs', paths: ['**/*.md'] }
]

t.test('a change belongs to every area that one of its paths belongs to', async (t) => {
  t.same(areasOfPaths(AREAS, ['web/a.ts', 'web/b/c.ts']), ['web'])
  t.same(areasOfPaths(AREAS, ['web/a.ts', 'api/b.ts']), ['api', 'web'])
  t.same(areasOfPaths(AREAS, ['shared/x.css']), ['api', 'web'], 'a path of two areas belongs to both')
  t.same(areasOfPaths(AREAS, ['api/README.md']), ['api', 'docs'])
})

t.test('a change may touch everything if a path belongs to no area, or if not all are known', async (t) => {
  t.equal(areasOfPaths(AREAS, ['web/a.ts', 'package.json']), null)
  t.equal(areasOfPaths(AREAS, ['shared/deep/x.css']), null, '`*` stays within a segment')
  t.equal(areasOfPaths(AREAS, ['WEB/a.ts']), null, 'the host tells upper from lower case')
  t.equal(areasOfPaths(AREAS, []), null)
  t.equal(areasOfPaths(AREAS, null), null)
  t.equal(areasOfPaths([], ['web/a.ts']), null)
})

t.test('of settings and changes that would take too long to compare nothing is told', async (t) => {
  const hostile = `${'**a'.repeat(66)}b`
  const areas = Array.from({ length: 50 }, (_, at) => ({
    name: `area-${at}`,
    paths: Array.from({ length: 50 }, () => hostile)
  }))
  const paths = Array.from({ length: 3_000 }, (_, at) => `${'a'.repeat(250)}${at}b`)
  t.equal(areasOfPaths(areas, paths), null)
  t.equal(touchesAreas(areas, paths), undefined)
})

t.test('paths touch areas if one of them belongs to one of these', async (t) => {
  const named = (...names: string[]) => AREAS.filter(({ name }) => names.includes(name))
  t.equal(touchesAreas(named('web', 'docs'), ['package.json', 'web/a.ts']), true)
  t.equal(touchesAreas(named('docs'), ['web/README.md']), true)
  t.equal(touchesAreas(named('api'), ['web/a.ts', 'package.json']), false)
  t.equal(touchesAreas(named('api'), []), false)
  t.equal(touchesAreas([], ['web/a.ts']), false)
})
