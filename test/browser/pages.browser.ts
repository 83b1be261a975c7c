import t, { type Test } from 'tap'
import { matchSite, SITE_MAP } from '#dashboard/site-map.js'
import {
  axeViolations,
  type DirectedPage,
  goTo,
  type Look,
  linksOf,
  openBrowserWorld,
  sidewaysOverflow,
  wasHacked,
  wear
} from './browser.js'
import type { ApiMode } from './origin/origin.js'

const world = await openBrowserWorld()
t.teardown(() => world.close())
/** So many tabs at once keep two cores busy. */
t.jobs = 3

const PARAMS: Record<string, string> = { owner: 'octo-org', repo: 'hello', id: '1', number: '7' }
const PATHS = SITE_MAP.map(({ path }) => path.replaceAll(/:(\w+)/g, (_, name) => PARAMS[name] ?? '1'))
const INSIDE = PATHS.filter((path) => path !== '/dashboard/login')

/** The banner of a low disk is no failure of the page. */
const FAILURE = '.failure:not(.banner):visible'
const LIGHT: Look = { theme: 'light', width: 1280 }
const DARK: Look = { theme: 'dark', width: 1280 }
/** What changes the colours paints everything anew, so these keep those of the look before. */
const NARROW: Look = { theme: 'dark', width: 390 }
const WIDE: Look = { theme: 'dark', width: 2560 }

interface Visit {
  t: Test
  path: string
  opened: DirectedPage
}

/** Opens every page in one tab, and checks what holds for each of them. */
async function visitAll(t: Test, mode: ApiMode, check: (visit: Visit) => Promise<void>) {
  const opened = await world.open(LIGHT, mode)
  await opened.page.goto(world.origin + INSIDE.at(-1))
  for (const path of INSIDE) {
    await goTo(opened.page, path)
    await check({ t, path, opened })
    t.same(opened.complaints.splice(0), [], `${path}: the console is silent`)
  }
  await opened.page.context().close()
}

t.test('every page is accessible and harmless, in both themes and at every width', async (t) => {
  await visitAll(t, 'some', async ({ path, opened: { page } }) => {
    t.same(await axeViolations(page), [], `${path}: axe finds nothing`)
    t.notOk(await wasHacked(page), `${path}: no text becomes markup`)
    const dead = (await linksOf(page)).filter((one) => matchSite(one) === undefined)
    t.same(dead, [], `${path}: every link leads to a page`)
    t.equal(await page.locator(FAILURE).count(), 0, `${path}: nothing fails`)
    t.ok((await sidewaysOverflow(page)) <= 0, `${path}: nothing sticks out`)
    await wear(page, DARK)
    t.same(await axeViolations(page, 'contrast'), [], `${path}: dark colours can be told apart`)
    await wear(page, NARROW)
    t.same(await axeViolations(page, 'layout'), [], `${path}: a finger finds its way`)
    t.ok((await sidewaysOverflow(page)) <= 0, `${path}: nothing sticks out of a telephone`)
    await wear(page, WIDE)
    t.ok((await sidewaysOverflow(page)) <= 0, `${path}: nothing sticks out of a wall`)
    await wear(page, LIGHT)
  })
})

t.test('a page without data says so, accessibly', async (t) => {
  await visitAll(t, 'nothing', async ({ path, opened: { page } }) => {
    t.same(await axeViolations(page), [], `${path}: axe finds nothing`)
    t.equal(await page.locator(FAILURE).count(), 0, `${path}: nothing is no failure`)
    t.ok((await sidewaysOverflow(page)) <= 0, `${path}: nothing sticks out`)
  })
})

t.test('a page whose API is failing or offline says so', async (t) => {
  await visitAll(t, 'failing', async ({ path, opened: { page, setApi } }) => {
    const check = async (mode: ApiMode) => {
      const said = await page.locator('main').innerText()
      t.match(said, /Loading failed: The /, `${path}, ${mode}: the failure is named`)
      t.equal(await page.locator('.empty').count(), 0, `${path}, ${mode}: a failure is not called nothing`)
      t.ok((await sidewaysOverflow(page)) <= 0, `${path}, ${mode}: nothing sticks out`)
    }
    await check('failing')
    setApi('offline')
    await page.keyboard.press('r')
    await page.locator(FAILURE, { hasText: 'The test answers' }).first().waitFor({ state: 'detached' })
    await check('offline')
    setApi('failing')
  })
})

for (const mode of ['failing', 'offline'] as const) {
  t.test(`a page recovers by itself when the API is no longer ${mode}`, async (t) => {
    await visitAll(t, mode, async ({ opened: { page, setApi } }) => {
      // What another page has shown stays in sight until its update has failed.
      await page.locator(FAILURE).first().waitFor()
      setApi('some')
      await page.keyboard.press('r')
      await page.locator(FAILURE).first().waitFor({ state: 'detached' })
      setApi(mode)
    })
  })
}

t.test('a page keeps what it shows while an update fails', async (t) => {
  const { page, setApi } = await world.open(LIGHT, 'some')
  await page.goto(`${world.origin}/dashboard/deliveries`)
  await page.locator('tbody tr').first().waitFor()
  setApi('failing')
  await page.keyboard.press('r')
  await page.getByText('The update failed: The test answers an error.').first().waitFor()
  t.ok(await page.locator('tbody tr').count())
  await page.context().close()
})

t.test('a session that ends in the middle leads to the login, which leads back', async (t) => {
  const { page, setApi } = await world.open(LIGHT, 'some')
  await page.goto(world.origin + INSIDE.at(-1))
  for (const path of INSIDE) {
    setApi('some')
    await goTo(page, path)
    setApi('unauthorized')
    await page.keyboard.press('r')
    await page.waitForURL(/\/dashboard\/login\?from=/, { waitUntil: 'commit' })
    t.equal(new URL(page.url()).searchParams.get('from'), path)
    await page.getByLabel('API key').waitFor()
  }
  await page.context().close()
})
