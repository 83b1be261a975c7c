import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { SITE_MAP } from '#dashboard/site-map.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { ADMIN_KEY, KEY, startTestService, WEBHOOK_SECRET } from '../harness/app.js'
import { browserWith, login } from '../harness/sessions.js'
import { sourcesIn } from '../rules/syntax.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { inject } = service

const LOGIN = '/dashboard/login'
const PAGES = SITE_MAP.map(({ path }) => path.replaceAll(/:\w+/g, '1')).filter((path) => path !== LOGIN)
const ASSETS = {
  'app.js': 'text/javascript; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml'
}

/** All that a browser may get. */
const FILES = readdirSync(join(PACKAGE_FOLDER, 'dist', 'dashboard')).filter((name) => name !== 'page.html')
const CHUNKS = FILES.filter((name) => /^[A-Z0-9]{8}\.js$/.test(name))

const assetOf = (name: string) => `/dashboard/assets/${name}`
const versionedIn = (page: string) => page.match(/\/dashboard\/assets\/[^"]+/g) ?? []

t.test('the address that the start names leads to the dashboard', async (t) => {
  const { statusCode, headers } = await service.inject({ method: 'GET', url: '/' })
  t.equal(statusCode, 302)
  t.equal(headers.location, '/dashboard')
})

t.test('a stranger on a page is led to the login, which knows the way back', async (t) => {
  const strangers = [
    {},
    { authorization: 'Bearer not-a-key' },
    { cookie: 'service-session=made-up' },
    { authorization: 'Bearer not-a-key', cookie: await login(service) }
  ]
  for (const headers of strangers) {
    for (const url of [...PAGES, '/dashboard?state=failed&repo=a/b']) {
      const reply = await inject({ url, headers })
      t.equal(reply.statusCode, 302, url)
      const to = new URL(String(reply.headers.location), 'http://service.test')
      t.equal(to.origin + to.pathname, 'http://service.test/dashboard/login')
      t.equal(to.searchParams.get('from'), url)
    }
  }
})

t.test('who has a session or a key gets the page, until the session is closed', async (t) => {
  const cookie = await login(service)
  for (const headers of [{ cookie }, { authorization: `Bearer ${KEY}` }]) {
    for (const url of PAGES) t.equal((await inject({ url, headers })).statusCode, 200, url)
  }
  await browserWith(service, cookie).POST('/api/auth/logout')
  for (const url of PAGES) t.equal((await inject({ url, headers: { cookie } })).statusCode, 302, url)
})

t.test('a page runs and loads nothing but its own files, and no cache keeps it', async (t) => {
  for (const url of [...PAGES, '/dashboard/login']) {
    const { headers, body } = await inject({ url, headers: { authorization: `Bearer ${KEY}` } })
    t.match(headers, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
        "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
        "trusted-types 'none'; form-action 'self'"
    })
    t.equal(versionedIn(body).length, 3)
    t.notMatch(body, /<script(?! type="module" src="\/dashboard\/)|<style|\sstyle=|\son\w+=|https?:/i)
  }
})

t.test('the files of a page are kept for ever under the version that the page names', async (t) => {
  const { body } = await inject({ url: '/dashboard/login' })
  for (const url of versionedIn(body)) {
    const reply = await inject({ url })
    t.equal(reply.statusCode, 200, url)
    t.equal(reply.headers['cache-control'], 'public, max-age=31536000, immutable')
  }
})

t.test('a part of the script is named by its content, and kept for ever', async (t) => {
  t.ok(CHUNKS.length > 3, 'pages are parts of their own')
  for (const name of CHUNKS) {
    const { statusCode, headers } = await inject({ url: assetOf(name) })
    t.same([statusCode, headers['cache-control']], [200, 'public, max-age=31536000, immutable'], name)
  }
})

t.test('a file is compressed as the browser likes it best', async (t) => {
  const url = assetOf('style.css')
  const get = (encoding: string) => inject({ url, headers: { 'accept-encoding': encoding } })
  const plain = (await get('identity')).rawPayload
  const brotli = await get('gzip, deflate, br')
  t.match(brotli.headers, { 'content-encoding': 'br', vary: 'accept-encoding' })
  t.same(brotliDecompressSync(brotli.rawPayload), plain)
  const zipped = await get('gzip')
  t.equal(zipped.headers['content-encoding'], 'gzip')
  t.same(gunzipSync(zipped.rawPayload), plain)
  t.not(brotli.headers.etag, zipped.headers.etag)
  const again = { 'accept-encoding': 'br', 'if-none-match': String(brotli.headers.etag) }
  t.equal((await inject({ url, headers: again })).statusCode, 304)
})

/** A module with all that it imports at once. */
function loadedWith(name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known
  known.add(name)
  const text = readFileSync(join(PACKAGE_FOLDER, 'dist', 'dashboard', name), 'utf8')
  for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g))
    if (imported) loadedWith(imported, known)
  return known
}

t.test('the frame costs 60 kB at most, and all pages together 150 kB', async (t) => {
  const sizeOf = async (names: readonly string[]) => {
    const headers = { 'accept-encoding': 'br' }
    const replies = await Promise.all(names.map((name) => inject({ url: assetOf(name), headers })))
    return replies.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0)
  }
  const frame = [...FILES.filter((name) => !name.endsWith('.js')), ...loadedWith('app.js')]
  t.ok(frame.length > 3 && frame.length < FILES.length, 'the frame has parts, and is not all')
  t.ok((await sizeOf(frame)) <= 60_000, `${await sizeOf(frame)} bytes for the frame`)
  t.ok((await sizeOf(FILES)) <= 150_000, `${await sizeOf(FILES)} bytes in all`)
})

