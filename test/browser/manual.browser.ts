// The documentation in a browser: accessible in both themes and on a telephone, silent, and searched without a script.
import t from 'tap'
import { axeViolations, openBrowserWorld, sidewaysOverflow, wear } from './browser.js'

const world = await openBrowserWorld()
t.teardown(() => world.close())

/** One of each kind: prose, a picture, diagrams, a wide table, the longest page, what a search finds, and nothing. */
const ADDRESSES = [
  '/docs',
  '/docs/readme',
  '/docs/guide/merge-queue',
  '/docs/guide/settings',
  '/docs/configuration',
  '/docs/guide/api',
  '/docs/flows/dependencies',
  '/docs?q=merge+queue',
  '/docs?q=xyzzyplugh'
]

t.test('every kind of page is accessible, in both themes and at every width', async (t) => {
  const { page, complaints } = await world.openReal({ theme: 'light', width: 1280 })
  for (const address of ADDRESSES) {
    await page.goto(world.origin + address)
    t.same(await axeViolations(page), [], `${address}: axe finds nothing`)
    t.ok((await sidewaysOverflow(page)) <= 0, `${address}: nothing sticks out`)
    await wear(page, { theme: 'dark', width: 1280 })
    t.same(await axeViolations(page, 'contrast'), [], `${address}: dark colours can be told apart`)
    await wear(page, { theme: 'dark', width: 390 })
    t.same(await axeViolations(page, 'layout'), [], `${address}: a finger finds its way`)
    t.ok((await sidewaysOverflow(page)) <= 0, `${address}: nothing sticks out of a telephone`)
    await wear(page, { theme: 'light', width: 1280 })
    t.same(complaints.splice(0), [], `${address}: the console is silent`)
  }
  await page.context().close()
})

t.test('a stranger searches, follows what is found, and gets to the API reference', async (t) => {
  const { page, complaints } = await world.openStrange({ theme: 'light', width: 1280 })
  await page.goto(`${world.origin}/docs`)
  await page.getByRole('searchbox').fill('rotate the key')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: 'Audit trail: Rotate the key' }).click()
  t.equal(new URL(page.url()).pathname + new URL(page.url()).hash, '/docs/guide/audit#rotate-the-key')
  await page.getByRole('link', { name: 'API reference' }).first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  t.equal(new URL(page.url()).pathname, '/docs/api')
  t.ok((await sidewaysOverflow(page)) <= 0)
  t.same(complaints, [], 'the console is silent')
  await page.context().close()
})
