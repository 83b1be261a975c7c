// Reads and validates the environment. Every variable is in one table; errors name the variable at fault.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type ApiKey, isKey, parseKeys } from '#domain/accounts/keys.js'
import type { ModelSettings } from '#model/protocol.js'
import type { RegistrySettings } from '#registries/index.js'
import { closed, oneOf } from '#schemas/common.js'
import type { PostgresLimits } from '#store/sql/limits.js'
import { type AuditExportSettings, auditExportSettingsOf } from './audit-export.js'
import { databaseLimitsOf, databaseUrlOf } from './database.js'
import { SettingsError } from './error.js'
import { type HostSettings, hostSettingsOf } from './host.js'
import { modelSettingsOf } from './model.js'
import { osvSourceOf } from './osv.js'
import { registrySettingsOf } from './registries.js'

export { SettingsError } from './error.js'

const text = (description: string) => Type.Optional(Type.String({ minLength: 1, description }))
const number = (minimum: number, maximum: number, value: number, description: string) =>
  Type.Integer({ minimum, maximum, default: value, description })

const Environment = closed({
  PORT: number(0, 65_535, 3000, 'TCP port to listen on; 0 lets the system choose.'),
  LISTEN_ADDRESS: Type.String({
    minLength: 1,
    default: '127.0.0.1',
    description: 'Address to listen on.'
  }),
  DATABASE_URL: text('Postgres to use, as postgres://…; default: the embedded database.'),
  DATABASE_CONNECTIONS: number(3, 1_000, 10, 'Maximum number of connections to Postgres.'),
  DATABASE_STATEMENT_SECONDS: number(1, 86_400, 60, 'Maximum duration of a statement in Postgres.'),
  DATABASE_LOCK_SECONDS: number(1, 86_400, 20, 'How long a statement in Postgres waits for a lock.'),
  DATABASE_IDLE_TRANSACTION_SECONDS: number(
    1,
    86_400,
    20,
    'How long a transaction may be idle before Postgres ends it.'
  ),
  DATABASE_ANSWER_SECONDS: number(
    2,
    86_400,
    75,
    'How long to wait for a free connection to Postgres, and for a response before the connection counts as lost; must exceed DATABASE_STATEMENT_SECONDS.'
  ),
  DATA_DIR: Type.String({
    minLength: 1,
    default: './data',
    description: 'Embedded database, generated secrets and exports.'
  }),
  DISK_RESERVE_MIB: number(
    0,
    1_048_576,
    256,
    'With the embedded database: webhooks and changes are rejected and background work pauses while the disk has less free space than this.'
  ),
  ROLE: oneOf(['all', 'web', 'worker'], { default: 'all', description: 'What this process does.' }),
  API_KEY: text('One API key of at least 16 characters, as `key` or `label=key`.'),
  API_KEYS: text('Comma-separated API keys, each `key` or `label=key`.'),
  SESSION_SECRET: Type.Optional(
    Type.String({ minLength: 32, description: 'Signs session cookies; at least 32 characters.' })
  ),
  AUDIT_EXPORT_KEY: text('Signs exports of the audit trail; at least 32 characters, without commas.'),
  AUDIT_EXPORT_FORMER_KEYS: text(
    'Comma-separated earlier keys as KEY@DAY, which only verify what they signed up to that day.'
  ),
  AUDIT_EXPORT_SIGNED_SINCE: text('First day whose export must be signed with one of the keys.'),
  HOST_WEBHOOK_SECRET: text('Webhook secret of at least 16 characters; without one, webhooks get 503.'),
  HOST_WEBHOOK_SECRETS: text('Comma-separated additional valid secrets, for rotation.'),
  HOST_API_URL: text("Address of the host's API; default: the public API of the platform."),
  HOST_APP_ID: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 999_999_999_999,
      description: 'Id of the App; requires HOST_APP_PRIVATE_KEY.'
    })
  ),
  HOST_APP_PRIVATE_KEY: text("The App's private key as PEM, or the path of a file that contains it."),
  HOST_TOKEN: text('A token, as an alternative to an App.'),
  MODEL_PROVIDER: Type.Optional(
    oneOf(['openai', 'anthropic'], {
      description: 'Protocol of the language model; without it, no model is used.'
    })
  ),
  MODEL_URL: text(
    "Base address of the model API, including its version; default: the provider's public API."
  ),
  MODEL_NAME: text('Name of the model.'),
  MODEL_API_KEY: text('Key of the model API, or the path of a file that contains it, starting with / or ./.'),
  MODEL_PLAIN_HTTP: oneOf(['refuse', 'allow'], {
    default: 'refuse',
    description: 'Whether MODEL_URL may use plain http to other machines.'
  }),
  MODEL_TIMEOUT_SECONDS: number(5, 180, 120, 'Maximum time for one answer of the model.'),
  MODEL_TOKENS_PER_DAY: number(
    1_000,
    1_000_000_000,
    1_000_000,
    'Tokens that all processes together may use per UTC day.'
  ),
  OSV_SOURCE: text(
    'Copy of the OSV database: a directory of JSON files, a zip archive, or an https:// address in the layout of the public bucket.'
  ),
  PACKAGE_REGISTRIES: text(
    'Registries of packages that updates may ask: public, or ecosystem=https://… for a mirror, with commas between; default: off.'
  ),
  LOG_CPU_SECONDS: number(
    1,
    600,
    2,
    'CPU time for parsing one log; beyond it, only the end of the log is read.'
  ),
  RATE_LIMIT_MAX: number(1, 1_000_000_000, 100, 'Requests per client address and window.'),
  RATE_LIMIT_WINDOW_SECONDS: number(1, 86_400, 60, 'Length of the window.'),
  TRUST_PROXY: text('Comma-separated addresses or networks of proxies whose forwarding headers are trusted.'),
  NODE_ENV: text('`production` never generates secrets and never sends a cookie over plain http.'),
  GIT_SHA: text('Commit of the build, shown by /health.'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    description: 'How much is logged.'
  })
})
type Environment = Static<typeof Environment>

