import t from 'tap'
import { satisfies } from '#domain/dependencies/versions/requirements/satisfies.js'
import type { Ecosystem } from '#schemas/dependencies/enums.js'

interface RequirementCase {
  requirement: string
  inside?: readonly string[]
  outside?: readonly string[]
}

const CASES: Readonly<Partial<Record<Ecosystem, readonly RequirementCase[]>>> = {
  npm: [
    {
      requirement: '^1.2.3',
      inside: ['1.2.3', '1.9.0'],
      outside: ['1.2.2', '2.0.0', '2.0.0-rc.1', '1.3.0-rc.1']
    },
    { requirement: '^0.2.3', inside: ['0.2.9'], outside: ['0.3.0', '0.2.2'] },
    { requirement: '^0.0.3', inside: ['0.0.3'], outside: ['0.0.4'] },
    { requirement: '^0.x', inside: ['0.9.1'], outside: ['1.0.0'] },
    { requirement: '~1.2', inside: ['1.2.0', '1.2.9'], outside: ['1.3.0'] },
    { requirement: '~ 1', inside: ['1.9.0'], outside: ['2.0.0'] },
    { requirement: '1.x || >= 2.5.0 <3', inside: ['1.0.0', '2.5.0'], outside: ['2.4.9', '3.0.0'] },
    { requirement: '1.2 - 2.3', inside: ['1.2.0', '2.3.9'], outside: ['2.4.0', '1.1.9'] },
    { requirement: '1.2.3 - 2.3.4', inside: ['2.3.4'], outside: ['2.3.5'] },
    { requirement: '>1.2', inside: ['1.3.0'], outside: ['1.2.9'] },
    { requirement: '<=1.2', inside: ['1.2.9'], outside: ['1.3.0'] },
    {
      requirement: '>=1.2.3-beta.2',
      inside: ['1.2.3-beta.10', '1.2.4'],
      outside: ['1.2.4-beta.3', '1.2.3-beta.1']
    },
    { requirement: '', inside: ['1.0.0'], outside: ['1.0.0-rc.1'] },
    { requirement: '<*', outside: ['1.0.0'] }
  ],
  cargo: [
    { requirement: '1.2', inside: ['1.2.0', '1.9.9'], outside: ['2.0.0', '1.1.0'] },
    { requirement: '0.0', inside: ['0.0.7'], outside: ['0.1.0'] },
    { requirement: '>=1.2, <1.5', inside: ['1.4.9'], outside: ['1.5.0'] },
    { requirement: '1.*', inside: ['1.9.0'], outside: ['2.0.0'] },
    { requirement: '=1.2.3', inside: ['1.2.3'], outside: ['1.2.4'] },
    { requirement: '~1.2.3', inside: ['1.2.9'], outside: ['1.3.0'] }
  ],
  composer: [
    { requirement: '^1.2', inside: ['1.2', '1.9.9'], outside: ['2.0.0', '2.0.0-beta1'] },
    { requirement: '~1.2', inside: ['1.9'], outside: ['2.0'] },
    { requirement: '~1.2.3', inside: ['1.2.9'], outside: ['1.3'] },
    { requirement: '1.0.*|2.1.*', inside: ['1.0.5', '2.1.0'], outside: ['1.1.0'] },
    { requirement: '>=1.0,<1.1 || >= 1.2@beta', inside: ['1.0.3', '1.2', '3.0'], outside: ['1.1.4'] },
    { requirement: '1.0', inside: ['1.0.0'], outside: ['1.0.1'] },
    { requirement: '1.0 - 2.0', inside: ['2.0.7'], outside: ['2.1'] }
  ],
  rubygems: [
    { requirement: '~> 2.2.3', inside: ['2.2.3', '2.2.10'], outside: ['2.3.0', '2.3.0.beta', '2.2.2'] },
    { requirement: '~> 2.2', inside: ['2.9'], outside: ['3.0.0.alpha', '2.1'] },
    { requirement: '~> 2', inside: ['2.9'], outside: ['3.0'] },
    { requirement: '>= 1.0, != 1.5', inside: ['1.4', '1.6'], outside: ['1.5.0', '0.9'] },
    { requirement: '1.2', inside: ['1.2.0'], outside: ['1.2.1'] }
  ],
  pip: [
    { requirement: '~=2.2', inside: ['2.2', '2.9', '2.9.post1'], outside: ['3.0', '2.1', '2.3rc1'] },
    { requirement: '~=1.4.5', inside: ['1.4.9'], outside: ['1.5'] },
    { requirement: '==1.1.*', inside: ['1.1', '1.1.9', '1.1.post1'], outside: ['1.10', '1.1rc1'] },
    { requirement: '!= 1.1.*, >=1', inside: ['1.0', '1.2'], outside: ['1.1.4'] },
    { requirement: '>1.7', inside: ['1.7.1'], outside: ['1.7.0.post1', '1.7'] },
    { requirement: '<2.0', inside: ['1.9'], outside: ['2.0rc1'] },
    { requirement: '==1.0', inside: ['1.0.0', '1.0+local'], outside: ['1.0.post1'] },
    { requirement: '>=2.0b1', inside: ['2.0b2', '2.0'], outside: ['2.0a1'] },
    { requirement: '===1.0', inside: ['1.0'], outside: ['1.0.0'] },
    { requirement: '', inside: ['1.0'], outside: ['1.0rc1'] }
  ]
}

for (const [name, cases] of Object.entries(CASES)) {
  t.test(`a requirement of ${name} takes what its package manager would take`, async (t) => {
    const ecosystem = name as Ecosystem // The keys of the cases are names of ecosystems.
    for (const { requirement, inside = [], outside = [] } of cases) {
      for (const version of inside)
        t.equal(satisfies(ecosystem, requirement, version), true, `${requirement}: ${version}`)
      for (const version of outside)
        t.equal(satisfies(ecosystem, requirement, version), false, `${requirement}: ${version}`)
    }
  })
}

t.test('what nobody can read is neither satisfied nor not', async (t) => {
  t.equal(satisfies('npm', 'github:owner/name', '1.0.0'), null)
  t.equal(satisfies('npm', '^1', 'latest'), null)
  t.equal(satisfies('npm', '1 '.repeat(20_000), '1.0.0'), null)
  t.equal(satisfies('npm', '1||'.repeat(300), '1.0.0'), null)
  t.equal(satisfies('pip', 'about 2', '2.0'), null)
  t.equal(satisfies('pip', '~=2', '2.0'), null)
  t.equal(satisfies('composer', 'dev-main', '1.0'), null)
  t.equal(satisfies('rubygems', 'newest', '1.0'), null)
  t.equal(satisfies('cargo', '1.0,,2.0', '1.0'), null)
  t.equal(satisfies('maven', '[1.0,2.0)', '1.5'), null)
})
