// Files that Prettier would lay out otherwise, with the settings beside them.
import type { Case } from './case.js'

const ABOVE = '[warn] Code style issues found in the above file. Run Prettier with --write to fix.'
const unformatted = { 'src/a.ts': 'const a  = {b:"c"}\n' }

const formatted = (what: string, settings: Record<string, string>, after: string): Case => ({
  repair: 'formatting',
  what,
  log: ['[warn] src/a.ts', ABOVE],
  type: 'lint_format',
  before: { ...unformatted, ...settings },
  after: { 'src/a.ts': after }
})
const unmended = (what: string, settings: Record<string, string>, refused: RegExp): Case => ({
  repair: 'formatting',
  what,
  log: ['[warn] src/a.ts', ABOVE],
  type: 'lint_format',
  before: { ...unformatted, ...settings },
  refused
})

const BARE = "const a = { b: 'c' }\n"

const NESTED = "if (a) {\n  b('c', 1)\n}\n"

/** What they say, and what Prettier makes of it by its own reading of `.editorconfig`. */
const EDITORS: [string, string, string][] = [
  ['quotes', 'quote_type = single', "if (a) {\n  b('c', 1);\n}\n"],
  [
    'how wide a tab is, and not how far is indented',
    'indent_style = tab\nindent_size = 2\ntab_width = 8\nmax_line_length = 17',
    'if (a) {\n\tb(\n\t\t"c",\n\t\t1,\n\t);\n}\n'
  ],
  ['blanks', 'indent_style = space\nindent_size = 4\ntab_width = 8', 'if (a) {\n    b("c", 1);\n}\n'],
  ['a width alone', 'indent_size = 4', 'if (a) {\n    b("c", 1);\n}\n'],
  ['tabs by their size', 'indent_size = tab', 'if (a) {\n\tb("c", 1);\n}\n'],
  ['as wide as tabs, and no tabs', 'indent_size = tab\ntab_width = 4', 'if (a) {\n    b("c", 1);\n}\n'],
  ['what counts for nothing', 'indent_size = unset\nmax_line_length = 0', 'if (a) {\n  b("c", 1);\n}\n']
]

