import type { Page } from 'playwright-core'
import t from 'tap'
import { KEY } from '../harness/app.js'
import { axeViolations, type Look, openBrowserWorld, settled, sidewaysOverflow } from './browser.js'

const world = await openBrowserWorld()
t.teardown(() => world.close())
const { origin } = world

const LIGHT: Look = { theme: 'light', width: 1280 }
const DARK: Look = { theme: 'dark', width: 390 }

async function logIn(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** From an empty page: one that asks the service would be led to the login by itself. */
async function becomeStranger(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

for (const look of [LIGHT, DARK]) {
  t.test(`a wrong key is refused and the right one opens, ${look.theme} at ${look.width} px`, async (t) => {
    const { page, complaints } = await world.openStrange(look)
    const check = async (when: string) => {
      t.same(await axeViolations(page), [], `${when}: axe finds nothing`)
      t.ok((await sidewaysOverflow(page)) <= 0, `${when}: nothing sticks out`)
    }
    await page.goto(`${origin}/dashboard/login`)
    await page.locator('input:focus').waitFor()
    await check('at first')
    for (const key of ['not-the-key', `${KEY}0`]) {
      await logIn(page, key)
      await page.locator('[role=alert]:not(:empty)').waitFor()
      await page.locator('button[type=submit]:enabled').waitFor()
      t.equal(new URL(page.url()).pathname, '/dashboard/login')
      t.same(await page.context().cookies(), [], 'there is no session')
      await check('with a wrong key')
    }
    await logIn(page, KEY)
    await page.waitForURL(`${origin}/dashboard`)
    await settled(page)
    await page.getByRole('button', { name: 'Log out', exact: true }).waitFor({ state: 'attached' })
    t.same(complaints, [], 'the console is silent')
    await page.context().close()
  })
}

t.test('a stranger is asked for a key, and then sees the page that was wished', async (t) => {
  const { page } = await world.openStrange(LIGHT)
  for (const wish of ['/dashboard/sessions', '/dashboard/deliveries?status=failed&page=2']) {
    await becomeStranger(page)
    await page.goto(origin + wish)
    t.equal(new URL(page.url()).searchParams.get('from'), wish)
    await logIn(page, KEY)
    await page.waitForURL(origin + wish)
    await settled(page)
  }
  await page.goto(`${origin}/dashboard/login?from=/dashboard/sessions`)
  await page.waitForURL(`${origin}/dashboard/sessions`)
  await page.getByText('this session', { exact: true }).waitFor()
  t.pass('whoever is logged in already is not asked')
  await page.context().close()
})

t.test('a login never leads to another origin', async (t) => {
  const { page } = await world.openStrange(LIGHT)
  const strays: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) strays.push(request.url())
  })
  for (const wish of [
    'https://evil.test/dashboard',
    '//evil.test/dashboard',
    '/\\evil.test/dashboard',
    '/dashboard/..//evil.test',
    'javascript:location="https://evil.test"'
  ]) {
    const address = `${origin}/dashboard/login?from=${encodeURIComponent(wish)}`
    await becomeStranger(page)
    await page.goto(address)
    await logIn(page, KEY)
    await page.waitForURL(`${origin}/dashboard`)
    await settled(page)
    await page.goto(address)
    await page.waitForURL(`${origin}/dashboard`)
    await settled(page)
  }
  t.same(strays, [])
  await page.context().close()
})
