import type { Page } from 'playwright-core'
import t from 'tap'
import { configFiles } from '#tables/configuration/configs.js'
import { minute, seedRepository } from '../fixtures/seed.js'
import { KEY } from '../harness/app.js'
import {
  axeViolations,
  type Look,
  openBrowserWorld,
  settled,
  sidewaysOverflow,
  wasHacked
} from './browser.js'

const world = await openBrowserWorld()
t.teardown(() => world.close())
const { deps, origin } = world

const NAMES = ['journey', 'conflict', 'secret']
for (const [at, name] of NAMES.entries()) {
  await seedRepository(deps, { hostId: 50 + at, fullName: `octo-org/${name}` })
  await deps.db.insert(configFiles).values({
    repoId: 50 + at,
    path: '.service.yml',
    content: { pillars: { trust: { quarantine_days: 9 } } },
    fetchedAt: minute(0),
    checkedAt: minute(0)
  })
}

const LIGHT: Look = { theme: 'light', width: 1280 }
const TRIAGE = '[id="setting-/pillars/triage/enabled"]'
const DAYS = 'Quarantine days'

async function openWithKey(page: Page, path: string): Promise<void> {
  await page.goto(origin + path)
  await giveKey(page, KEY)
  await page.getByText('The key is forgotten when you leave this page.').waitFor()
  await settled(page)
}

async function giveKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Open' }).click()
}

async function simulate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Simulate and save' }).click()
  await page.getByRole('heading', { name: 'What would have been decided otherwise' }).waitFor()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

/** With the key, as another client does it. */
function patch(name: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  return fetch(`${origin}/api/config/octo-org/${name}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify(body)
  })
}

t.test('a setting is changed, tried on the past, saved, found in the history, and restored', async (t) => {
  const { page, complaints } = await world.openReal(LIGHT)
  await openWithKey(page, '/dashboard/config/octo-org/journey')
  t.ok(await page.locator(TRIAGE).isChecked())
  await page.locator(TRIAGE).click()
  await simulate(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('pillars.triage.enabled').first().waitFor()
  t.same(await axeViolations(page), [], 'the step before saving is accessible')
  t.equal(await page.getByText('Version 1', { exact: false }).count(), 0, 'nothing is saved yet')
  await save(page)
  await page.getByText('Nothing is edited.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  t.notOk(await page.locator(TRIAGE).isChecked())
  await patch('journey', { pillars: { triage: { enabled: true } } })

  await openWithKey(page, '/dashboard/config/octo-org/journey/history')
  await page.getByRole('heading', { name: 'Version 2' }).waitFor()
  t.same(await axeViolations(page), [], 'the history is accessible')
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByRole('heading', { name: 'What would have been decided otherwise' }).waitFor()
  await save(page)
  await page.getByRole('heading', { name: 'Version 3' }).waitFor()

  await openWithKey(page, '/dashboard/config/octo-org/journey')
  t.notOk(await page.locator(TRIAGE).isChecked(), 'the earlier state is back')
  t.same(complaints, [], 'the console is silent')
  await page.context().close()
})

t.test('a wrong key opens nothing, says so, and ends no session', async (t) => {
  const { page } = await world.openReal(LIGHT)
  await page.goto(`${origin}/dashboard/config/octo-org/journey`)
  for (const key of ['not-the-key', 'clé']) {
    await giveKey(page, key)
    await page.getByText('This is not a valid API key.').waitFor()
    t.equal(await page.locator(TRIAGE).count(), 0)
    t.match(page.url(), /\/dashboard\/config\/octo-org\/journey$/)
  }
  await page.context().close()
})

t.test('who saves on an older version is told, sees the newer one, and keeps what was edited', async (t) => {
  const { page } = await world.openReal(LIGHT)
  await openWithKey(page, '/dashboard/config/octo-org/conflict')
  await page.locator('summary', { hasText: 'of Trust' }).click()
  await page.getByLabel(DAYS).fill('12')
  await patch('conflict', { pillars: { trust: { quarantine_days: 20 }, triage: { enabled: false } } })
  await simulate(page)
  await save(page)
  await page.getByRole('button', { name: 'Show the newer state' }).click()
  await page.getByText('Version 1 was saved meanwhile').waitFor()
  await page.getByText(`Edited by both: ${DAYS}.`).waitFor()
  t.notOk(await page.locator(TRIAGE).isChecked(), 'the newer state is shown')
  t.equal(await page.getByLabel(DAYS).inputValue(), '12', 'the edit is kept')
  await simulate(page)
  await save(page)
  await page.getByText('Nothing is edited.').waitFor()
  t.equal(await page.getByLabel(DAYS).inputValue(), '12')
  t.notOk(await page.locator(TRIAGE).isChecked(), 'what the other has saved stays')
  await page.context().close()
})

t.test('the key goes to the configuration alone, and is nowhere when the page is left', async (t) => {
  const { page } = await world.openReal(LIGHT)
  const strays: string[] = []
  page.on('request', (request) => {
    const isGiven =
      JSON.stringify(request.headers()).includes(KEY) || (request.postData() ?? '').includes(KEY)
    if (isGiven && !new URL(request.url()).pathname.startsWith('/api/config/')) strays.push(request.url())
    if (request.url().includes(KEY)) strays.push(request.url())
  })
  await openWithKey(page, '/dashboard/config/octo-org/secret')
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('heading', { name: 'API key needed' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'API key needed' }).waitFor()
  t.equal(await page.getByLabel('API key').inputValue(), '', 'it is asked for again')
  t.same(strays, [])
  const kept: string = await page.evaluate(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state,
    document.documentElement.outerHTML, [...document.querySelectorAll('input')].map(({ value }) => value),
    await indexedDB.databases(), await caches.keys(), performance.getEntries().map(({ name }) => name)
  ]))()`)
  t.notOk(kept.includes(KEY))
  await page.context().close()
})

