// Makes an App for somebody in the dashboard: what one session has begun, it alone can end.
import { randomBytes } from 'node:crypto'
import type { Deps } from '#deps.js'
import { appManifest, isAccountName, publicAddress, registrationUrl } from '#domain/operation/app-manifest.js'
import { appSettings, type ConnectionStore } from '#domain/operation/connection.js'
import { BegunRegistration, REGISTRATION_MS, STATE_FAULTS } from '#domain/operation/registration.js'
import {
  alreadyConnected,
  connectedMeanwhile,
  nowhereToStore,
  registrationRefused,
  sessionRequired,
  wrongAddress,
  wrongOrganisation
} from '#errors/connection.js'
import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import {
  type AppRegistration,
  type ConnectedPillar,
  type ConnectionBody,
  DEFAULT_PILLARS,
  type MadeConnection,
  type RegistrationBody
} from '#schemas/operation/connection.js'
import type { Caller } from '../accounts/sessions.js'
import { recordAudit } from '../audit/record.js'

interface Begun {
  registration: BegunRegistration
  pillars: readonly ConnectedPillar[]
}

const STATE_BYTES = 32
/** More sessions than people who connect a service at once. */
const MOST_BEGUN = 20

export class Registrations {
  readonly #deps: Deps
  readonly #begun = new Map<string, Begun>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** `origin` is where the browser has the dashboard, and comes back to. */
  begin(caller: Caller, body: RegistrationBody, origin: string): AppRegistration {
    const session = sessionOf(caller)
    const { pillars = DEFAULT_PILLARS } = body
    storeIn(this.#deps)
    const { host, now } = this.#deps
    const address = publicAddress(body.address)
    if (address === undefined) throw wrongAddress()
    if (body.organisation !== undefined && !isAccountName(body.organisation)) throw wrongOrganisation()
    const state = randomBytes(STATE_BYTES).toString('base64url')
    const redirectUrl = `${origin}/dashboard/connect`
    const manifest = appManifest({ pillars, address, redirectUrl })
    this.#begun.delete(session)
    this.#begun.set(session, { registration: new BegunRegistration(state, now()), pillars })
    for (const oldest of [...this.#begun.keys()].slice(0, -MOST_BEGUN)) this.#begun.delete(oldest)
    return {
      action: registrationUrl(host.pages.site, body.organisation, state),
      manifest: JSON.stringify(manifest),
      expires_at: new Date(now().getTime() + REGISTRATION_MS).toISOString()
    }
  }

  async finish(caller: Caller, { code, state }: ConnectionBody): Promise<MadeConnection> {
    const begun = this.#begun.get(sessionOf(caller))
    const { connection, now } = this.#deps
    const store = storeIn(this.#deps)
    const check = begun?.registration.take(state, now()) ?? 'wrong'
    if (!begun || check !== 'right')
      throw registrationRefused(STATE_FAULTS[check === 'right' ? 'wrong' : check])
    const app = await this.#appFor(code, begun)
    // Somebody else may have been faster while the host was asked.
    if (store.isStored()) throw connectedMeanwhile(app.name)
    store.store({ settings: appSettings(app, connection.apiUrl), pillars: begun.pillars })
    await this.#recordMade(caller, { app_id: app.appId, name: app.name, pillars: [...begun.pillars] })
    return {
      name: app.name,
      install_url: app.installUrl,
      message: 'Its secrets are stored. Install it where the service is to work, and start the service anew.'
    }
  }

  /** The code stays good until the host has taken it: whoever holds it can try again. */
  async #appFor(code: string, { registration }: Begun) {
    try {
      return await this.#deps.host.connection.convertManifest(code)
    } catch (error) {
      if (!(error instanceof HostError && error.failure === 'host_refused')) registration.giveBack()
      throw error
    }
  }

  /** What is stored counts, whether it can be recorded or not: whoever made the App is told of it. */
  async #recordMade({ principal }: Caller, payload: JsonObject): Promise<void> {
    const { transaction, log, now } = this.#deps
    try {
      await transaction((tx) =>
        recordAudit(tx, {
          category: 'config_change',
          actor: principal,
          actorType: 'human',
          repo: null,
          eventType: 'host_connected',
          payload,
          occurredAt: now()
        })
      )
    } catch (error) {
      log.error(
        { err: error, ...payload },
        'The connection to the host is stored, and not in the audit trail'
      )
    }
  }
}

/** An API key says which program calls; an App is made by somebody. */
function sessionOf({ session }: Caller): string {
  if (!session) throw sessionRequired()
  return session.tokenSha256
}

function storeIn({ host, connection: { store } }: Deps): ConnectionStore {
  if (host.client.isConfigured || store?.isStored()) throw alreadyConnected()
  if (!store) throw nowhereToStore()
  return store
}
