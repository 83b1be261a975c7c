import fc from 'fast-check'
import t from 'tap'
import { HOME, returnPath } from '#dashboard/kit/return-path.js'

const ORIGIN = 'https://service.test'

t.test('a login leads back to the page of the dashboard that was wished', async (t) => {
  for (const wish of [
    '/dashboard',
    '/dashboard/sessions',
    '/dashboard?state=failed&page=2',
    '/dashboard?repo=https%3A%2F%2Fevil.test',
    '/dashboard#main'
  ])
    t.equal(returnPath(wish), wish)
})

t.test('a wish that leads anywhere else leads to the first page', async (t) => {
  for (const wish of [
    null,
    '',
    '/',
    '//evil.test',
    '//evil.test/dashboard',
    '/\\evil.test',
    '\\\\evil.test/dashboard',
    '/\t/evil.test',
    'https://evil.test/dashboard',
    'https:evil.test',
    'javascript:alert(1)//dashboard',
    'data:text/html,/dashboard',
    ' /dashboard',
    'dashboard',
    '/dashboardx',
    '/dashboard.evil.test',
    '/dashboard@evil.test',
    '/dashboard\\..\\..\\evil',
    '/dashboard/../docs',
    '/dashboard/..//evil.test',
    '/dashboard/%2e%2e//evil.test',
    '/dashboard/.\n./docs',
    '/api/auth/logout'
  ])
    t.equal(returnPath(wish), HOME, JSON.stringify(wish))
})

t.test('a login does not lead back to itself', async (t) => {
  for (const wish of ['/dashboard/login', '/dashboard/login?from=/dashboard/login', '/dashboard/./login'])
    t.equal(returnPath(wish), HOME, wish)
})

t.test('whatever is wished, a browser stays on the dashboard of the service', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      '/',
      '\\',
      '..',
      '.',
      '%2e',
      '//',
      '/dashboard',
      ':',
      '@',
      '?',
      '#',
      '\t',
      '\n',
      'evil.test'
    ),
    fc.string({ unit: 'binary', maxLength: 3 })
  )
  const tail = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      fc.oneof(
        tail,
        tail.map((text) => `/dashboard${text}`)
      ),
      (wish) => {
        const { origin, pathname } = new URL(returnPath(wish), ORIGIN)
        return origin === ORIGIN && /^\/dashboard(\/|$)/.test(pathname)
      }
    ),
    { numRuns: 5_000 }
  )
})
