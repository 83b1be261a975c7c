import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { capabilities } from '#capabilities/index.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { FLOWS, GUIDES, readPage, withoutBlocks } from './pages.js'

const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/README.md',
  'docs/architecture.md',
  'docs/where-to-add.md',
  'docs/decisions/README.md',
  ...GUIDES,
  ...FLOWS
]

/** Built, made at run time, or in somebody else's repository; and words that only look like a path. */
const ELSEWHERE = [
  /^dist\//,
  /^(\.\/)?data(\/|$)/,
  /^DATA_DIR\//,
  /^service\//,
  /^(\.github\/)?\.service\.yml$/,
  /^\.service\//,
  /^audit-[\w.-]+$/,
  /^application\/json$/
]
const PATH = /^[\w.-]+(\/[\w.-]+)*\/?$/
const FILE = /\.(ts|md|json|yml|sql|css|js|mjs|html|svg|bin)$/

function isPath(text: string): boolean {
  const isOne = PATH.test(text) && (text.includes('/') || FILE.test(text))
  return isOne && !ELSEWHERE.some((pattern) => pattern.test(text))
}

const pathsIn = (page: string) =>
  [...withoutBlocks(page).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text).filter(isPath)

const linksIn = (page: string) =>
  [...withoutBlocks(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))

function missingIn(page: string, folder: string): string[] {
  const paths = pathsIn(page).filter((path) => !existsSync(join(PACKAGE_FOLDER, path)))
  const links = linksIn(page).filter((target) => !existsSync(join(PACKAGE_FOLDER, folder, target)))
  return [...paths, ...links]
}

t.test('every path and link in the documentation exists', async (t) => {
  for (const name of PAGES) t.same(missingIn(readPage(name), dirname(name)), [], name)
})

t.test('a path or a link that does not exist is found, and nothing else', async (t) => {
  const page = [
    '1. `src/app.ts` calls `src/no-such-room/app.ts`, see `docs/flows` and `no-such-file.md`.',
    '2. See [there](architecture.md#rooms), [nowhere](no-such-page.md) and [outside](https://example.com/page).',
    'Not paths: `GET /api/issues`, `heal.run`, `src/<name>.ts`, `service/heal-7`, `pillars.triage.enabled`.',
    '```',
    '`src/within/a/block.ts`',
    '```'
  ].join('\n')
  t.same(missingIn(page, 'docs'), ['src/no-such-room/app.ts', 'no-such-file.md', 'no-such-page.md'])
})

t.test('the flows name files, and are read here', async (t) => {
  for (const name of FLOWS) t.ok(pathsIn(readPage(name)).length > 3, name)
})

t.test('the README is one screen and a half, and no guide is longer than five', async (t) => {
  t.ok(readPage('README.md').split('\n').length <= 100)
  for (const name of GUIDES) t.ok(readPage(name).split('\n').length <= 250, name)
})

t.test('the page on architecture fits two screens and names every capability in order', async (t) => {
  const page = readPage('docs/architecture.md')
  t.ok(page.split('\n').length <= 111, 'at most 110 lines')
  const stair = [...page.matchAll(/^> (.*)$/gm)].map(([, line]) => line).join(' ')
  t.same(
    stair.split(',').map((name) => name.trim()),
    capabilities.map(({ name }) => name)
  )
  const [, glossary = ''] = page.split('## Glossary')
  t.ok([...glossary.matchAll(/^\| (?!Term|---)/gm)].length <= 30, 'at most 30 terms')
})

t.test('the index lists every decision once', async (t) => {
  const files = readdirSync(join(PACKAGE_FOLDER, 'docs/decisions')).filter((name) => name !== 'README.md')
  t.same(
    linksIn(readPage('docs/decisions/README.md')).filter((name) => /^\d{4}-/.test(name)),
    files.sort()
  )
})