export const FORMATTING: Case[] = [
  formatted('without settings, as Prettier does', {}, 'const a = { b: "c" };\n'),
  formatted('settings in YAML', { '.prettierrc': 'semi: false\nsingleQuote: true\n' }, BARE),
  formatted('settings in JSON', { '.prettierrc.json': '{"semi":false,"singleQuote":true}' }, BARE),
  formatted('settings in TOML', { '.prettierrc.toml': 'semi = false\nsingleQuote = true\n' }, BARE),
  formatted(
    'settings in a manifest',
    { 'package.json': '{"prettier":{"semi":false,"singleQuote":true}}' },
    BARE
  ),
  formatted(
    'the nearest settings hold',
    { '.prettierrc': 'semi: true\n', 'src/.prettierrc': 'semi: false\nsingleQuote: true\n' },
    BARE
  ),
  formatted(
    'settings for some files',
    {
      '.prettierrc': JSON.stringify({
        semi: false,
        overrides: [
          { files: '*.{ts,tsx}', options: { singleQuote: true } },
          { files: 'src/**', excludeFiles: ['*.ts'], options: { semi: true } }
        ]
      })
    },
    BARE
  ),
  {
    ...formatted(
      'settings of editors',
      { '.editorconfig': 'root = true\n[*]\nindent_style = tab\n[*.{js,ts}]\nmax_line_length = 20\n' },
      ''
    ),
    before: {
      'src/a.ts': 'const abcdef = {bcdef:1}\n',
      '.editorconfig': 'root = true\n[*]\nindent_style = tab\n[*.{js,ts}]\nmax_line_length = 20\n'
    },
    after: { 'src/a.ts': 'const abcdef = {\n\tbcdef: 1,\n};\n' }
  },
  {
    ...formatted('a step in a folder of its own', {}, ''),
    before: { 'web/src/a.ts': 'a( )\n' },
    after: { 'web/src/a.ts': 'a();\n' }
  },
  ...EDITORS.map(([what, settings, after]) => ({
    ...formatted(`settings of editors: ${what}`, { '.editorconfig': `[*]\n${settings}\n` }, after),
    before: { 'src/a.ts': NESTED, '.editorconfig': `[*]\n${settings}\n` }
  })),
  {
    ...formatted('of editors, what Prettier is told itself goes before', {}, BARE),
    before: {
      ...unformatted,
      '.prettierrc': 'semi: false\nsingleQuote: true\nprintWidth: 80\n',
      '.editorconfig': '[*]\nmax_line_length = off\nquote_type = double\n'
    }
  },
  {
    ...formatted('the time before what Prettier says', {}, 'const a = { b: "c" };\n'),
    log: ['2025-01-02T03:04:05.1234567Z [warn] src/a.ts', ABOVE]
  },
  unmended(
    'a name that is that of a file at the top, and of one in a package',
    { 'packages/a/src/a.ts': 'a( )\n' },
    /matches several files/
  ),
  {
    ...unmended('a name that is that of a file in two packages', {}, /matches several files/),
    before: { 'packages/a/src/a.ts': 'a( )\n', 'packages/b/src/a.ts': 'a( )\n' }
  },
  { ...unmended('a file that is not there', {}, /not in the repository/), before: { 'src/b.ts': '' } },
  unmended(
    'lines of editors without end',
    { '.editorconfig': '[*]\nmax_line_length = off\n' },
    /printWidth to more/
  ),
  ...['*.[jt]s', '!(a).ts', '*.{ts}', 'a{1..3}.ts', '*.ts] # texts', 'a'.repeat(501)].map((section) =>
    unmended(
      `a section of editors that is not known here: ${section.slice(0, 20)}`,
      { '.editorconfig': `[${section}]\nindent_style = tab\n` },
      /selects files in a way/
    )
  ),
  ...['indent_size = 2 # two', 'indent_style tab'].map((line) =>
    unmended(
      `a line of editors that is read in two ways: ${line}`,
      { '.editorconfig': `[*]\n${line}\n` },
      /interpret differently/
    )
  ),
  unmended(
    'settings in JSON5',
    { '.prettierrc.json5': '{ semi: false, // wide\n tabWidth: 4 }' },
    /is JSON5/
  ),
  unmended(
    'settings for a range of files',
    { '.prettierrc': '{"overrides":[{"files":"a{1..3}.ts","options":{"semi":false}}]}' },
    /overrides select files in a way/
  ),
  unmended('settings that are a program', { 'prettier.config.js': 'export default {}' }, /is a program/),
  unmended('settings of a package', { 'package.json': '{"prettier":"@octo/prettier"}' }, /from a package/),
  unmended('plugins', { '.prettierrc': 'plugins: [prettier-plugin-a]\n' }, /plugins/),
  unmended('files that are to be left out', { '.prettierignore': 'src/**\n' }, /excludes/),
  ...['.prettierrc', '.editorconfig', '.prettierignore', 'package.json'].flatMap((path) => [
    { ...unmended(`a link: ${path}`, {}, /exists but cannot be read/), links: [path] },
    { ...unmended(`no text: ${path}`, { [path]: '' }, /exists but cannot be read/), unread: [path] }
  ]),
  { ...unmended('a link to a program', {}, /is a program/), links: ['prettier.config.js'] },
  unmended('settings that are endless', { '.editorconfig': `#${'a'.repeat(65_536)}` }, /longer than 65536/),
  unmended('sections without end', { '.editorconfig': '[*]\n'.repeat(101) }, /more than 100 sections/),
  unmended('tabs of editors as wide as a page', { '.editorconfig': '[*]\ntab_width = 33\n' }, /tabWidth/),
  unmended('tabs as wide as a page', { '.prettierrc': 'tabWidth: 33\n' }, /tabWidth to more than 32/),
  unmended('lines without end', { '.prettierrc': 'printWidth: 1001\n' }, /printWidth to more than 1000/),
  unmended('what Prettier cannot read', { 'src/a.ts': 'const = 1\n' }, /cannot format/),
  unmended('what is laid out already', { 'src/a.ts': 'a();\n' }, /changes nothing/),
  {
    ...unmended('more files than the log shows', {}, /counts 3 files/),
    log: ['[warn] src/a.ts', '[warn] Code style issues found in 3 files. Run Prettier with --write to fix.']
  }
]
