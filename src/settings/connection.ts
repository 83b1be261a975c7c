// Settings that `connect` has stored in the data directory. Those of the environment win.
import { resolve } from 'node:path'
import type { StoredConnection } from '#domain/operation/connection.js'
import { CONNECTED_PILLARS, type ConnectedPillar } from '#schemas/operation/connection.js'
import { DataDirectoryError } from '../data-directory.js'
import { storedConnection } from '../stored-connection.js'
import { isGiven } from './environment.js'
import { SettingsError } from './error.js'
import { apiUrlOf } from './host.js'

export interface CredentialOrigin {
  /** Whether the credential comes from the data directory. */
  isStored: boolean
  /** What the service is meant to do: all, unless fewer were chosen. */
  pillars: readonly ConnectedPillar[]
}

const CREDENTIAL = ['HOST_APP_ID', 'HOST_APP_PRIVATE_KEY', 'HOST_TOKEN']
const WEBHOOK_SECRET = 'HOST_WEBHOOK_SECRET'
/** Nothing else is taken from the file, whatever it holds. */
const STORED = [...CREDENTIAL, 'HOST_API_URL', WEBHOOK_SECRET]

export interface ConnectedEnvironment {
  environment: NodeJS.ProcessEnv
  connection: CredentialOrigin
}

export const withoutConnection = (environment: NodeJS.ProcessEnv): ConnectedEnvironment => ({
  environment,
  connection: { isStored: false, pillars: CONNECTED_PILLARS }
})

/** Adds the stored connection, unless the environment holds a credential: then that is the whole connection. */
export function withConnection(environment: NodeJS.ProcessEnv, dataDir: string): ConnectedEnvironment {
  const isComplete = CREDENTIAL.some((name) => isGiven(environment, name))
  const stored = isComplete ? undefined : connectionIn(resolve(dataDir))
  if (!stored) return withoutConnection(environment)
  requireSameHost(environment, stored)
  // A secret of the environment replaces the stored one; HOST_WEBHOOK_SECRETS adds others to it.
  const added = STORED.filter((name) => name !== WEBHOOK_SECRET || !isGiven(environment, name))
  const settings = Object.fromEntries(added.map((name) => [name, stored.settings[name]]))
  return {
    environment: { ...environment, ...settings },
    connection: {
      isStored: true,
      pillars: CONNECTED_PILLARS.filter((one) => stored.pillars.includes(one))
    }
  }
}

/** The settings of the environment that win over a stored connection. */
export const winningSettings = (environment: NodeJS.ProcessEnv): string[] =>
  [...CREDENTIAL, WEBHOOK_SECRET].filter((name) => isGiven(environment, name))

function connectionIn(dataDir: string): StoredConnection | undefined {
  try {
    return storedConnection(dataDir)
  } catch (error) {
    throw error instanceof DataDirectoryError ? new SettingsError(error.message) : error
  }
}

/** A credential is sent to the host that has issued it, and nowhere else. */
function requireSameHost(environment: NodeJS.ProcessEnv, { settings }: StoredConnection): void {
  const { HOST_API_URL } = environment
  if (HOST_API_URL === undefined || !isGiven(environment, 'HOST_API_URL')) return
  if (apiUrlOf({ HOST_API_URL }) === apiUrlOf(settings)) return
  throw new SettingsError(
    `HOST_API_URL is wrong: the connection in DATA_DIR belongs to ${settings['HOST_API_URL'] ?? 'the public platform'}. Unset the variable, or connect again.`
  )
}