t.test('a list of a form is filled and emptied by keyboard, and the focus stays with it', async (t) => {
  const { page } = await world.openReal(LIGHT)
  await page.goto(`${origin}/dashboard/gates/octo-org/journey`)
  await settled(page)
  await page.getByRole('button', { name: 'Create a gate' }).press('Enter')
  const focusOn = (selector: string) => page.locator(`dialog ${selector}:focus`).waitFor()
  await page.getByRole('button', { name: 'Add to Conditions' }).press('Enter')
  await focusOn('[name="conditions/1/metric"]')
  await page.getByRole('button', { name: 'Remove item 1 of Conditions' }).press('Enter')
  await focusOn('[data-row="0"] > button')
  await page.keyboard.press('Enter')
  await focusOn('.add')
  t.equal(await page.locator('dialog .row').count(), 0)
  await page.getByLabel('Name').fill('release')
  await page.keyboard.press('Enter')
  await page.getByText('Conditions must hold 1 at least.').waitFor()
  await focusOn('.add')
  await page.keyboard.press('Enter')
  await page.getByLabel('Metric').selectOption('open_issues')
  await page.getByLabel('Operator').selectOption('<')
  await page.getByLabel('Threshold').fill('5')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'release' }).waitFor()
  await page.getByRole('button', { name: 'Backtest release' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Backtest', exact: true }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Result' }).waitFor()
  t.same(await axeViolations(page), [])
  await page.context().close()
})

const OPENED = [
  '/dashboard/config/octo-org/hello',
  '/dashboard/config/octo-org/hello/history',
  '/dashboard/config/playground',
  '/dashboard/custom-rules/octo-org/hello'
]

for (const look of [LIGHT, { theme: 'dark', width: 390 } as const]) {
  t.test(`what the key opens is accessible and harmless, ${look.theme} at ${look.width} px`, async (t) => {
    const { page, complaints } = await world.open(look, 'some')
    for (const path of OPENED) {
      await openWithKey(page, path)
      await page.evaluate(`for (const one of document.querySelectorAll('main details')) one.open = true`)
      t.same(await axeViolations(page), [], `${path}: axe finds nothing`)
      t.notOk(await wasHacked(page), `${path}: no text becomes markup`)
      t.ok((await sidewaysOverflow(page)) <= 0, `${path}: nothing sticks out sideways`)
      t.same(complaints.splice(0), [], `${path}: the console is silent`)
    }
    await page.context().close()
  })
}