export interface Settings {
  port: number
  listenAddress: string
  databaseUrl: string | undefined
  databaseLimits: PostgresLimits
  dataDir: string
  diskReserveBytes: number
  role: 'all' | 'web' | 'worker'
  /** Empty if the key is generated and stored in the data directory. */
  apiKeys: ApiKey[]
  sessionSecret: string | undefined
  auditExport: AuditExportSettings
  webhookSecrets: string[]
  host: HostSettings
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
}

export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const values = parseEnvironment(environment)
  const production = values.NODE_ENV === 'production'
  const settings: Settings = {
    port: values.PORT,
    listenAddress: values.LISTEN_ADDRESS,
    databaseUrl: databaseUrlOf(values),
    databaseLimits: databaseLimitsOf(values),
    dataDir: resolve(values.DATA_DIR),
    diskReserveBytes: values.DISK_RESERVE_MIB * 1024 * 1024,
    role: values.ROLE,
    apiKeys: [...keysOf('API_KEY', values.API_KEY), ...keysOf('API_KEYS', values.API_KEYS)],
    sessionSecret: values.SESSION_SECRET,
    auditExport: auditExportSettingsOf(values),
    webhookSecrets: [
      ...secretsOf('HOST_WEBHOOK_SECRET', [values.HOST_WEBHOOK_SECRET?.trim() ?? '']),
      ...secretsOf('HOST_WEBHOOK_SECRETS', splitList(values.HOST_WEBHOOK_SECRETS))
    ],
    host: hostSettingsOf(values),
    model: modelSettingsOf(values),
    osvSource: osvSourceOf(values),
    packageRegistries: registrySettingsOf(values),
    logCpuSeconds: values.LOG_CPU_SECONDS,
    rateLimit: { max: values.RATE_LIMIT_MAX, windowSeconds: values.RATE_LIMIT_WINDOW_SECONDS },
    trustProxy: proxiesOf(values),
    production,
    gitSha: values.GIT_SHA ?? null,
    logLevel: values.LOG_LEVEL
  }
  requireExplicitSecrets(settings)
  return settings
}

const variables = new Map<string, TSchema>(Object.entries(Environment.properties))

function parseEnvironment(environment: NodeJS.ProcessEnv): Environment {
  const entries = Object.entries(environment).flatMap(([name, value]) => {
    const schema = variables.get(name)
    // An empty variable counts as unset.
    return schema && value?.trim()
      ? [[name, schema['type'] === 'integer' ? wholeNumber(value) : value] as const]
      : []
  })
  const values = Value.Default(Environment, Object.fromEntries(entries))
  const fault = Value.Errors(Environment, values).First()
  if (fault) throw new SettingsError(invalidMessage(fault.path.slice(1)))
  // Cast: the check above has found no error.
  return values as Environment
}

/** Anything but digits stays a string, which the schema rejects. */
function wholeNumber(text: string): number | string {
  return /^\d{1,15}$/.test(text) ? Number(text) : text
}

function invalidMessage(name: string): string {
  const schema = variables.get(name)
  if (!schema) return `${name} is wrong.`
  return `${name} is wrong: expected ${expectationOf(schema)}. ${schema.description ?? ''}`.trim()
}

function expectationOf(schema: TSchema): string {
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].join(', ')}`
  if (schema['type'] === 'integer') return `a whole number from ${schema['minimum']} to ${schema['maximum']}`
  return `a text of at least ${schema['minLength']} characters`
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

function secretsOf(name: string, values: readonly string[]): string[] {
  const secrets = values.filter((value) => value !== '')
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
function requireExplicitSecrets({ databaseUrl, production, apiKeys, sessionSecret, role }: Settings): void {
  const reason =
    databaseUrl !== undefined ? 'with DATABASE_URL' : production ? 'with NODE_ENV=production' : undefined
  if (databaseUrl === undefined && role !== 'all') {
    throw new SettingsError(
      `ROLE=${role} requires DATABASE_URL, because the embedded database serves only one process.`
    )
  }
  if (reason === undefined) return
  if (apiKeys.length === 0)
    throw new SettingsError(`API_KEY or API_KEYS is missing: expected at least one key ${reason}.`)
  if (sessionSecret === undefined) {
    throw new SettingsError(`SESSION_SECRET is missing: expected at least 32 characters ${reason}.`)
  }
}
