import t, { type Test } from 'tap'
import { matchSite, SITE_MAP } from '#dashboard/site-map.js'
import {
  type ApiMode,
  axeViolations,
  hasBrowser,
  type Look,
  noBrowser,
  type OpenedPage,
  openBrowserWorld,
  settled,
  sidewaysOverflow,
  wasHacked
} from './browser.js'

if (!hasBrowser) {
  t.comment(noBrowser)
  process.exit(0)
}

const world = await openBrowserWorld()
t.teardown(() => world.close())

const PARAMS: Record<string, string> = { owner: 'octo-org', repo: 'hello', id: '1', number: '7' }
const PATHS = SITE_MAP.map(({ path }) => path.replaceAll(/:(\w+)/g, (_, name) => PARAMS[name] ?? '1'))
const INSIDE = PATHS.filter((path) => path !== '/dashboard/login')

/** The banner of a low disk is no failure of the page. */
const FAILURE = '.failure:not(.banner):visible'
const LIGHT: Look = { theme: 'light', width: 1280 }

/** Opens every page in one tab, and checks what holds for each of them. */
async function visitAll(t: Test, look: Look, mode: ApiMode, check: (visit: Visit) => Promise<void>) {
  const opened = await world.open(look, mode)
  for (const path of INSIDE) {
    await opened.page.goto(world.origin + path)
    await settled(opened.page)
    await check({ t, path, opened })
    t.same(opened.complaints.splice(0), [], `${path}: the console is silent`)
    t.ok((await sidewaysOverflow(opened.page)) <= 0, `${path}: nothing sticks out sideways`)
  }
  await opened.page.context().close()
}

interface Visit {
  t: Test
  path: string
  opened: OpenedPage
}

const LOOKS: Look[] = [LIGHT, { theme: 'dark', width: 1280 }, { theme: 'light', width: 390 }]

for (const look of LOOKS) {
  t.test(`every page is accessible and harmless, ${look.theme} at ${look.width} px`, async (t) => {
    await visitAll(t, look, 'some', async ({ path, opened: { page } }) => {
      t.same(await axeViolations(page), [], `${path}: axe finds nothing`)
      t.notOk(await wasHacked(page), `${path}: no text becomes markup`)
      t.same(await deadLinks(page), [], `${path}: every link leads to a page`)
      t.equal(await page.locator(FAILURE).count(), 0, `${path}: nothing fails`)
    })
  })
}

async function deadLinks(page: OpenedPage['page']): Promise<string[]> {
  const links: string[] = await page.evaluate(
    `[...document.querySelectorAll('a[href^="/dashboard"]')].map(({ pathname }) => pathname)`
  )
  return links.filter((path) => matchSite(path) === undefined)
}

t.test('every page fits a very wide window', (t) =>
  visitAll(t, { theme: 'dark', width: 2560 }, 'some', async () => {})
)

t.test('a page without data says so, accessibly', async (t) => {
  await visitAll(t, LIGHT, 'nothing', async ({ path, opened: { page } }) => {
    t.same(await axeViolations(page), [], `${path}: axe finds nothing`)
    t.equal(await page.locator(FAILURE).count(), 0, `${path}: nothing is no failure`)
  })
})

for (const mode of ['failing', 'offline'] as const) {
  t.test(`a page whose API is ${mode} says so, and recovers by itself`, async (t) => {
    await visitAll(t, LIGHT, mode, async ({ path, opened: { page, setApi } }) => {
      t.match(await page.locator('main').innerText(), /Loading failed: The /, `${path}: the failure is named`)
      t.equal(await page.locator('.empty').count(), 0, `${path}: a failure is not called nothing`)
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
  for (const path of INSIDE) {
    setApi('some')
    await page.goto(`${world.origin}${path}`)
    await settled(page)
    setApi('unauthorized')
    await page.keyboard.press('r')
    await page.waitForURL(/\/dashboard\/login\?from=/, { waitUntil: 'commit' })
    t.equal(new URL(page.url()).searchParams.get('from'), path)
  }
  await page.context().close()
})
