// The documentation as the service serves it: every page, link, anchor and picture, and what a search finds.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import type { Manual } from '#http/docs/manual/manual.js'
import { renderSource } from '#manual/render.js'
import { inOrder, shelvesOf } from '#manual/shelves.js'
import { manualFiles, manualSources } from '#manual/sources.js'
import { MANUAL, PACKAGE_FOLDER } from '#paths.js'
import { startTestService } from '#test/harness/app.js'
import { checkBuilt } from '../harness/built.js'

checkBuilt(MANUAL, [join(PACKAGE_FOLDER, 'src', 'manual')])
const built: Manual = JSON.parse(readFileSync(MANUAL, 'utf8'))

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const get = (url: string) => service.inject({ url, headers: { accept: 'text/html' } })

const ADDRESSES = built.pages.map(({ address }) => address)
const bodies = new Map<string, string>()
for (const address of [...ADDRESSES, '/docs/api']) bodies.set(address, (await get(address)).body)

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const idsOf = (body: string) => new Set(all(body, / id="([^"]*)"/g))
const ids = new Map([...bodies].map(([address, body]) => [address, idsOf(body)]))

t.test('the build has rendered the pages as they are now', async (t) => {
  const sources = manualSources()
  const first = sources.find(({ file }) => file === 'docs/README.md')
  t.same(
    built.pages,
    inOrder(sources.map(renderSource), built.shelves),
    'run `npm run manual` after a change of the documentation'
  )
  t.same(built.shelves, first && shelvesOf(first))
  t.same(
    built.files.map((file) => `docs/${file}`),
    manualFiles()
  )
})

t.test('every link leads to a page that is there, and to a heading on it', async (t) => {
  const elsewhere = new Set<string>()
  for (const [address, body] of bodies) {
    const links = all(body, /<(?:a|img)\b[^>]*? (?:href|src)="([^"]*)"/g).filter(
      (link) => !/^\w+:/.test(link)
    )
    const dead = links.filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? address : path
      if (!ids.has(target)) elsewhere.add(target)
      return ids.has(target) && anchor !== undefined && !ids.get(target)?.has(anchor)
    })
    t.same(dead, [], address)
  }
  for (const path of elsewhere) t.match((await get(path)).statusCode, /^(200|302)$/, path)
})

t.test(
  'a link to a heading that is not there, and one to a page that is not there, would be found',
  async (t) => {
    const page = renderSource({
      file: 'docs/guide/x.md',
      text: '# X\n\n[a](api.md#no) [b](no.md) [c](../../src/app.ts)'
    })
    t.match(page.body, 'href="/docs/guide/api#no"')
    t.notOk(ids.get('/docs/guide/api')?.has('no'))
    t.match(page.body, 'href="/docs/guide/no"')
    t.equal((await get('/docs/guide/no')).statusCode, 404)
    t.notMatch(page.body, 'app.ts', 'the service does not show code')
  }
)

t.test('the contents name every page but the decisions, which have their own list', async (t) => {
  const listed = new Set(built.shelves.flatMap(({ links }) => links.map(({ address }) => address)))
  const missing = ADDRESSES.filter(
    (address) => !listed.has(address) && !address.startsWith('/docs/decisions/')
  )
  t.same(missing, ['/docs'])
})

t.test('each page is named, tells where one is, and needs no script and no other place', async (t) => {
  for (const [address, body] of bodies) {
    t.equal(all(body, /<h1[^>]*>(.*?)<\/h1>/gs).length, 1, `${address} has one title`)
    t.notMatch(body, /<script|<style[^>]*src|javascript:| on\w+=| style=/, address)
    t.equal(idsOf(body).size, all(body, / id="([^"]*)"/g).length, `${address} has each id once`)
  }
  t.match(bodies.get('/docs/guide/triage'), '<a href="/docs/guide/triage" aria-current="page">')
  t.match(bodies.get('/docs/guide/security'), '<th scope="col">Who</th>')
  const { headers } = await get('/docs/guide/triage')
  t.match(
    headers['content-security-policy'],
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self';/
  )
})

