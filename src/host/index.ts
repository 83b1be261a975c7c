// The hosting platform, as the rest of the service sees it.
import type { Host } from '../deps.js'
import type { HostClient } from './client.js'
import { hostEventOf, subjectOf } from './events.js'
import { installations, repositoriesOf } from './installations.js'
import { notConfigured } from './not-configured.js'
import { repositoryCalled } from './repositories.js'
import { verifierOf } from './signature.js'

/** Without a client it understands what the host sends, and calls nothing. */
export function openHost(webhookSecrets: readonly string[], client: HostClient = notConfigured): Host {
  return {
    verify: webhookSecrets.length > 0 ? verifierOf(webhookSecrets) : undefined,
    subjectOf,
    eventOf: hostEventOf,
    client,
    installations: (priority) => installations(client, priority),
    repositoriesOf: (options) => repositoriesOf(client, options),
    repositoryCalled: (name, options) => repositoryCalled(client, name, options)
  }
}
