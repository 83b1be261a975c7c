import t from 'tap'
import { isDependencyManifest } from '#domain/dependencies/manifests/index.js'
import { contentsOf, dependencyOf, isUnreadable, packagesOf } from './reading.js'

t.test('composer.json and composer.lock', async (t) => {
  const manifest = '{"require":{"php":"^8","ext-json":"*","a/b":"1.0.0"},\n"require-dev":{"c/d":"^2"}}'
  t.same(packagesOf('composer.json', manifest), ['a/b@1.0.0', 'c/d@'])
  t.match(dependencyOf('composer.json', manifest, 'c/d'), { requirement: '^2', dev: true, line: 2 })
  const lock =
    '{"packages":[{"name":"a/b","version":"v1.0.0"}],\n"packages-dev":[\n{"name":"c/d","version":"2.0"}]}'
  t.same(packagesOf('composer.lock', lock), ['a/b@v1.0.0', 'c/d@2.0'])
  t.match(dependencyOf('composer.lock', lock, 'c/d'), { dev: true, line: 3 })
  t.ok(isUnreadable('composer.lock', 'null'))
})

t.test('the manifests of NuGet', async (t) => {
  const lock = `{"version":1,"dependencies":{
"net8.0":{"A":{"type":"Direct","resolved":"1.0.0"},"B":{"type":"Transitive","resolved":"2.0.0"}},
"net6.0":{"A":{"type":"Transitive","resolved":"1.0.0"},"Me":{"type":"Project"}}}}`
  t.same(packagesOf('packages.lock.json', lock), ['A@1.0.0', 'B@2.0.0', 'Me@'])
  t.match(dependencyOf('packages.lock.json', lock, 'A'), { direct: true, line: 2 })
  const project = `<Project>
  <ItemGroup>
    <PackageReference Include="A" Version="1.0.0" PrivateAssets="All" />
    <PackageReference Include="B"><Version>[2.0,3.0)</Version></PackageReference>
  </ItemGroup>
</Project>`
  t.match(dependencyOf('src/Me.csproj', project, 'A'), { resolvedVersion: '1.0.0', dev: true, line: 3 })
  t.match(dependencyOf('src/Me.csproj', project, 'B'), { requirement: '[2.0,3.0)', resolvedVersion: null })
  t.same(packagesOf('packages.config', '<packages><package id="A" version="1.0" /></packages>'), ['A@1.0'])
})

t.test('mix.lock, pubspec.yaml and pubspec.lock', async (t) => {
  const mix =
    '%{\n  "a": {:hex, :real_a, "1.0.0", "x", [:mix], []},\n  "b": {:git, "https://host.example/b.git", "0123", []},\n}\n'
  t.same(packagesOf('mix.lock', mix), ['real_a@1.0.0', 'b@'])
  t.match(dependencyOf('mix.lock', mix, 'b'), { source: 'https://host.example/b.git#0123', line: 3 })
  const lock = `packages:
  a:
    dependency: "direct dev"
    description:
      name: a
      version: no
    source: hosted
    version: "1.0.0"
  b:
    dependency: transitive
    source: git
    version: "2.0.0"
`
  t.same(packagesOf('pubspec.lock', lock), ['a@1.0.0', 'b@2.0.0'])
  t.match(dependencyOf('pubspec.lock', lock, 'a'), { direct: true, dev: true, source: null })
  t.match(dependencyOf('pubspec.lock', lock, 'b'), { direct: false, source: 'git' })
  const manifest =
    'name: me\ndependencies:\n  a: ^1.0.0\n  flutter:\n    sdk: flutter\ndev_dependencies:\n  b: 2.0.0\n'
  t.same(packagesOf('pubspec.yaml', manifest), ['a@', 'flutter@', 'b@2.0.0'])
  t.match(dependencyOf('pubspec.yaml', manifest, 'flutter'), { source: 'flutter' })
})

t.test('conan.lock, renv.lock, cabal.project.freeze and stack.yaml.lock', async (t) => {
  t.same(packagesOf('conan.lock', '{"requires":["a/1.0#r%1"],"build_requires":["b/2.0@u/c"]}'), [
    'a@1.0',
    'b@2.0'
  ])
  const graph = '{"graph_lock":{"nodes":{"0":{"ref":"me/1","path":"x"},"1":{"ref":"a/1.0#r"}}}}'
  t.same(packagesOf('conan.lock', graph), ['a@1.0'])
  t.same(packagesOf('renv.lock', '{"Packages":{"a":{"Package":"a","Version":"1.0"}}}'), ['a@1.0'])
  const freeze = 'constraints: any.a ==1.0,\n             a +flag,\n             any.b-c ==2.0\n'
  t.same(packagesOf('cabal.project.freeze', freeze), ['a@1.0', 'b-c@2.0'])
  const stack =
    'packages:\n- completed:\n    hackage: a-b-1.0@sha256:x,1\n  original:\n    hackage: a-b-1.0\n'
  t.same(packagesOf('stack.yaml.lock', stack), ['a-b@1.0'])
})

t.test('what others wrote is none of the manifests of a repository', async (t) => {
  for (const path of [
    'package.json',
    'a/b/go.mod',
    'requirements-dev.txt',
    'requirements/base.txt',
    'x/Me.fsproj'
  ])
    t.ok(isDependencyManifest(path), path)
  for (const path of [
    'node_modules/a/package.json',
    'vendor/x/go.mod',
    'readme.txt',
    'lib/package.json.bak',
    ''
  ])
    t.notOk(isDependencyManifest(path), path)
  t.ok(isUnreadable('readme.txt', ''))
})

t.test('a version of a lock file that is not known is read, and said', async (t) => {
  const { dependencies, notes } = contentsOf(
    'package-lock.json',
    '{"lockfileVersion":9,"packages":{"node_modules/a":{"version":"1.0.0"}}}'
  )
  t.equal(dependencies.length, 1)
  t.match(notes, [/Version 9/])
})
