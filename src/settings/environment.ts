// The variables of the environment: one table with their bounds, and how they are read.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { LARGEST_APP_ID } from '#domain/operation/connection.js'
import { closed, oneOf } from '#schemas/common.js'
import type { SettingsFaults } from './faults.js'

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
  DATABASE_SESSION_URL: text(
    'The same database without a pooler, if DATABASE_URL leads to one that hands out connections by transaction.'
  ),
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
  PAGE_MEMORY_MIB: number(
    0,
    4_096,
    16,
    'Memory for replies that are kept until something that they show changes; 0 keeps none.'
  ),
  ROLE: oneOf(['all', 'web', 'worker'], { default: 'all', description: 'What this process does.' }),
  API_KEY: text('One API key of at least 16 characters, as `key` or `label=key`.'),
  API_KEYS: text('Comma-separated API keys, each `key` or `label=key`.'),
  SESSION_SECRET: Type.Optional(
    Type.String({
      minLength: 32,
      description: 'Signs session cookies, and seals answers that are kept; at least 32 characters.'
    })
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
      maximum: LARGEST_APP_ID,
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
  }),
  LOG_FORMAT: Type.Optional(
    oneOf(['json', 'text'], {
      description: 'How lines are logged; default: text in a terminal, json elsewhere.'
    })
  )
})
export type Environment = Static<typeof Environment>

/** The names of all variables that the service reads. */
export const VARIABLES: readonly string[] = Object.keys(Environment.properties)

const variables = new Map<string, TSchema>(Object.entries(Environment.properties))

/** An empty variable counts as unset. */
export const isGiven = (environment: NodeJS.ProcessEnv, name: string): boolean =>
  Boolean(environment[name]?.trim())

/** A wrong variable is a fault, and its default is read in its place. */
export function parseEnvironment(environment: NodeJS.ProcessEnv, faults: SettingsFaults): Environment {
  const given = Object.fromEntries(
    [...variables].flatMap(([name, schema]) => {
      const value = environment[name]
      if (value === undefined || !isGiven(environment, name)) return []
      return [[name, schema['type'] === 'integer' ? wholeNumber(value) : value]]
    })
  )
  const wrong = new Set([...Value.Errors(Environment, given)].map(({ path }) => path.slice(1)))
  for (const name of wrong) if (Object.hasOwn(given, name)) faults.add(invalidMessage(name))
  const right = Object.entries(given).filter(([name]) => !wrong.has(name))
  // Cast: what was wrong is left out, and all else has a default or may be missing.
  return Value.Default(Environment, Object.fromEntries(right)) as Environment
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
