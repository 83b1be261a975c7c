import type { Page } from 'playwright-core'
import t from 'tap'
import { serveRegistrations } from '#demo/world/app-manifests.js'
import { startFakeHost } from '#demo/world/http.js'
import type { StoredConnection } from '#domain/operation/connection.js'
import { openHost } from '#host/index.js'
import { CONNECTED_PILLARS } from '#schemas/operation/connection.js'
import { startTestService } from '../harness/app.js'
import { axeViolations } from './browser.js'
import { startJourney } from './journey.js'

const fake = await startFakeHost()
t.teardown(() => fake.close())
// By another name than the service, so that the browser comes back from another site.
const host = fake.url.replace('127.0.0.1', 'localhost')
const registered = serveRegistrations(fake)

/** The service is not reached by the first write of the connection. */
async function loseFirstAnswer(page: Page): Promise<{ lost: number }> {
  const outage = { lost: 0 }
  await page.route('**/api/system/connection', async (route) => {
    if (route.request().method() !== 'POST' || outage.lost > 0) return route.fallback()
    outage.lost += 1
    return route.abort()
  })
  return outage
}

t.test(
  'somebody makes an App in the dashboard: the host confirms it, and the way back stores it',
  async (t) => {
    const stored: StoredConnection[] = []
    const store = {
      isStored: () => stored.length > 0,
      store: (one: StoredConnection) => void stored.push(one)
    }
    const service = await startTestService({
      work: false,
      ownApp: true,
      deps: {
        host: openHost([], undefined, host),
        connection: { apiUrl: host, isStored: false, pillars: CONNECTED_PILLARS, store }
      }
    })
    t.teardown(() => service.close())
    const { page, complaints, open } = await startJourney(t, service.app)
    await open('/dashboard/connect')
    await page.getByText('Labels issues and pull requests').waitFor()
    const pillar = (name: string) => page.getByRole('checkbox', { name, exact: true })
    t.ok(await pillar('Triage').isChecked(), 'what is on by default is chosen')
    for (const name of ['CI healing', 'Maintainer', 'Enforcement', 'Trust', 'Insights'])
      await pillar(name).uncheck()
    await pillar('Quality gates').check()
    await page.getByLabel('Address').fill('https://automation.test')
    t.same(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Prepare the App' }).click()
    await page.getByText('checks: write').waitFor()
    const outage = await loseFirstAnswer(page)
    await page.getByRole('button', { name: 'Go on to GitHub' }).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('GitHub has made the App').waitFor()
    t.equal(outage.lost, 1)
    t.match(registered[0]?.manifest, { default_permissions: { checks: 'write', issues: 'write' } })
    t.equal(new URL(page.url()).search, '', 'the code has left the address')
    t.match(stored, [{ settings: { HOST_APP_ID: '77' }, pillars: ['triage', 'ai_review', 'quality_gates'] }])
    await page.getByText('start the service anew').first().waitFor()
    t.notMatch(await page.content(), /PRIVATE KEY|a-webhook-secret|a-client-secret/)
    t.same(complaints, ['Failed to load resource: net::ERR_FAILED'], 'the console tells of the outage alone')
    await page.reload()
    await page.getByText('A connection is stored').waitFor()
    t.equal(stored.length, 1, 'a reload sends nothing again')
  }
)
