// What people do on the pages of single things, at a real service.
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { BODY, startDuplicateService, TITLE } from '../fixtures/duplicate-service.js'
import { startFlakyTests } from '../fixtures/flaky-service.js'
import type { TestService } from '../harness/app.js'
import { startJourney } from './journey.js'

const HOSTILE = '<img src=x onerror="globalThis.hacked=true">'

async function openTab(t: Test, { app }: Pick<TestService, 'app'>, path: string): Promise<Page> {
  const { page, open } = await startJourney(t, app)
  await open(path)
  return page
}

t.test('a pair of duplicates is found in the list, seen side by side, and confirmed', async (t) => {
  const service = await startDuplicateService(t)
  await service.open(TITLE, BODY)
  const newer = await service.open(`${TITLE} again`, `${BODY}\n\n${HOSTILE}`)
  const page = await openTab(t, service, '/dashboard/duplicates')
  await page.getByRole('link', { name: /^Side by side/ }).click()
  const side = page.getByRole('article', { name: `The newer issue, #${newer.number}` })
  await side.getByText(HOSTILE).waitFor()
  t.match(await side.locator('mark').allInnerTexts(), ['Importer panics', 'merged cells'])
  t.notOk(await page.evaluate('globalThis.hacked === true'), 'the text stays text')
  await page.getByRole('button', { name: /^Confirm/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Confirmed.').waitFor()
  await page.getByRole('button', { name: /^Confirm/ }).waitFor({ state: 'detached' })
  await service.settle()
  t.match(await service.signals(), [{ status: 'confirmed' }])
  t.ok(newer.labels.some(({ name }) => name === 'duplicate'))
})

t.test('a quarantined test is found in the list, shows its history, and is graduated', async (t) => {
  const service = await startFlakyTests(t)
  await service.proveFlaky()
  const page = await openTab(t, service, '/dashboard/flaky?quarantined=true')
  await page.getByRole('link', { name: 'flaky', exact: true }).click()
  await page.getByRole('heading', { name: 'flaky', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Latest results' }).waitFor()
  t.equal(await page.locator('.history > svg rect').count(), 7)
  t.equal(await page.locator('.history > svg rect.failed').count(), 2)
  await page.getByRole('button', { name: /^Graduate/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Graduate' }).click()
  await page.getByText('The test counts again.', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Graduate/ }).waitFor({ state: 'detached' })
  t.match(await service.test('flaky'), { status: 'graduated', quarantined: false })
})