t.test('pictures and examples are served, and no other file', async (t) => {
  const picture = await get('/docs/images/overview.png')
  t.same([picture.statusCode, picture.headers['content-type']], [200, 'image/png'])
  t.match((await get('/docs/deploy/compose.yml')).headers['content-type'], 'text/plain')
  for (const url of [
    '/docs/../package.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/manual.json',
    '/docs/images'
  ])
    t.equal((await get(url)).statusCode, 404, url)
  const posted = await service.inject({ method: 'POST', url: '/docs/guide/triage', payload: {} })
  t.same([posted.statusCode, posted.headers.allow], [405, 'GET, HEAD'])
})

t.test('a page and a picture that have not changed are not sent again', async (t) => {
  for (const url of ['/docs', '/docs/guide/triage', '/docs/api', '/docs/images/overview.png']) {
    const { headers } = await get(url)
    t.equal(headers['cache-control'], 'no-cache', url)
    const again = await service.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
    t.same([again.statusCode, again.body, again.headers.etag], [304, '', headers.etag], url)
    const other = await service.inject({ url, headers: { 'if-none-match': '"another"' } })
    t.equal(other.statusCode, 200, url)
  }
})

const found = async (question: string) => {
  const { body } = await get(`/docs?q=${encodeURIComponent(question)}`)
  return { body, links: all(body, /<li><a href="([^"]*)">[^<]*<\/a>\n<p>/g) }
}

t.test('a search finds the page, the heading and the operation', async (t) => {
  t.equal((await found('merge queue')).links[0], '/docs/guide/merge-queue')
  t.equal((await found('rotate key')).links[0], '/docs/guide/audit#rotate-the-key')
  t.ok((await found('TRUST_PROXY')).links.includes('/docs/guide/settings'))
  t.ok((await found('backtest')).links.some((link) => link.startsWith('/docs/api#op-')))
  t.ok((await found('quarantine_days')).links.length > 0, 'a key of the configuration')
})

t.test('a guide comes before the decisions about the same thing', async (t) => {
  for (const question of ['merge queue', 'dependencies', 'review', 'flaky tests']) {
    const { links } = await found(question)
    t.match(links[0], /^\/docs\/guide\//, question)
    t.ok(
      links.some((link) => link.startsWith('/docs/decisions/')),
      question
    )
  }
})

t.test('a search asks for all words, whatever their case, and says when there is nothing', async (t) => {
  t.same((await found('MERGE Queue')).links, (await found('merge queue')).links)
  t.ok((await found('merge')).links.length >= (await found('merge deployment')).links.length)
  const nothing = await found('merge xyzzyplugh')
  t.same(nothing.links, [])
  t.match(nothing.body, 'Nothing has all of these words')
})

t.test('what is searched for is text, and has a bound', async (t) => {
  const { body } = await found('<script>alert(1)</script> "merge')
  t.match(body, '&lt;script&gt;alert(1)&lt;/script&gt;')
  t.notMatch(body, '<script')
  const long = await get(`/docs?q=${'queue+'.repeat(2_000)}`)
  t.ok(long.statusCode === 200 || long.statusCode === 414 || long.statusCode === 431, `${long.statusCode}`)
  t.equal((await get('/docs?q=a&q=b')).statusCode, 200, 'two questions are none')
  t.match((await get('/docs?q=')).body, '<h1 id="documentation">')
})

t.test('markup in a page, and a page without a title, stop the build', async (t) => {
  const page = (text: string) => () => renderSource({ file: 'docs/guide/x.md', text })
  t.throws(page('# X\n\n<div>y</div>'), /markup of its own/)
  t.throws(page('# X\n\ny <b>z</b>'), /markup of its own/)
  t.throws(page('no title'), /does not begin with a title/)
  t.throws(page('# X\n\n![p](https-is-not-here/../../../p.png)'), /does not have/)
  t.equal(dirname(renderSource({ file: 'docs/guide/x.md', text: '# X' }).address), '/docs/guide')
})
