import t from 'tap'
import { startTestService } from '../harness/app.js'
import { until } from '../harness/until.js'
import { hasBrowser, noBrowser } from './browser.js'
import { openLiveWorld } from './live-world.js'

if (!hasBrowser) {
  t.comment(noBrowser)
  process.exit(0)
}

const world = await openLiveWorld()
/** Another service on the same database. */
const other = await startTestService({ work: false, database: world.service.test })
t.teardown(async () => {
  await other.close()
  await world.close()
})

t.test('a page shows what another service has changed, without a reload', async (t) => {
  const { page, asked } = await world.open()
  await page.goto(`${world.origin}/dashboard/deliveries`)
  await page.getByText('No deliveries').first().waitFor()
  await until('the stream is open', async () => asked.some((path) => path.startsWith('/api/stream')))
  await other.deliver({ id: 'delivery-of-another-service' })
  await page.locator('tbody tr').first().waitFor()
  t.equal(asked.filter((path) => path.startsWith('/api/stream')).length, 1, 'by one stream')
  await page.context().close()
})

t.test(
  'a page that is hidden asks nothing, and shows what it has missed when it is seen again',
  async (t) => {
    const { page, asked, setHidden } = await world.open()
    await page.goto(`${world.origin}/dashboard/deliveries`)
    const rows = page.locator('tbody tr')
    await rows.first().waitFor()
    const before = await rows.count()
    await until('the stream is open', async () => asked.some((path) => path.startsWith('/api/stream')))
    await setHidden(true)
    await until('the stream is closed', async () => world.streams() === 0)
    asked.splice(0)
    await other.deliver({})
    const witness = await world.open()
    await witness.page.goto(`${world.origin}/dashboard/deliveries`)
    await witness.page.locator('tbody tr').nth(before).waitFor()
    t.same(asked, [])
    await setHidden(false)
    await rows.nth(before).waitFor()
    t.ok(
      asked.some((path) => /^\/api\/stream\?last_event_id=[0-9a-f]{8}-\d+$/.test(path)),
      'it resumes the stream'
    )
    await page.context().close()
    await witness.page.context().close()
  }
)

t.test('a page whose updates are paused has no stream', async (t) => {
  const { page, asked } = await world.open()
  await page.goto(`${world.origin}/dashboard/deliveries`)
  await until('the stream is open', async () => world.streams() === 1)
  await page.getByRole('button', { name: 'Pause updates' }).click()
  await until('the stream is closed', async () => world.streams() === 0)
  asked.splice(0)
  await page.getByRole('button', { name: 'Resume updates' }).click()
  await until('the stream is open again', async () => world.streams() === 1)
  t.ok(asked.some((path) => path.startsWith('/api/stream?last_event_id=')))
  await page.context().close()
})