t.test('a file under another version or none is asked for anew each time', async (t) => {
  for (const [name, type] of Object.entries(ASSETS)) {
    for (const url of [assetOf(name), `${assetOf(name)}?v=older`, `${assetOf(name)}?v=a&v=b`]) {
      const { statusCode, headers, body } = await inject({ url })
      t.equal(statusCode, 200, url)
      t.match(headers, {
        'content-type': type,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff'
      })
      t.ok(body.length > 100)
      const again = await inject({ url, headers: { 'if-none-match': String(headers.etag) } })
      t.same([again.statusCode, again.body], [304, ''])
      t.equal((await inject({ url, headers: { 'if-none-match': '"another"' } })).statusCode, 200)
    }
  }
})

t.test('what is no page and no file is 404, and a wrong method is 405', async (t) => {
  const unknown = ['/dashboardx', '/dashboard/nothing', '/dashboard/assets', '/dashboard/login/x']
  const files = ['page.html', 'app.js.map', 'constructor', '..%2Fsrc%2Fmain.js', '%2e%2e%2fpackage.json']
  for (const url of [...unknown, ...files.map(assetOf)]) {
    const reply = await inject({ url, headers: { authorization: `Bearer ${KEY}` } })
    t.equal(reply.statusCode, 404, url)
    t.match(reply.json(), { error: 'Not Found', status: 404, message: String })
  }
  for (const url of [...PAGES, '/dashboard/login', assetOf('app.js')]) {
    const reply = await inject({ method: 'POST', url, payload: {} })
    t.same([reply.statusCode, reply.headers.allow], [405, 'GET, HEAD'], url)
  }
})

t.test(
  'an address of a page that ends with a slash leads to the one without, and never elsewhere',
  async (t) => {
    const led = {
      '/dashboard/': '/dashboard',
      '/dashboard/?state=failed': '/dashboard?state=failed',
      '/dashboard/repos/': '/dashboard/repos',
      '/dashboard/queue/acme//': '/dashboard/queue/acme',
      '/docs/': '/docs',
      '/docs/guide/triage/': '/docs/guide/triage',
      '/docs//evil.example/': '/docs//evil.example'
    }
    for (const [url, to] of Object.entries(led)) {
      const { statusCode, headers } = await inject({ url })
      t.same([statusCode, headers.location], [308, to], url)
      t.equal(new URL(to, 'http://service.test').origin, 'http://service.test')
    }
    for (const url of ['//evil.example/', '/dashboardx/', '/api/repos/', '/health/'])
      t.equal((await inject({ url })).headers.location, undefined, url)
    t.equal((await inject({ method: 'POST', url: '/dashboard/', payload: {} })).statusCode, 404)
  }
)

t.test('a browser that misses a page is shown the ways from there; all others get JSON', async (t) => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  for (const url of ['/dashboard/nothing', '/dashboard/queue/acme', '/docs/nothing', '/docs/guide/<b>']) {
    const page = await inject({ url, headers: { accept } })
    t.equal(page.statusCode, 404, url)
    t.match(page.headers, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': /^default-src 'none'; style-src 'sha256-/
    })
    t.match(page.body, '<a href="/dashboard">')
    t.match(page.body, '<a href="/docs">')
    t.notMatch(page.body, '<b>')
    t.match((await inject({ url })).json(), { status: 404, code: 'not_found' })
  }
  for (const url of ['/api/nothing', '/dashboardx', '/openapi'])
    t.match((await inject({ url, headers: { accept } })).headers, { 'content-type': /^application\/json/ })
})

const bodies = await Promise.all(FILES.map(async (name) => (await inject({ url: assetOf(name) })).body))

t.test('the dashboard and the documentation lead to each other', async (t) => {
  t.match((await inject({ url: '/docs' })).body, '<a href="/dashboard">')
  for (const address of ['/docs', '/docs/guide/settings', '/docs/guide/api'])
    t.match(bodies.join(''), `"${address}"`, 'from the pages inside or from the login')
})

t.test('the login says where the key is, and never the key', async (t) => {
  const body = bodies.join('')
  for (const place of ['API_KEY', 'API_KEYS', 'secrets.json', 'DATA_DIR']) t.ok(body.includes(place), place)
  for (const key of [KEY, ADMIN_KEY]) t.notOk(body.includes(key))
})

t.test('the dashboard is no part of the published API', async (t) => {
  t.notMatch((await inject({ url: '/openapi.json' })).body, '/dashboard')
})

t.test('what a browser gets holds no secret, and asks no other place', async (t) => {
  const secrets = [KEY, ADMIN_KEY, WEBHOOK_SECRET, service.deps.sessionSecret, 'process.env']
  for (const [at, body] of bodies.entries()) {
    for (const secret of secrets) t.notOk(body.includes(secret), `${FILES[at]} without ${secret}`)
    const addresses = body.match(/(?:https?:)?\/\/[\w-]+\.[\w.-]+/g) ?? []
    t.same(
      addresses.filter((address) => !/^http:\/\/(www\.w3\.org|service\.invalid)$/.test(address)),
      [],
      `${FILES[at]} names no other place`
    )
  }
})

// Preact could turn text into markup if a page asked for it, which the policy of the page makes throw as well.
t.test('no page reads text as markup', async (t) => {
  const sources = sourcesIn('src/dashboard')
  t.ok(sources.length > 50, `${sources.length} files are read`)
  for (const { fileName, text } of sources)
    t.notMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySet|document\.write/i, fileName)
  for (const body of bodies)
    t.notMatch(body, /outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/)
  t.equal(bodies.join('').match(/innerHTML/g)?.length, 3, 'those of Preact itself')
})
