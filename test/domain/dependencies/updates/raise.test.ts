// Requirements are raised in their own style, and never say less than before.
import t from 'tap'
import { raiseStated, statesFix } from '#domain/dependencies/updates/requirements/stated.js'
import { ECOSYSTEMS, type Ecosystem } from '#schemas/dependencies/enums.js'

type RaiseCase = readonly [before: string, to: string, after: string | null]

const CASES: Partial<Record<Ecosystem, readonly RaiseCase[]>> = {
  npm: [
    ['^4', '4.17.21', '^4.17.21'],
    ['~1.2', '1.2.9', '~1.2.9'],
    ['~1', '1.2.9', '~1 >=1.2.9'],
    ['4', '4.17.21', '4 >=4.17.21'],
    ['1.4.x', '1.5.0', '1.5.x'],
    ['1.4.x', '1.4.2', '1.4.x >=1.4.2'],
    ['v1.2.3', '1.2.4', 'v1.2.4'],
    ['>1.2.3 <1.9', '1.2.4', '>1.2.3 <1.9 >=1.2.4'],
    ['>=  1.2.3', '1.2.4', '>=  1.2.4'],
    ['1.2.3 - 1.9.0', '1.3.0', '1.3.0 - 1.9.0'],
    ['1.2.3 - 1.9.0', '1.9.1', null],
    ['^1.2.3 || ^2.0.0', '2.1.0', null],
    ['^2.0.0 || ^3.0.0', '2.1.0', '^2.1.0 || ^3.0.0'],
    ['^1.2.3-beta.1', '1.2.3', '^1.2.3'],
    ['*', '1.2.3', null],
    ['<2', '1.2.3', '<2 >=1.2.3'],
    ['!=1.2.3 >=1.2.0', '1.2.3', null],
    ['latest', '1.2.3', null],
    ['^1.2.3', '2.0.0', null]
  ],
  pip: [
    ['~=4.2', '4.2.7', '~=4.2,>=4.2.7'],
    ['~=4.2.1', '4.3', '~=4.3.0'],
    ['==4.2.*', '4.2.7', '==4.2.*,>=4.2.7'],
    ['===4.2.1', '4.2.7', '===4.2.7'],
    ['>=4.0, !=4.2.7', '4.2.7', null],
    ['>= 4.0 , < 5', '4.2.7', '>= 4.2.7 , < 5'],
    ['==4.2.1.post1', '4.2.7', '==4.2.7']
  ],
  cargo: [
    ['1', '1.20.4', '1.20.4'],
    ['1.*', '1.20.4', '1.*, >=1.20.4'],
    ['>=1.0, <1.30', '1.20.4', '>=1.20.4, <1.30'],
    ['0.4', '0.5.1', null]
  ],
  composer: [
    ['~6.3', '6.3.8', '~6.3 >=6.3.8'],
    ['6.3.*', '6.3.8', '6.3.* >=6.3.8'],
    ['^5.4.1|^6.3.1', '6.3.8', null],
    ['^6.3.1@beta', '6.3.8', '^6.3.8@beta'],
    ['dev-main', '6.3.8', null]
  ],
  rubygems: [
    ['~> 7.0', '7.0.8', '~> 7.0, >= 7.0.8'],
    ['~> 7.0.4', '7.0.4.3', '~> 7.0.4, >= 7.0.4.3'],
    ['>= 6, < 7.1', '7.0.8', '>= 7.0.8, < 7.1'],
    ['7.0.4', '7.0.8', '7.0.8']
  ],
  maven: [
    ['1.2.3', '1.2.4', '1.2.4'],
    ['[1.2.3]', '1.2.4', '[1.2.4]'],
    ['[1.2.3,1.3)', '1.2.4', '[1.2.4,1.3)'],
    ['[1.2.3,1.3)', '1.3', null],
    ['[1.2.3,1.3]', '1.3', '[1.3,1.3]'],
    ['LATEST', '1.2.4', null]
  ],
  nuget: [
    ['13.0.1', '13.0.3', '13.0.3'],
    ['$(Json)', '13.0.3', null],
    ['13.*', '13.0.3', null]
  ],
  go: [
    ['v1.2.3', '1.2.4', 'v1.2.4'],
    ['v2.0.0+incompatible', '2.0.1', 'v2.0.1+incompatible'],
    [
      'v0.0.0-20200101000000-0123456789ab',
      '0.0.0-20210101000000-abcdef012345',
      'v0.0.0-20210101000000-abcdef012345'
    ]
  ]
}

for (const ecosystem of ECOSYSTEMS)
  for (const [before, to, after] of CASES[ecosystem] ?? [])
    t.test(`${ecosystem}: ${before} to ${to} is ${after ?? 'refused'}`, async (t) => {
      const raised = raiseStated(ecosystem, before, to, { allowMajor: false, isLocked: false })
      t.equal('text' in raised ? raised.text : null, after)
      if (after !== null) {
        t.ok(statesFix(ecosystem, after, to, false))
        t.same(raiseStated(ecosystem, after, to, { allowMajor: false, isLocked: false }), { text: after })
      }
    })

t.test('where a lock file decides, a requirement that takes the fix may stay as it is', async (t) => {
  const raise = (requirement: string) =>
    raiseStated('npm', requirement, '4.17.21', { allowMajor: false, isLocked: true })
  t.same(raise('^3.0.0 || ^4.0.0'), { text: '^3.0.0 || ^4.17.21' })
  t.same(raise('4.x'), { text: '4.x' })
  t.same(raise('*'), { text: '*' })
})

t.test('major versions are raised only where that is allowed', async (t) => {
  const raise = (ecosystem: Ecosystem, requirement: string, to: string) =>
    raiseStated(ecosystem, requirement, to, { allowMajor: true, isLocked: false })
  t.same(raise('npm', '^1.2.3', '2.0.1'), { text: '^2.0.1' })
  t.same(raise('pip', '==4.2.1', '5.0'), { text: '==5.0' })
  t.same(raise('cargo', '0.4', '0.5.1'), { text: '0.5.1' })
  t.same(raise('maven', '1.2', '2.0'), { text: '2.0' })
})
