// Connects the client of the service to a fake host; the test controls the clock of both.
import { generateKeyPairSync } from 'node:crypto'
import type { FakeHost } from '#demo/world/http.js'
import type { Host, HostStore } from '#deps.js'
import { openHostClient } from '#host/api/client.js'
import type { HostCredential } from '#host/api/credentials.js'
import type { HostLimits } from '#host/api/limits.js'
import { openHost } from '#host/index.js'

export const TOKEN: HostCredential = { kind: 'token', token: 'ghp_a-token-of-somebody' }

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const APP_KEY = publicKey
export const APP: HostCredential = {
  kind: 'app',
  appId: 12,
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** A store that keeps nothing. */
export const NO_STORE: HostStore = { exchange: async () => ({ budgets: [], cooldowns: [] }) }

interface Connecting {
  credential?: HostCredential
  store?: HostStore
  limits?: Partial<HostLimits>
  warn?: (fields: object, message: string) => void
  webhookSecrets?: string[]
}

export interface HostConnection {
  host: Host
  client: Host['client']
  /** Each requested delay in milliseconds; the clock advances instead of waiting. */
  slept: number[]
}

/** Connects the client of the service to the fake host, with its clock and without real waiting. */
export function connect(fake: FakeHost, options: Connecting = {}): HostConnection {
  const { credential = TOKEN, store = NO_STORE, limits, warn = () => {}, webhookSecrets = [] } = options
  const slept: number[] = []
  const host = openHost(
    webhookSecrets,
    openHostClient({
      apiUrl: fake.url,
      credential,
      store,
      log: { warn },
      now: fake.now,
      async sleep(ms) {
        slept.push(ms)
        fake.advance(ms)
      },
      limits: { spacedWrites: false, ...limits }
    })
  )
  return { host, client: host.client, slept }
}
