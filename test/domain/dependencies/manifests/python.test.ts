import t from 'tap'
import { contentsOf, dependencyOf, isUnreadable, packagesOf } from './reading.js'

t.test('requirements.txt: requirements, continued lines, options and included files', async (t) => {
  const text = `# comment
a==1.0 ; python_version < "3"
b[x,y]>=1,<2 --hash=sha256:abc
c @ https://host.example/c.whl
d===1.0 \\
  --hash=sha256:abc
-r other.txt
--constraint=limits.txt
-e git+https://host.example/e#egg=e
f==\${VERSION}
--index-url https://host.example
`
  const { dependencies, includes, notes } = contentsOf('requirements.txt', text)
  t.same(
    dependencies.map(({ name, requirement, resolvedVersion, line }) => [
      name,
      requirement,
      resolvedVersion,
      line
    ]),
    [
      ['a', '==1.0', '1.0', 2],
      ['b', '>=1,<2', null, 3],
      ['c', null, null, 4],
      ['d', '===1.0', '1.0', 5],
      ['e', null, null, 9]
    ]
  )
  t.same(includes, ['other.txt', 'limits.txt'])
  t.match(notes, ['Line 10 depends on the environment'])
})

t.test('pyproject.toml: the tables of the standard and of Poetry', async (t) => {
  const text = `[project]
dependencies = [
  "a>=1",
]
[project.optional-dependencies]
extra = ["b==2.0"]
[dependency-groups]
dev = ["c", { include-group = "other" }]
[tool.poetry.dependencies]
python = "^3.9"
d = { version = "1.0", extras = ["x"] }
[tool.poetry.group.dev.dependencies]
e = { git = "https://host.example/e" }
`
  const { dependencies } = contentsOf('pyproject.toml', text)
  t.same(
    dependencies.map(({ name, resolvedVersion, dev, line }) => [name, resolvedVersion, dev, line]),
    [
      ['a', null, false, 3],
      ['b', '2.0', false, 6],
      ['c', null, true, 8],
      ['d', '1.0', false, 11],
      ['e', null, true, 13]
    ]
  )
})

const TABLES = `[[package]]
name = "a"
version = "1.0"
groups = ["dev"]

[[package]]
name = "b"
version = "2.0"
groups = ["main", "default"]
`

t.test('poetry.lock and pdm.lock: the groups say what is for development', async (t) => {
  for (const path of ['poetry.lock', 'pdm.lock']) {
    t.same(packagesOf(path, TABLES), ['a@1.0', 'b@2.0'], path)
    t.match(dependencyOf(path, TABLES, 'a'), { dev: true, line: 1 })
    t.match(dependencyOf(path, TABLES, 'b'), { dev: false, line: 6 })
    t.same(packagesOf(path, ''), [])
    t.ok(isUnreadable(path, 'This is a letter.'))
  }
})

t.test('uv.lock: the project itself is left out, and says what is direct', async (t) => {
  const text = `version = 1
[[package]]
name = "a"
version = "1.0"
source = { registry = "https://pypi.org/simple" }
[[package]]
name = "b"
version = "2.0"
source = { git = "https://host.example/b?rev=1#0123abc" }
[[package]]
name = "me"
version = "0.1"
source = { virtual = "." }
dependencies = [{ name = "a" }]
[package.dev-dependencies]
dev = [{ name = "b" }]
`
  t.same(packagesOf('uv.lock', text), ['a@1.0', 'b@2.0'])
  t.match(dependencyOf('uv.lock', text, 'a'), { direct: true, dev: false, source: null })
  t.match(dependencyOf('uv.lock', text, 'b'), { direct: true, dev: true, source: /0123abc/ })
})

t.test('pylock.toml and Pipfile.lock', async (t) => {
  const pylock =
    '[[packages]]\nname = "a"\nversion = "1.0"\n[[packages]]\nname = "me"\ndirectory = { path = "." }\n'
  t.same(packagesOf('pylock.dev.toml', pylock), ['a@1.0'])
  const pipfile =
    '{"default":{"a":{"version":"==1.0"}},"develop":{"a":{"version":"==1.0"},"b":{"git":"x","ref":"0123"}}}'
  t.same(packagesOf('Pipfile.lock', pipfile), ['a@1.0', 'b@'])
  t.match(dependencyOf('Pipfile.lock', pipfile, 'a'), { dev: false })
  t.match(dependencyOf('Pipfile.lock', pipfile, 'b'), { dev: true, source: '0123' })
  t.same(packagesOf('Pipfile', '[packages]\na = "==1.0"\nb = "*"\n'), ['a@1.0', 'b@'])
})
