import t from 'tap'
import { ADMIN_KEY, KEY, startTestService, WEBHOOK_SECRET } from '../harness/app.js'
import { browserWith, login } from '../harness/sessions.js'

const service = await startTestService({ work: false })
t.teardown(() => service.close())
const { inject } = service

const PAGES = ['/dashboard', '/dashboard/sessions']
const ASSETS = {
  'app.js': 'text/javascript; charset=utf-8',
  'style.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml'
}

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
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
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
  const unknown = [
    '/dashboard/',
    '/dashboardx',
    '/dashboard/nothing',
    '/dashboard/assets',
    '/dashboard/login/x'
  ]
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

t.test('the dashboard and the API document lead to each other', async (t) => {
  t.match((await inject({ url: '/docs' })).body, '<a href="/dashboard">')
  const { body } = await inject({ url: assetOf('app.js') })
  t.equal(body.match(/"\/docs"/g)?.length, 2, 'from the pages inside and from the login')
})

t.test('the login says where the key is, and never the key', async (t) => {
  const { body } = await inject({ url: assetOf('app.js') })
  for (const place of ['API_KEY', 'API_KEYS', 'secrets.json', 'DATA_DIR', 'README'])
    t.ok(body.includes(place), place)
  for (const key of [KEY, ADMIN_KEY]) t.notOk(body.includes(key))
})

t.test('the dashboard is no part of the published API', async (t) => {
  t.notMatch((await inject({ url: '/openapi.json' })).body, '/dashboard')
})

t.test(
  'what a browser gets holds no secret, asks no other place and never reads text as markup',
  async (t) => {
    const secrets = [KEY, ADMIN_KEY, WEBHOOK_SECRET, service.deps.sessionSecret, 'process.env']
    for (const name of Object.keys(ASSETS)) {
      const { body } = await inject({ url: assetOf(name) })
      for (const secret of secrets) t.notOk(body.includes(secret), `${name} without ${secret}`)
      const addresses = body.match(/(?:https?:)?\/\/[\w-]+\.[\w.-]+/g) ?? []
      t.same(
        addresses.filter((address) => !/^http:\/\/(www\.w3\.org|service\.invalid)$/.test(address)),
        [],
        `${name} names no other place`
      )
      t.notMatch(body, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/)
    }
  }
)
