// What people do on pages of the service, from the login on; the host is asked at the end.
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { type OpenedPage, openBrowser, settled } from './browser.js'

export interface Journey extends OpenedPage {
  open(path: string): Promise<void>
  /** Follows a link that has this text. */
  follow(name: string | RegExp): Promise<void>
  /** Presses a button, fills in the dialog that it opens, and returns what the page says then. */
  ask(button: string | RegExp, fields?: Record<string, string>): Promise<string>
  /** Waits until the page says this, loading it anew as its reader would. */
  sees(text: string | RegExp): Promise<void>
}

export async function startJourney(t: Test, app: FastifyInstance): Promise<Journey> {
  const browser = await openBrowser(app)
  t.teardown(() => browser.close())
  const { page, complaints } = await browser.openReal({ theme: 'light', width: 1280 })
  return {
    page,
    complaints,
    async open(path) {
      await page.goto(browser.origin + path)
      await settled(page)
    },
    async follow(name) {
      const left = page.url()
      await page.getByRole('main').getByRole('link', { name }).first().click()
      await page.waitForURL((url) => url.href !== left)
      await settled(page)
    },
    async ask(button, fields = {}) {
      await page.getByRole('main').getByRole('button', { name: button }).first().click()
      const dialog = page.getByRole('dialog')
      for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
      await dialog.locator('button[type=submit]').click()
      const refusal = dialog.locator('.failure:not(:empty), .fault:not(:empty)').first()
      await Promise.race([dialog.waitFor({ state: 'detached' }), refusal.waitFor()])
      if (await dialog.isVisible()) throw new Error(`It is refused: ${await refusal.innerText()}`)
      return page.locator('.toasts p span').last().innerText()
    },
    async sees(text) {
      await page.keyboard.press('r')
      await page.getByRole('main').getByText(text).first().waitFor()
    }
  }
}
