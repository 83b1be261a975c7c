// Repairs as people make them: each mends something, and none asks less of the code.
import type { FilePatch } from './bad-files.js'
import type { Edit } from './bad-tests.js'

const edit = (path: string, before: string, after: string): FilePatch => ({ path, before, after })

/** New tests, more of them, and the same ones set or named otherwise. */
export const HONEST_EDITS: readonly Edit[] = [
  ['ts', "import { total, discount } from './cart'", "import { discount, total } from './cart.js'"],
  ['ts', 'total([100, 250])', 'sum([100, 250])'],
  ['ts', "  it('takes", "  it('adds nothing', () => {\n    expect(total([])).toBe(0)\n  })\n\n  it('takes"],
  ['ts', "'SPRING')\n", '"SPRING");\n'],
  [
    'ts',
    "toEqual({ amount: 900, code: 'SPRING' })",
    "toEqual({\n      amount: 900,\n      code: 'SPRING',\n    })"
  ],
  ['ts', "describe('cart'", "describe('the cart'"],
  ['ts', '// Prices are in cents.', '// Prices are in cents; do not skip the conversion.'],
  ['ts', 'async () => {', 'async (): Promise<void> => {'],
  ['ts', 'const price =', 'const reduced ='],
  ['ts', '    const price', '    const warn = vi.fn()\n    const price'],
  ['tap', "import { open } from '../src/queue.js'", "import { open } from '../src/queue/index.js'"],
  ['tap', '  const queue = open()', '  const queue = open()\n  t.teardown(() => queue.close())'],
  ['tap', '  t.equal(queue.take(), null)\n', '  t.equal(queue.take(), null)\n  t.equal(queue.size, 0)\n'],
  ['py', 'from ledger import Ledger, Overdrawn', 'from ledger import (\n    Ledger,\n    Overdrawn,\n)'],
  ['py', 'Ledger()', 'Ledger(currency="EUR")'],
  [
    'py',
    'def test_overdraft',
    'def test_starts_empty():\n    assert Ledger().balance == 0\n\n\ndef test_overdraft'
  ],
  ['py', 'def test_balance_adds_up', 'def test_balance_is_the_sum'],
  ['py', 'ledger.balance == 12', 'ledger.total == 12'],
  ['py', '    ledger.add(5)\n', '    ledger.add(5)\n\n'],
  ['unittest', 'from app.slug import slug', 'from app.text import slug'],
  [
    'unittest',
    "        self.assertEqual(slug('Ab C'), 'ab-c')",
    "        self.assertEqual(\n            slug('Ab C'),\n            'ab-c',\n        )"
  ],
  ['unittest', "'Ab C'", '"Ab C"'],
  ['go', 'r := New(2)', 'ring := New(2)\n\tr := ring'],
  ['go', 'import "testing"', 'import (\n\t"testing"\n\n\t"github.com/stretchr/testify/require"\n)'],
  ['go', 'r.Len(); got', 'r.Size(); got'],
  ['go', '\tr := New(2)', '\tt.Parallel()\n\tr := New(2)'],
  ['rs', 'text.trim().parse().ok()', 'text.trim().parse::<u32>().ok()'],
  ['rs', 'pub fn parse(text: &str)', '/// Reads a number.\npub fn parse(text: &str)'],
  [
    'rs',
    '    #[test]\n    fn refuses',
    '    #[test]\n    fn reads_zero() {\n        assert_eq!(parse("0"), Some(0));\n    }\n\n    #[test]\n    fn refuses'
  ],
  ['rs', 'use super::*;', 'use super::parse;'],
  [
    'java',
    'import static org.junit.jupiter.api.Assertions.*;',
    'import static org.junit.jupiter.api.Assertions.assertEquals;\nimport static org.junit.jupiter.api.Assertions.assertThrows;'
  ],
  ['java', 'clock.now()', 'clock.instant()'],
  ['java', '        clock.tick();', '        // One tick is one second.\n        clock.tick();'],
  ['kt', 'import kotlin.test.Test\n', 'import org.junit.jupiter.api.Test\n'],
  ['kt', 'class MoneyTest', 'internal class MoneyTest'],
  ['rb', "User.new('Ada').greeting", "build(:user, name: 'Ada').greeting"],
  [
    'rb',
    "  it 'refuses",
    "  it 'keeps its name' do\n    expect(User.new('Ada').name).to eq('Ada')\n  end\n\n  it 'refuses"
  ],
  ['php', 'final class PriceTest', '#[CoversClass(Price::class)]\nfinal class PriceTest'],
  ['php', 'new Price(10.6)', 'Price::of(10.6)'],
  ['cs', 'var queue = new Queue();', 'using var queue = new Queue();'],
  ['cs', 'queue.Take());', 'queue.Dequeue());'],
  ['cpp', '#include "matrix.h"', '#include "linalg/matrix.h"'],
  ['cpp', 'a.rows()', 'a.row_count()'],
  ['ex', 'use ExUnit.Case', 'use ExUnit.Case, async: true'],
  ['ex', 'Mailer.deliver', 'Acme.Mailer.deliver']
]

