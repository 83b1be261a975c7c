// Laws of every plan: what it says is what it does, and it does it once.
import fc from 'fast-check'
import t from 'tap'
import { readManifest } from '#domain/dependencies/manifests/index.js'
import { planUpdate } from '#domain/dependencies/updates/plan.js'
import type { UpdatePlan, WantedFix } from '#domain/dependencies/updates/update.js'
import { satisfies } from '#domain/dependencies/versions/requirements/satisfies.js'
import { compareVersions } from '#domain/dependencies/versions/versions.js'
import type { Ecosystem } from '#schemas/dependencies/enums.js'
import { registryOf } from './registry.js'

interface Layout {
  ecosystem: Ecosystem
  path: string
  write(packages: readonly (readonly [name: string, range: string])[]): string
}

const LAYOUTS: readonly Layout[] = [
  {
    ecosystem: 'npm',
    path: 'package.json',
    write: (all) =>
      `{\r\n\t"name": "x",\r\n\t"dependencies" : {${all.map(([name, range]) => `\r\n\t\t"${name}" :"${range}"`)}\r\n\t}\r\n}`
  },
  {
    ecosystem: 'pip',
    path: 'requirements.txt',
    write: (all) => `# a==1.0.0\n${all.map(([name, range]) => `${name} ${range}  # 1.0.0`).join('\n')}`
  },
  {
    ecosystem: 'cargo',
    path: 'Cargo.toml',
    write: (all) =>
      `[package]\nname = "a"\nversion = "1.0.0"\n[dependencies]\n${all.map(([name, range]) => `${name} = { version = '${range}', default-features = false }`).join('\n')}\n`
  },
  {
    ecosystem: 'composer',
    path: 'composer.json',
    write: (all) =>
      `{"require": {${all.map(([name, range]) => `"acme/${name}": "${range}"`)}}, "name": "acme/a"}`
  },
  {
    ecosystem: 'rubygems',
    path: 'Gemfile',
    write: (all) => all.map(([name, range]) => `gem "${name}", "${range}", require: "1.0.0"\n`).join('')
  },
  {
    ecosystem: 'go',
    path: 'go.mod',
    write: (all) =>
      `module a\n\nrequire (\n${all.map(([name, range]) => `\texample.com/${name} ${range} // 1.0.0\n`).join('')})\n`
  }
]

const OPERATORS: Partial<Record<Ecosystem, readonly string[]>> = {
  npm: ['', '^', '~', '=', '>=', '>= ', 'v', '>', '<='],
  pip: ['==', '~=', '>=', '== ', '>', '<=', '!='],
  cargo: ['', '^', '~', '=', '>=', '= '],
  composer: ['', '^', '~', '>=', '>', '<='],
  rubygems: ['', '~> ', '>= ', '= ', '> ', '<= '],
  go: ['v']
}
const PREFIXES: Partial<Record<Ecosystem, string>> = { composer: 'acme/', go: 'example.com/' }
const NAMES = ['a', 'a-b', 'b', 'aa'] as const

const version = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)).map((numbers) => numbers.join('.'))

interface PlanCase {
  layout: Layout
  packages: readonly (readonly [name: string, range: string])[]
  files: Map<string, string>
  fixes: WantedFix[]
}

const planCase: fc.Arbitrary<PlanCase> = fc.constantFrom(...LAYOUTS).chain((layout) => {
  const { ecosystem, path } = layout
  const operator = fc.constantFrom(...(OPERATORS[ecosystem] ?? ['']))
  const range = fc.tuple(operator, version).map((parts) => parts.join(''))
  const packages = fc
    .tuple(...NAMES.map(() => range))
    .map((ranges) => NAMES.map((name, at) => [name, ranges[at] ?? ''] as const))
  const fix = fc
    .record({ name: fc.constantFrom(...NAMES), installed: version, to: version })
    .map(({ name, installed, to }) => ({
      package: `${PREFIXES[ecosystem] ?? ''}${name}`,
      installed,
      to,
      manifestPath: path,
      direct: null
    }))
  return fc.record({ packages, fixes: fc.array(fix, { maxLength: 4 }) }).map(({ packages: all, fixes }) => ({
    layout,
    packages: all,
    files: new Map([[path, layout.write(all)]]),
    fixes
  }))
})

const planOf = ({ layout, fixes }: PlanCase, files: ReadonlyMap<string, string>): UpdatePlan =>
  planUpdate(layout.ecosystem, files, fixes, { published: null, allowMajor: false })

const afterOf = (files: ReadonlyMap<string, string>, plan: UpdatePlan) =>
  new Map([...files, ...plan.edits.map(({ path, after }) => [path, after] as const)])

