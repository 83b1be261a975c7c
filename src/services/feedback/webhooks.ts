// Webhooks of chats: what is stored of them, and what is shown.
import { invalidFeedbackRule } from '#errors/feedback.js'
import { findUrlFault } from '#runtime/public-urls.js'

/** A shorter secret would be given away by its end. */
const LEAST_SECRET = 12
const SHOWN_END = 4
const SHORTENING = '…'
const SHORTENED = 'is shortened for display: send the whole URL, or leave it out to keep it'

/** Where it leads and how it ends, so that people can tell their webhooks apart. */
export function maskWebhook(url: string): string {
  const { host, href, origin } = new URL(url)
  const secret = href.slice(origin.length + 1)
  return `https://${host}/${SHORTENING}${secret.length < LEAST_SECRET ? '' : secret.slice(-SHOWN_END)}`
}

/** The URL as it is stored; throws without quoting it if the service must not call it. */
export function checkedWebhook(field: string, url: string | null): string | null {
  if (url === null) return null
  const fault = url.includes(SHORTENING) ? SHORTENED : findUrlFault(url)
  if (fault !== undefined) throw invalidFeedbackRule(field, fault)
  return new URL(url).href
}
