// The hosting platform, as the rest of the service sees it.
import type { Host } from '../deps.js'
import { hostEventOf, subjectOf } from './events.js'
import { verifierOf } from './signature.js'

export function openHost(webhookSecrets: readonly string[]): Host {
  return {
    verify: webhookSecrets.length > 0 ? verifierOf(webhookSecrets) : undefined,
    subjectOf,
    eventOf: hostEventOf
  }
}
