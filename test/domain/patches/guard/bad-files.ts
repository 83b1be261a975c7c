// Patches that touch what they must not, or ask less of the code by its settings.

export interface FilePatch {
  path: string
  before: string | null
  after: string | null
  renamed_from?: string
}

const SOURCE = 'export const one = 1\nexport const two = 2\n'
const TEST = "it('is one', () => {\n  expect(one).toBe(1)\n})\n"
const at = (path: string): FilePatch => ({ path, before: SOURCE, after: SOURCE.replace('1', '3') })
const edit = (path: string, before: string, after: string): FilePatch => ({ path, before, after })
const PACKAGE =
  '{\n  "scripts": {\n    "test": "jest",\n    "lint": "eslint ."\n  },\n  "jest": { "coverageThreshold": { "global": { "branches": 80, "lines": 90 } } }\n}\n'
const PYPROJECT =
  '[tool.pytest.ini_options]\naddopts = "-q"\n\n[tool.coverage.report]\nfail_under = 85\n\n[tool.mypy]\nstrict = true\n'
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ'

export const BAD_FILES: readonly FilePatch[] = [
  ...[
    '.env',
    'deploy/.env',
    'secrets/key.txt',
    'a/b/secrets/key.txt',
    'Secrets/key.txt',
    'infra/main.tf',
    'packages/x/migrations/0001.sql',
    '.github/workflows/ci.yml',
    'sub/.github/workflows/ci.yml',
    '.GitHub/workflows/ci.yml',
    '.github/CODEOWNERS',
    '.gitlab-ci.yml',
    '.circleci/config.yml',
    'Jenkinsfile',
    'azure-pipelines.yml',
    '.husky/pre-commit',
    'lib/../.env',
    './src/a.ts',
    '/etc/passwd',
    'src//a.ts',
    'src\\..\\.env',
    '.git/hooks/pre-commit',
    'src/\u202ets.a',
    'src/p\u0430th.ts',
    'src/a.ts\u0000.md',
    'C:/a.ts',
    'src/a.ts ',
    '．env'
  ].map(at),
  { path: 'docs/env.txt', before: SOURCE, after: SOURCE, renamed_from: '.env' },
  { path: 'src/ci.yml', before: SOURCE, after: SOURCE, renamed_from: '.github/workflows/ci.yml' },
  { path: 'src/one.test.ts', before: TEST, after: null },
  { path: 'src/one.ts.bak', before: TEST, after: TEST, renamed_from: 'src/one.test.ts' },
  { path: 'src/one.ts', before: TEST, after: TEST, renamed_from: 'src/__tests__/one.ts' },
  {
    path: 'src/__snapshots__/one.test.ts.snap',
    before: 'exports[`a 1`] = `1`',
    after: 'exports[`a 1`] = `2`'
  },
  { path: 'tests/ui/wrong.stderr', before: 'error: one', after: 'error: two' },
  { path: '.eslintignore', before: 'dist\n', after: 'dist\nsrc\n' },
  { path: 'src/a.ts', before: SOURCE, after: SOURCE },
  { path: 'src/a.ts', before: SOURCE, after: '' },
  { path: 'src/a.ts', before: SOURCE.repeat(40), after: SOURCE },
  { path: 'src/a.ts', before: SOURCE, after: SOURCE + 'export const x = 1\n'.repeat(2_000) },
  edit('src/a.ts', SOURCE, `${SOURCE}export const key = 'ghp_${LETTERS}'\n`),
  edit('src/a.ts', SOURCE, `${SOURCE}const password = "correct-horse-battery"\n`),
  edit('src/a.ts', SOURCE, `${SOURCE}const url = 'postgres://root:hunter22@db.example.org/x'\n`),
  edit('src/a.ts', SOURCE, `${SOURCE}// AKIA${'ABCDEFGHIJKLMNOP'}\n`),
  edit('src/a.ts', SOURCE, `${SOURCE}const a = 1 //\u202e hidden\n`),
  edit('src/a.ts', SOURCE, `${SOURCE}const \u200ba = 1\n`),
  edit('src/a.ts', SOURCE, `/* eslint\u002ddisable */\n${SOURCE}`),
  edit('src/a.ts', SOURCE, SOURCE.replace('one = 1', 'one = 1 as any')),
  edit('src/a.ts', SOURCE, `/* istanbul ignore file */\n${SOURCE}`),
  edit('src/a.ts', SOURCE, `// biome\u002dignore lint/suspicious/noExplicitAny: later\n${SOURCE}`),
  edit('src/a.py', 'import os\n', 'import os  # noqa\n'),
  edit('src/a.py', 'x = f()\n', 'x = f()  # pragma: no cover\n'),
  edit('src/a.rs', 'fn a() {}\n', '#[allow(dead_code)]\nfn a() {}\n'),
  edit('a.go', 'package a\n\nvar x = f()\n', 'package a\n\nvar x = f() //nolint:errcheck\n'),
  edit('A.java', 'class A {}\n', '@SuppressWarnings("unchecked")\nclass A {}\n'),
  edit('a.rb', 'x = 1\n', 'x = 1 # rubocop:disable Style/All\n'),
  edit('package.json', PACKAGE, PACKAGE.replace('"jest",', '"echo ok",')),
  edit('package.json', PACKAGE, PACKAGE.replace('"jest",', '"jest || true",')),
  edit('package.json', PACKAGE, PACKAGE.replace('"jest",', '"jest --passWithNoTests",')),
  edit('package.json', PACKAGE, PACKAGE.replace('"jest",', '"jest --testPathIgnorePatterns one",')),
  edit('package.json', PACKAGE, PACKAGE.replace('"eslint ."', '"exit 0"')),
  edit('package.json', PACKAGE, PACKAGE.replace('80', '70')),
  edit('package.json', PACKAGE, PACKAGE.replace('"branches": 80, ', '')),
  edit(
    'jest.config.js',
    'module.exports = { testTimeout: 5000 }\n',
    'module.exports = { testTimeout: 50000 }\n'
  ),
  edit(
    'jest.config.js',
    'module.exports = {}\n',
    "module.exports = { coveragePathIgnorePatterns: ['src'] }\n"
  ),
  edit(
    'vitest.config.ts',
    'export default {}\n',
    "export default { test: { exclude: ['src/one.test.ts'] } }\n"
  ),
  edit('playwright.config.ts', 'export default {}\n', 'export default { retries: 3 }\n'),
  edit(
    'tsconfig.json',
    '{ "compilerOptions": { "strict": true } }\n',
    '{ "compilerOptions": { "strict": false } }\n'
  ),
  edit('pyproject.toml', PYPROJECT, PYPROJECT.replace('"-q"', '"-q --ignore=tests/test_a.py"')),
  edit('pyproject.toml', PYPROJECT, PYPROJECT.replace('"-q"', '"-q -k \'not slow\'"')),
  edit('pyproject.toml', PYPROJECT, PYPROJECT.replace('85', '60')),
  edit('pyproject.toml', PYPROJECT, PYPROJECT.replace('fail_under = 85', '')),
  edit('pyproject.toml', PYPROJECT, PYPROJECT.replace('strict = true', 'strict = false')),
  edit(
    'pyproject.toml',
    PYPROJECT,
    PYPROJECT.replace('strict = true', 'strict = true\nignore_errors = true')
  ),
  edit('conftest.py', 'import os\n', 'import os\ncollect_ignore = ["test_a.py"]\n'),
  edit('pom.xml', '<project></project>\n', '<project><skipTests>true</skipTests></project>\n'),
  edit('build.gradle', 'test {\n}\n', 'test {\n  ignoreFailures = true\n}\n'),
  edit('build.gradle', 'test {\n}\n', "test {\n  exclude '**/ATest*'\n}\n"),
  edit(
    'codecov.yml',
    'coverage:\n  status:\n    project:\n      target: 80\n',
    'coverage:\n  status:\n    project:\n      target: 40\n'
  ),
  edit('.coveragerc', '[run]\nbranch = true\n', '[run]\nbranch = true\nomit =\n    src/a.py\n'),
  edit('Makefile', 'test:\n\tgo test ./...\n', 'test:\n\tgo test ./... || true\n')
]