const LIST = `{
  "name": "acme",
  "scripts": { "test": "jest", "lint": "eslint ." },
  "dependencies": { "left": "^1.0.0", "right": "2.1.0" },
  "devDependencies": { "jest": "^28.0.0", "typescript": "~5.1.0" }
}
`
const inList = (from: string, to: string) => edit('package.json', LIST, LIST.replace(from, to))

const LINES: readonly (readonly [path: string, before: string, after: string])[] = [
  ['src/a.ts', 'const a = "x";', "const a = 'x'"],
  ['src/a.ts', 'let a = 1', 'const a = 1'],
  ['src/a.ts', 'import b from "b"', ''],
  ['src/a.ts', 'return items[0].name', "return items[0]?.name ?? ''"],
  ['src/a.ts', 'function f (a) {}', 'function f (_a: string): void {}'],
  ['src/a.ts', 'const data: Item = JSON.parse(text)', 'const data = parseItem(JSON.parse(text))'],
  ['src/a.ts', 'if (a == b) go()', 'if (a === b) go()'],
  ['src/a.ts', "import { a } from './a'", "import { a } from './a.js'"],
  ['src/a.ts', 'export default a', 'export { a }'],
  ['src/a.ts', 'fetch(url)', 'fetch(url, { signal: AbortSignal.timeout(5000) })'],
  ['src/a.ts', 'items.map(i => { go(i) })', 'items.forEach((item) => go(item))'],
  ['src/skip.ts', 'export const skip = 1', 'export const skipped = 1'],
  ['src/a.tsx', '<img src={a}>', '<img src={a} alt="" />'],
  ['src/a.vue', '<template><p>{{a}}</p></template>', '<template><p>{{ a }}</p></template>'],
  ['src/a.py', 'import os, sys', 'import os\nimport sys'],
  ['src/a.py', 'def f(x=[]):', 'def f(x=None):'],
  ['src/a.py', 'x = {"a":1}', 'x = {"a": 1}'],
  ['src/a.py', 'print "a"', 'print("a")'],
  ['src/a.py', 'from collections import Mapping', 'from collections.abc import Mapping'],
  ['src/a.py', 'def f(a):\n    return a', 'def f(a: int) -> int:\n    return a'],
  ['src/a.py', 'except:', 'except ValueError:'],
  ['src/a.py', 'np.float(1)', 'float(1)'],
  ['src/a.go', 'fmt.Println("a")', 'log.Println("a")'],
  ['src/a.go', 'import "io/ioutil"', 'import "io"'],
  ['src/a.go', 'f.Close()', 'defer f.Close()'],
  ['src/a.go', 'a := 1\n', ''],
  ['src/a.go', 'resp, _ := http.Get(u)', 'resp, err := http.Get(u)\nif err != nil {\n\treturn err\n}'],
  ['src/a.rs', 'let x = y.clone();', 'let x = y;'],
  ['src/a.rs', 'fn f(x: &Vec<u8>) {}', 'fn f(x: &[u8]) {}'],
  ['src/a.rs', 'use std::io;', 'use std::io::Read;'],
  ['src/a.rs', 'return x;', 'x'],
  ['src/A.java', 'List l = new ArrayList();', 'List<String> l = new ArrayList<>();'],
  ['src/A.java', 'import java.util.*;', 'import java.util.List;'],
  ['src/A.java', 'new Integer(1)', 'Integer.valueOf(1)'],
  ['src/A.kt', 'val a = b!!.c', 'val a = b?.c ?: return'],
  ['src/A.kt', 'var a = 1', 'val a = 1'],
  ['src/a.rb', 'x = "a"', "x = 'a'"],
  ['src/a.rb', 'if not a', 'unless a'],
  ['src/a.php', 'array(1, 2)', '[1, 2]'],
  ['src/a.php', 'function f($a) {}', 'function f(int $a): void {}'],
  ['src/A.cs', 'var a = b.Result;', 'var a = await b;'],
  ['src/a.cpp', '#include <a.h>', '#include "a.h"'],
  ['src/a.cpp', 'for (int i = 0; i < v.size(); i++)', 'for (size_t i = 0; i < v.size(); i++)'],
  ['src/a.c', 'char *p = malloc(n);', 'char *p = malloc(n + 1);'],
  ['src/a.swift', 'let a = b!', 'guard let a = b else { return }'],
  ['src/a.scss', 'a{color:red}', 'a {\n  color: red;\n}'],
  ['src/a.sh', 'rm -rf $DIR', 'rm -rf "$' + '{DIR:?}"'],
  ['lib/a.ex', 'Enum.count(a) > 0', 'a != []'],
  ['README.md', 'Skip this with `--skip`.', 'Leave this out with `--skip`.'],
  ['docs/testing.md', 'Run `npm test`.', 'Run `npm test`; skipped tests are listed at the end.'],
  ['CHANGELOG.md', '## Unreleased', '## Unreleased\n\n- Mends the clock.'],
  ['Dockerfile', 'FROM node:16', 'FROM node:22'],
  ['Dockerfile', 'COPY entry.sh /', 'COPY docker/entry.sh /'],
  ['requirements.txt', 'requests==2.0', 'requests==2.32.3'],
  ['requirements.txt', 'a==1.0', 'a>=1.0,<2'],
  ['Gemfile', "gem 'rails', '6.0'", "gem 'rails', '~> 7.1'"],
  ['go.mod', 'go 1.20', 'go 1.22'],
  ['Cargo.toml', 'serde = "1.0.100"', 'serde = { version = "1.0.200", features = ["derive"] }'],
  ['Cargo.toml', 'edition = "2018"', 'edition = "2021"'],
  ['pom.xml', '<version>1.0</version>', '<version>1.1</version>'],
  ['build.gradle', "implementation 'a:b:1.0'", "implementation 'a:b:1.1'"],
  ['build.gradle.kts', 'api(projects.core)', 'implementation(projects.core)'],
  ['composer.json', '"php": "^7.4"', '"php": "^8.1"'],
  ['pyproject.toml', 'python = "^3.8"', 'python = "^3.10"'],
  ['pyproject.toml', 'dependencies = ["a"]', 'dependencies = ["a", "b"]'],
  ['pyproject.toml', 'fail_under = 80', 'fail_under = 85'],
  ['tsconfig.json', '"target": "es2019"', '"target": "es2022"'],
  ['tsconfig.json', '"strict": false', '"strict": true'],
  ['jest.config.js', 'preset: "ts-jest"', 'preset: "ts-jest",\n  testEnvironment: "node"'],
  ['jest.config.js', 'testTimeout: 50000', 'testTimeout: 5000'],
  ['.eslintrc.json', '"ecmaVersion": 2018', '"ecmaVersion": 2022'],
  ['tox.ini', 'envlist = py38', 'envlist = py310'],
  ['Makefile', 'build:\n\tgo build', 'build:\n\tgo build ./...'],
  ['CMakeLists.txt', 'cmake_minimum_required(VERSION 2.8)', 'cmake_minimum_required(VERSION 3.10)'],
  ['.nvmrc', '16', '22'],
  ['helm/values.yaml', 'replicas: 1', 'replicas: 2']
]