const requirementsOf = (path: string, text: string) => {
  const reading = readManifest(path, text)
  return reading.kind === 'manifest' ? reading.dependencies : []
}

t.test('each fix is either fixed or refused, and nothing is edited without one that is fixed', async () => {
  fc.assert(
    fc.property(planCase, (one) => {
      const plan = planOf(one, one.files)
      return (
        plan.fixed.length + plan.refused.length === one.fixes.length &&
        plan.edits.length <= plan.fixed.length &&
        plan.edits.every(({ before, after }) => before !== after)
      )
    })
  )
})

t.test('a plan that was carried out changes nothing when it is made again', async () => {
  fc.assert(
    fc.property(planCase, (one) => {
      const again = planOf(one, afterOf(one.files, planOf(one, one.files)))
      return again.edits.length === 0 && again.fixed.length === 0
    })
  )
})

/** A second requirement of a gem is in marks of its own. */
const inOneMark = (text: string) => text.replaceAll('", "', ', ')

t.test('only the requirements of fixed packages change, and not a byte besides', async () => {
  fc.assert(
    fc.property(planCase, (one) => {
      const { path, write } = one.layout
      const plan = planOf(one, one.files)
      const after = afterOf(one.files, plan).get(path) ?? ''
      const fixed = new Set(plan.fixed.map(({ package: name }) => name))
      const next = requirementsOf(path, after)
      const expected = write(
        one.packages.map(([name, range], at) => {
          const found = next[at]
          return [name, found && fixed.has(found.name) ? (found.requirement ?? '') : range]
        })
      )
      return inOneMark(after) === inOneMark(expected)
    })
  )
})

const ALL_VERSIONS = [0, 1, 2, 3].flatMap((a) =>
  [0, 1, 2, 3].flatMap((b) => [0, 1, 2, 3].map((c) => `${a}.${b}.${c}`))
)

t.test('a fixed requirement takes the fix, and nothing below it', async () => {
  fc.assert(
    fc.property(planCase, (one) => {
      const { path, ecosystem } = one.layout
      if (ecosystem === 'go') return true
      const plan = planOf(one, one.files)
      const next = requirementsOf(path, afterOf(one.files, plan).get(path) ?? '')
      const takes = (requirement: string | null | undefined, at: string) =>
        satisfies(ecosystem, requirement ?? '', at) === true
      return plan.fixed.every(({ package: name, to }) => {
        const place = next.findIndex((dependency) => dependency.name === name)
        const is = next[place]?.requirement
        const below = ALL_VERSIONS.filter((at) => (compareVersions(ecosystem, at, to) ?? 0) < 0)
        const isTaken = plan.fixed.some((other) => other.package === name && takes(is, other.to))
        return isTaken && below.every((at) => !takes(is, at))
      })
    })
  )
})

t.test('a lock file of npm reads as fixed, and only in the folders of the package', async () => {
  const tree = fc.record({
    top: version,
    nested: version,
    range: fc.constantFrom('^1.0.0', '^2.0.0', '*', '1.x || 2.x', '>=1.1.0 <3'),
    to: version
  })
  fc.assert(
    fc.property(tree, ({ top, nested, range, to }) => {
      const entry = (at: string, more: object = {}) => ({ version: at, integrity: `sha512-${at}`, ...more })
      const packages = {
        '': { dependencies: { a: '1.0.0', p: `^${top}` } },
        'node_modules/a': entry('1.0.0', { dependencies: { p: range } }),
        'node_modules/a/node_modules/p': entry(nested),
        'node_modules/p': entry(top)
      }
      const files = new Map([
        ['package.json', JSON.stringify(packages[''], null, 2)],
        ['package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }, null, 2)]
      ])
      const fix = { package: 'p', installed: top, to, direct: true, manifestPath: 'package-lock.json' }
      const options = { published: registryOf({ p: { [to]: {} } }), allowMajor: false }
      const plan = planUpdate('npm', files, [fix], options)
      const after = afterOf(files, plan)
      const locked = requirementsOf('package-lock.json', after.get('package-lock.json') ?? '')
      const others = JSON.stringify(
        locked.filter(({ name }) => name !== 'p').map(({ line: _, ...rest }) => rest)
      )
      const same = requirementsOf('package-lock.json', files.get('package-lock.json') ?? '')
      return (
        others ===
          JSON.stringify(same.filter(({ name }) => name !== 'p').map(({ line: _, ...rest }) => rest)) &&
        (plan.fixed.length === 0
          ? plan.edits.length === 0
          : locked.every(({ name, resolvedVersion }) => name !== 'p' || resolvedVersion !== top))
      )
    })
  )
})
