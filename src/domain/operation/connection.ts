// A connection to the host: the settings that make it, and what it was made for.
import type { ConnectedPillar } from '#schemas/operation/connection.js'

/** Larger than any that the host will issue. */
export const LARGEST_APP_ID = 999_999_999_999

export interface StoredConnection {
  /** Variables of the environment, by name. */
  settings: Readonly<Record<string, string>>
  pillars: readonly string[]
}

/** The data directory as the place of a connection. */
export interface ConnectionStore {
  isStored(): boolean
  /** It takes effect at the next start. */
  store(connection: StoredConnection): void
}

/** Where the credential of the host comes from, and what it is for. */
export interface HostLinkSettings {
  /** Undefined stands for the platform's public API. */
  apiUrl: string | undefined
  /** Whether it comes from the data directory. */
  isStored: boolean
  pillars: readonly ConnectedPillar[]
  /** Undefined where the service keeps no secrets. */
  store: ConnectionStore | undefined
}

interface AppCredential {
  appId: number
  privateKey: string
  webhookSecret: string
}

/** The settings of an App; those of the host itself are left out where it is the public platform. */
export function appSettings(app: AppCredential, apiUrl: string | undefined): StoredConnection['settings'] {
  return {
    ...hostSettings(apiUrl),
    HOST_APP_ID: String(app.appId),
    HOST_APP_PRIVATE_KEY: app.privateKey,
    HOST_WEBHOOK_SECRET: app.webhookSecret
  }
}

/** The same for a token. */
export function tokenSettings(
  { token, webhookSecret }: { token: string; webhookSecret: string },
  apiUrl: string | undefined
): StoredConnection['settings'] {
  return { ...hostSettings(apiUrl), HOST_TOKEN: token, HOST_WEBHOOK_SECRET: webhookSecret }
}

const hostSettings = (apiUrl: string | undefined): StoredConnection['settings'] =>
  apiUrl === undefined ? {} : { HOST_API_URL: apiUrl }
