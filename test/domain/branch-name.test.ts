import t from 'tap'
import { isBranchName } from '#domain/host/branch-name.js'

t.test('a branch can have a name that Git takes, and no other', async (t) => {
  for (const name of ['main', 'release/1.2', 'feature/ünïcode', "it's", 'a.b', 'dependabot/npm/x-1.0.0'])
    t.ok(isBranchName(name), name)
  const impossible = [
    '',
    '../x',
    'a b',
    'a..b',
    '/a',
    'a/',
    'a//b',
    'a.lock',
    '.a',
    'a/.b',
    'a.',
    '-a',
    'a~1',
    'a:b',
    '@{0}',
    'a*'
  ]
  for (const name of impossible) t.notOk(isBranchName(name), name)
})
