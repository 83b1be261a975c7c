import t from 'tap'
import { contentsOf, dependencyOf, isUnreadable, packagesOf } from './reading.js'

t.test('go.mod: replacements, indirect modules and the standard library', async (t) => {
  const text = `module example.com/me // comment

go 1.16
toolchain go1.22.3-custom

require (
	example.com/a v1.2.3 // indirect
	"example.com/b" v2.0.0+incompatible
	example.com/c v3.0.0
)

exclude example.com/a v1.0.0
retract [v1.0.0, v1.9.9]
replace (
	example.com/b v2.0.0+incompatible => ../b
	example.com/c => example.com/fork v3.1.0
	example.com/d => example.com/e v1.0.0
)
`
  t.same(packagesOf('go.mod', text), [
    'example.com/a@1.2.3',
    '../b@',
    'example.com/fork@3.1.0',
    'stdlib@1.22.3'
  ])
  t.match(dependencyOf('go.mod', text, 'example.com/a'), { direct: false, line: 7 })
  t.match(dependencyOf('go.mod', text, '../b'), { direct: true, source: '../b' })
  t.same(contentsOf('go.mod', text).includes, ['go.sum'])
  t.ok(isUnreadable('go.mod', 'This is a letter.'))
  t.ok(isUnreadable('go.mod', 'require (\n\texample.com/a v1.0.0\n'))
  t.same(packagesOf('go.sum', 'a.b/c v1.0.0 h1:x=\na.b/c v1.0.0/go.mod h1:y=\n'), ['a.b/c@1.0.0'])
  t.ok(isUnreadable('go.sum', 'a.b/c v1.0.0\n'))
})

const dependency = (fields: string) => `<dependency>${fields}</dependency>`

t.test('pom.xml: properties, managed versions, ranges, scopes and profiles', async (t) => {
  const text = `<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>org.me</groupId><artifactId>parent</artifactId><version>9</version></parent>
  <name>Me &copy; 2020</name>
  <properties><first>1.\${second}</first><second>2</second><round>\${round}</round></properties>
  <dependencies>
    ${dependency(`<groupId>\${project.groupId}</groupId><artifactId>a</artifactId><version>\${first}</version>`)}
    ${dependency('<groupId>org.x</groupId><artifactId>b</artifactId>')}
    ${dependency('<groupId>org.x</groupId><artifactId>c</artifactId><version>[1.0,2.0)</version><scope>test</scope>')}
    ${dependency(`<groupId>org.x</groupId><artifactId>d</artifactId><version>\${round}</version>`)}
    ${dependency('<artifactId>nobody</artifactId>')}
  </dependencies>
  <dependencyManagement><dependencies>
    ${dependency('<groupId>org.x</groupId><artifactId>b</artifactId><version>[3.0]</version>')}
    ${dependency('<groupId>org.x</groupId><artifactId>unused</artifactId><version>1</version>')}
  </dependencies></dependencyManagement>
  <profiles>
    <profile><activation><activeByDefault>true</activeByDefault></activation><dependencies>
      ${dependency('<groupId>org.x</groupId><artifactId>e</artifactId><version>5</version>')}
    </dependencies></profile>
    <profile><dependencies>
      ${dependency('<groupId>org.x</groupId><artifactId>f</artifactId><version>6</version>')}
    </dependencies></profile>
  </profiles>
</project>`
  t.same(packagesOf('pom.xml', text), ['org.me:a@1.2', 'org.x:b@3.0', 'org.x:c@', 'org.x:d@', 'org.x:e@5'])
  t.match(dependencyOf('pom.xml', text, 'org.x:c'), { requirement: '[1.0,2.0)', dev: true, line: 9 })
  t.match(dependencyOf('pom.xml', text, 'org.x:d'), { requirement: `\${round}` })
  t.same(contentsOf('pom.xml', text).includes, ['../pom.xml'])
  t.ok(isUnreadable('pom.xml', '<project><dependencies></project>'))
  t.ok(isUnreadable('pom.xml', 'This is a letter.'))
})

t.test('lock files and verification metadata of Gradle', async (t) => {
  const lock =
    '# comment\norg.x:a:1.0=compileClasspath,testCompileClasspath\norg.x:b:2.0=testRuntimeClasspath\nbad\nempty=x\n'
  t.same(packagesOf('gradle.lockfile', lock), ['org.x:a@1.0', 'org.x:b@2.0'])
  t.match(dependencyOf('gradle.lockfile', lock, 'org.x:b'), { dev: true, line: 3 })
  const metadata = `<verification-metadata><components>
  <component group='org.x' name='a' version='1.0'><artifact name='a.jar'/></component>
</components></verification-metadata>`
  t.same(packagesOf('gradle/verification-metadata.xml', metadata), ['org.x:a@1.0'])
})

t.test('Gemfile and Gemfile.lock', async (t) => {
  const manifest = `gem "a", "~> 1.0", ">= 1.0.2"
group :development, :test do
  gem 'b', require: false
end
gem "c", git: "https://host.example/c"
gem "d", "1.2.3", group: :test
`
  t.match(dependencyOf('Gemfile', manifest, 'a'), { requirement: '~> 1.0, >= 1.0.2', dev: false, line: 1 })
  t.match(dependencyOf('Gemfile', manifest, 'b'), { requirement: null, dev: true })
  t.match(dependencyOf('Gemfile', manifest, 'c'), { source: 'https://host.example/c', dev: false })
  t.match(dependencyOf('Gemfile', manifest, 'd'), { resolvedVersion: '1.2.3', dev: true })
  const lock = `GIT
  remote: https://host.example/c
  revision: 0123abc
  specs:
    c (0.1)

GEM
  remote: https://rubygems.org/
  specs:
    a (1.0.2)
      b (>= 2)
    b (2.0-x86_64-linux)
    b (2.0-arm64-darwin)

DEPENDENCIES
  a (~> 1.0)
  c!
`
  t.same(packagesOf('Gemfile.lock', lock), ['c@0.1', 'a@1.0.2', 'b@2.0'])
  t.match(dependencyOf('Gemfile.lock', lock, 'c'), { direct: true, source: '0123abc', line: 5 })
  t.match(dependencyOf('Gemfile.lock', lock, 'b'), { direct: false, source: null })
})

t.test('Cargo.toml and Cargo.lock', async (t) => {
  const manifest = `[dependencies]
a = "1"
b = { package = "real-b", version = "=2.0.1" }
[dev-dependencies]
c = { path = "../c" }
[target.'cfg(unix)'.dependencies]
d = "1"
[workspace]
members = ["x", "y/*"]
`
  t.match(dependencyOf('Cargo.toml', manifest, 'real-b'), { resolvedVersion: '2.0.1', line: 3 })
  t.match(dependencyOf('Cargo.toml', manifest, 'c'), { source: '../c', dev: true })
  t.match(dependencyOf('Cargo.toml', manifest, 'd'), { requirement: '1', line: 7 })
  t.same(contentsOf('Cargo.toml', manifest).includes, ['x/Cargo.toml'])
  const registry = 'source = "registry+https://github.com/rust-lang/crates.io-index"'
  const lock = `[[package]]\nname = "me"\nversion = "0.1.0"\ndependencies = ["a"]\n
[[package]]\nname = "a"\nversion = "1.0.0"\n${registry}\n`
  t.match(dependencyOf('Cargo.lock', lock, 'a'), {
    resolvedVersion: '1.0.0',
    direct: true,
    source: null,
    line: 6
  })
  t.match(dependencyOf('Cargo.lock', lock, 'me'), { source: '.', direct: false })
})
