// Reads and validates the environment. Errors name the variable at fault.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type ApiKey, isKey, parseKeys } from '#domain/accounts/keys.js'
import type { ModelSettings } from '#model/protocol.js'
import type { RegistrySettings } from '#registries/index.js'
import type { PostgresLimits } from '#store/sql/limits.js'
import { type AuditExportSettings, auditExportSettingsOf } from './audit-export.js'
import { type CredentialOrigin, withConnection } from './connection.js'
import { databaseLimitsOf, databaseUrlOf, sessionUrlOf } from './database.js'
import { type Environment, isGiven, parseEnvironment } from './environment.js'
import { SettingsError } from './error.js'
import { SettingsFaults } from './faults.js'
import { type HostSettings, hostSettingsOf } from './host.js'
import { modelSettingsOf } from './model.js'
import { osvSourceOf } from './osv.js'
import { registrySettingsOf } from './registries.js'

export { SettingsError } from './error.js'

export interface Settings {
  port: number
  listenAddress: string
  databaseUrl: string | undefined
  /** The same database without a pooler between. */
  sessionUrl: string | undefined
  databaseLimits: PostgresLimits
  dataDir: string
  /** Whether the host is emulated: the pages say so, and the embedded database lies in memory. */
  isDemo?: boolean
  diskReserveBytes: number
  /** For replies that are kept; 0 keeps none. */
  pageMemoryBytes: number
  role: 'all' | 'web' | 'worker'
  /** Empty if the key is generated and stored in the data directory. */
  apiKeys: ApiKey[]
  sessionSecret: string | undefined
  auditExport: AuditExportSettings
  webhookSecrets: string[]
  host: HostSettings
  /** Where the credential comes from, and what it was made for. */
  connection: CredentialOrigin
  /** Undefined while no language model is configured. */
  model: ModelSettings | undefined
  /** Undefined while no copy of the OSV database is configured. */
  osvSource: string | undefined
  /** Empty while no registry may be asked. */
  packageRegistries: RegistrySettings
  logCpuSeconds: number
  rateLimit: { max: number; windowSeconds: number }
  trustProxy: string[]
  production: boolean
  gitSha: string | null
  logLevel: Environment['LOG_LEVEL']
  /** Undefined: as standard output is. */
  logFormat: Environment['LOG_FORMAT']
}

/** All faults are in one error, each on a line of its own. */
export function readSettings(given: NodeJS.ProcessEnv, connect = withConnection): Settings {
  const faults = new SettingsFaults()
  const { DATA_DIR } = parseEnvironment(given, new SettingsFaults())
  const connected = faults.read(() => connect(given, DATA_DIR))
  const environment = connected?.environment ?? given
  const values = parseEnvironment(environment, faults)
  const settings: Settings = {
    port: values.PORT,
    listenAddress: values.LISTEN_ADDRESS,
    databaseUrl: faults.read(() => databaseUrlOf(values)),
    sessionUrl: faults.read(() => sessionUrlOf(values)),
    databaseLimits: faults.read(() => databaseLimitsOf(values)),
    dataDir: resolve(values.DATA_DIR),
    diskReserveBytes: values.DISK_RESERVE_MIB * 1024 * 1024,
    pageMemoryBytes: values.PAGE_MEMORY_MIB * 1024 * 1024,
    role: values.ROLE,
    apiKeys: (['API_KEY', 'API_KEYS'] as const).flatMap(
      (name) => faults.read(() => keysOf(name, values[name])) ?? []
    ),
    sessionSecret: values.SESSION_SECRET,
    auditExport: faults.read(() => auditExportSettingsOf(values)),
    webhookSecrets: (['HOST_WEBHOOK_SECRET', 'HOST_WEBHOOK_SECRETS'] as const).flatMap(
      (name) => faults.read(() => secretsOf(name, values[name])) ?? []
    ),
    host: faults.read(() => hostSettingsOf(values)),
    connection: connected?.connection,
    model: faults.read(() => modelSettingsOf(values)),
    osvSource: faults.read(() => osvSourceOf(values)),
    packageRegistries: faults.read(() => registrySettingsOf(values)),
    logCpuSeconds: values.LOG_CPU_SECONDS,
    rateLimit: { max: values.RATE_LIMIT_MAX, windowSeconds: values.RATE_LIMIT_WINDOW_SECONDS },
    trustProxy: faults.read(() => proxiesOf(values)),
    production: values.NODE_ENV === 'production',
    gitSha: values.GIT_SHA ?? null,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT
  }
  requireExplicitSecrets(settings, environment, faults)
  faults.throwIfAny()
  return settings
}

function keysOf(name: string, list = ''): ApiKey[] {
  const keys = parseKeys(list)
  // The message does not quote the key, because it ends up in a log.
  if (keys.every(({ key }) => isKey(key) && key.length >= SHORTEST_SECRET)) return keys
  throw new SettingsError(
    `${name} is wrong: expected keys of ${SHORTEST_SECRET} to 512 printable ASCII characters without spaces. ${ADVICE}`
  )
}

/** Shorter secrets can be guessed. */
const SHORTEST_SECRET = 16
const ADVICE = 'Generate one with `openssl rand -hex 32`.'

/** The first variable holds one secret, which may contain commas. */
function secretsOf(name: 'HOST_WEBHOOK_SECRET' | 'HOST_WEBHOOK_SECRETS', value = ''): string[] {
  const secrets =
    name === 'HOST_WEBHOOK_SECRETS' ? splitList(value) : [value.trim()].filter((one) => one !== '')
  if (secrets.every((secret) => secret.length >= SHORTEST_SECRET)) return secrets
  throw new SettingsError(
    `${name} is wrong: expected at least ${SHORTEST_SECRET} characters in each secret. ${ADVICE} Set the same secret on the host.`
  )
}

function proxiesOf({ TRUST_PROXY }: Environment): string[] {
  const proxies = splitList(TRUST_PROXY)
  const wrong = proxies.find((proxy) => !isNetwork(proxy))
  if (wrong === undefined) return proxies
  throw new SettingsError(
    `TRUST_PROXY is wrong: expected a comma-separated list of addresses (10.0.0.1), networks (10.0.0.0/8) or ${NETWORK_NAMES.join(', ')}. ${wrong} is none of these.`
  )
}

const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  if (NETWORK_NAMES.includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

function splitList(list = ''): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Secrets are generated only for a single process with an embedded database, outside production. */
function requireExplicitSecrets(
  { production, apiKeys, role }: Settings,
  environment: NodeJS.ProcessEnv,
  faults: SettingsFaults
): void {
  const [hasServer, hasKey, hasSecret] = ['DATABASE_URL', 'API_KEY', 'SESSION_SECRET'].map((name) =>
    isGiven(environment, name)
  )
  if (!hasServer && role !== 'all')
    faults.add(`ROLE=${role} requires DATABASE_URL, because the embedded database serves only one process.`)
  if (!hasServer && !production) return
  const reason = hasServer ? 'with DATABASE_URL' : 'with NODE_ENV=production'
  // What is given and wrong has a fault of its own.
  if (apiKeys.length === 0 && !hasKey)
    faults.add(`API_KEY or API_KEYS is missing: expected at least one key ${reason}.`)
  if (!hasSecret) faults.add(`SESSION_SECRET is missing: expected at least 32 characters ${reason}.`)
}