export const HONEST_FILES: readonly FilePatch[] = [
  ...LINES.map(([path, before, after]) => edit(path, `start\n${before}\nend\n`, `start\n${after}\nend\n`)),
  inList('^1.0.0', '^2.0.0'),
  inList('"2.1.0"', '"2.1.4"'),
  inList('^28.0.0', '^29.7.0'),
  inList('~5.1.0', '~5.9.0'),
  inList('"left": "^1.0.0", ', ''),
  inList('"right": "2.1.0"', '"right": "2.1.0", "up": "1.0.0"'),
  inList('"name": "acme"', '"name": "acme",\n  "engines": { "node": ">=20" }'),
  inList('"jest",', '"jest --ci",'),
  { path: 'src/new.ts', before: null, after: 'export const a = 1\n' },
  { path: 'test/new.test.ts', before: null, after: "it('is one', () => {\n  expect(one()).toBe(1)\n})\n" },
  { path: 'tests/test_new.py', before: null, after: 'def test_new():\n    assert new() == 1\n' },
  { path: 'src/old.ts', before: 'export const a = 1\n', after: null },
  {
    path: 'src/b.ts',
    before: 'export const a = 1\n',
    after: 'export const a = 1\n',
    renamed_from: 'src/a.ts'
  },
  {
    path: 'src/b.test.ts',
    before: "it('is', () => {\n  expect(a).toBe(1)\n})\n",
    after: "it('is', () => {\n  expect(a).toBe(1)\n})\n",
    renamed_from: 'src/a.test.ts'
  },
  { path: 'docs/guide.md', before: null, after: '# Guide\n\nHow to run and how to skip.\n' },
  { path: 'src/config.ts', before: 'export const retries = 1\n', after: 'export const retries = 2\n' },
  { path: 'src/net.ts', before: 'const timeoutMs = 1000\n', after: 'const timeoutMs = 5000\n' },
  { path: 'src/env.ts', before: "const token = ''\n", after: "const token = process.env.TOKEN ?? ''\n" },
  {
    path: 'package-lock.json',
    before: '{ "a": "1.0.0" }\n',
    after: '{ "a": "1.0.1", "integrity": "sha512-AbCd" }\n'
  }
]
