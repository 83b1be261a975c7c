import { resolve } from 'node:path'
import t from 'tap'
import { CONNECTED_PILLARS } from '#schemas/operation/connection.js'
import { readSettings } from '#settings/settings.js'
import { POSTGRES_LIMITS } from '#store/sql/limits.js'

const POSTGRES = { DATABASE_URL: 'postgres://user:secret@db.test:5432/service' }
const SECRETS = { API_KEY: 'a-key-of-16-chars', SESSION_SECRET: 's'.repeat(32) }

t.test('with no variable at all the service runs alone on this machine', async (t) => {
  t.same(readSettings({}), {
    port: 3000,
    listenAddress: '127.0.0.1',
    databaseUrl: undefined,
    databaseLimits: POSTGRES_LIMITS,
    dataDir: resolve('data'),
    diskReserveBytes: 268_435_456,
    pageMemoryBytes: 16_777_216,
    role: 'all',
    apiKeys: [],
    sessionSecret: undefined,
    auditExport: { key: undefined, formerKeys: [], signedSince: undefined },
    webhookSecrets: [],
    host: { apiUrl: undefined, credential: undefined },
    connection: { isStored: false, pillars: CONNECTED_PILLARS },
    model: undefined,
    osvSource: undefined,
    packageRegistries: {},
    logCpuSeconds: 2,
    rateLimit: { max: 100, windowSeconds: 60 },
    trustProxy: [],
    production: false,
    gitSha: null,
    logLevel: 'info',
    logFormat: undefined
  })
})

t.test(
  'a variable that is set to nothing is not set, and foreign variables are no business of ours',
  async (t) => {
    const empty = Object.fromEntries(
      [
        'PORT',
        'DATABASE_URL',
        'ROLE',
        'API_KEY',
        'SESSION_SECRET',
        'TRUST_PROXY',
        'LOG_LEVEL',
        'NODE_ENV'
      ].map((name) => [name, ''])
    )
    t.same(readSettings({ ...empty, HOME: '/root', toString: 'x' }), readSettings({}))
  }
)

t.test('every variable is read', async (t) => {
  const settings = readSettings({
    ...POSTGRES,
    PORT: '0',
    OSV_SOURCE: 'copies/osv',
    PACKAGE_REGISTRIES: 'public, npm=https://ci:p%40ss@npm.test:8443/all, go=https://go.test',
    LISTEN_ADDRESS: '::',
    DATABASE_CONNECTIONS: '5',
    DATABASE_STATEMENT_SECONDS: '30',
    DATABASE_LOCK_SECONDS: '5',
    DATABASE_IDLE_TRANSACTION_SECONDS: '6',
    DATABASE_ANSWER_SECONDS: '31',
    DATA_DIR: '/srv/service',
    DISK_RESERVE_MIB: '1',
    PAGE_MEMORY_MIB: '2',
    ROLE: 'worker',
    API_KEY: 'one-of-16-letters',
    API_KEYS: 'ci=two-of-16-letters, three-of-16-letters,,',
    SESSION_SECRET: 's'.repeat(32),
    AUDIT_EXPORT_KEY: ` ${'n'.repeat(32)} `,
    AUDIT_EXPORT_FORMER_KEYS: `${'o'.repeat(32)}@2026-01-30, ${'@'.repeat(32)}@2026-01-29,`,
    AUDIT_EXPORT_SIGNED_SINCE: '2026-01-31',
    HOST_WEBHOOK_SECRET: 'new-of-16-letters',
    HOST_WEBHOOK_SECRETS: 'old-of-16-letters, older-of-16-letters',
    HOST_API_URL: 'https://host.test/api/v3/',
    HOST_TOKEN: 'a-token',
    MODEL_PROVIDER: 'openai',
    MODEL_URL: 'http://model.test/v1/',
    MODEL_NAME: 'a-model',
    MODEL_API_KEY: 'key-of-the-model',
    MODEL_PLAIN_HTTP: 'allow',
    MODEL_TIMEOUT_SECONDS: '30',
    MODEL_TOKENS_PER_DAY: '5000',
    LOG_CPU_SECONDS: '5',
    RATE_LIMIT_MAX: '7',
    RATE_LIMIT_WINDOW_SECONDS: '9',
    TRUST_PROXY: '10.0.0.0/8, loopback ,2001:db8::/32',
    NODE_ENV: 'production',
    GIT_SHA: 'abc',
    LOG_LEVEL: 'silent',
    LOG_FORMAT: 'text'
  })
  t.same(settings, {
    port: 0,
    listenAddress: '::',
    databaseUrl: POSTGRES.DATABASE_URL,
    databaseLimits: {
      connections: 5,
      seconds: { statement: 30, lock: 5, idleTransaction: 6, answer: 31 }
    },
    dataDir: '/srv/service',
    diskReserveBytes: 1_048_576,
    pageMemoryBytes: 2_097_152,
    role: 'worker',
    apiKeys: [
      { label: 'api', key: 'one-of-16-letters' },
      { label: 'ci', key: 'two-of-16-letters' },
      { label: 'api', key: 'three-of-16-letters' }
    ],
    sessionSecret: 's'.repeat(32),
    auditExport: {
      key: 'n'.repeat(32),
      formerKeys: [
        { key: 'o'.repeat(32), lastDay: '2026-01-30' },
        { key: '@'.repeat(32), lastDay: '2026-01-29' }
      ],
      signedSince: '2026-01-31'
    },
    webhookSecrets: ['new-of-16-letters', 'old-of-16-letters', 'older-of-16-letters'],
    host: { apiUrl: 'https://host.test/api/v3', credential: { kind: 'token', token: 'a-token' } },
    connection: { isStored: false, pillars: CONNECTED_PILLARS },
    model: {
      provider: 'openai',
      url: 'http://model.test/v1',
      name: 'a-model',
      apiKey: 'key-of-the-model',
      timeoutMs: 30_000,
      tokensPerDay: 5_000
    },
    osvSource: resolve('copies/osv'),
    packageRegistries: {
      npm: {
        address: 'https://npm.test:8443/all/',
        authorization: `Basic ${Buffer.from('ci:p@ss').toString('base64')}`
      },
      pip: 'public',
      go: { address: 'https://go.test/', authorization: null },
      cargo: 'public',
      rubygems: 'public'
    },
    logCpuSeconds: 5,
    rateLimit: { max: 7, windowSeconds: 9 },
    trustProxy: ['10.0.0.0/8', 'loopback', '2001:db8::/32'],
    production: true,
    gitSha: 'abc',
    logLevel: 'silent',
    logFormat: 'text'
  })
})

t.test('all that is wrong is told at once, each variable once', async (t) => {
  const wrong = {
    PORT: 'http',
    ROLE: 'server',
    DATABASE_URL: 'postgres://',
    HOST_TOKEN: 'two words',
    API_KEY: 'short',
    SESSION_SECRET: 'short',
    TRUST_PROXY: 'proxy.test'
  }
  const told = t.throws(() => readSettings({ ...wrong, NODE_ENV: 'production' }), { name: 'SettingsError' })
  const names = (told instanceof Error ? told.message : '')
    .split('\n')
    .map((line) => line.split(' ', 1)[0] ?? '')
  t.same(names.sort(), Object.keys(wrong).sort())
})

/** What a variable needs beside it in order to be looked at. */
const MODEL = { MODEL_PROVIDER: 'openai', MODEL_NAME: 'a-model', MODEL_API_KEY: 'key-of-the-model' }
const BESIDE: Record<string, NodeJS.ProcessEnv> = {
  HOST_APP_PRIVATE_KEY: { HOST_APP_ID: '7' },
  MODEL_URL: MODEL,
  MODEL_API_KEY: MODEL,
  AUDIT_EXPORT_FORMER_KEYS: { AUDIT_EXPORT_KEY: 'n'.repeat(32) },
  AUDIT_EXPORT_SIGNED_SINCE: { AUDIT_EXPORT_KEY: 'n'.repeat(32) }
}

const LONG = 'x'.repeat(16)

t.test('a wrong variable is named, together with what is expected', async (t) => {
  const wrong: [string, string[], RegExp][] = [
    [
      'PORT',
      ['http', '-1', '65536', '3000.5', '1e3', '0x10', ' 80', '9'.repeat(30)],
      /whole number from 0 to 65535/
    ],
    ['RATE_LIMIT_MAX', ['0', 'many', '1e3', 'Infinity', 'NaN'], /whole number from 1 to/],
    ['RATE_LIMIT_WINDOW_SECONDS', ['0', '60s', '86401'], /whole number from 1 to 86400/],
    ['DATABASE_STATEMENT_SECONDS', ['0', '1m', '86401'], /whole number from 1 to 86400/],
    ['DATABASE_LOCK_SECONDS', ['0', '-1'], /whole number from 1 to 86400/],
    ['DATABASE_IDLE_TRANSACTION_SECONDS', ['0', 'never'], /whole number from 1 to 86400/],
    ['DATABASE_ANSWER_SECONDS', ['60', '59'], /more than DATABASE_STATEMENT_SECONDS \(60\)/],
    ['OSV_SOURCE', ['http://osv.test', 'ftp://osv.test', 'https://a:b@osv.test'], /begins with https/],
    ['ROLE', ['server', 'WEB', 'all '], /one of all, web, worker/],
    ['LOG_LEVEL', ['loud', 'INFO'], /one of fatal, error, warn, info/],
    ['LOG_FORMAT', ['pretty', 'JSON'], /one of json, text/],
    [
      'HOST_API_URL',
      ['host.test', 'ftp://host.test', 'https://me@host.test', 'https://host.test?x=1'],
      /https:/
    ],
    ['HOST_APP_ID', ['0', 'Iv1.abc', '-7'], /whole number from 1 to/],
    ['HOST_APP_PRIVATE_KEY', ['/nowhere/app.pem', '-----BEGIN RSA PRIVATE KEY-----'], /PEM.*path/],
    ['HOST_TOKEN', ['two words', 'line\nbreak'], /without spaces/],
    ['MODEL_PROVIDER', ['OpenAI', 'local'], /one of openai, anthropic/],
    [
      'MODEL_URL',
      ['model.test', 'ftp://model.test', 'https://me:x@model.test', 'https://model.test?x=1'],
      /https:/
    ],
    ['MODEL_URL', ['http://model.test/v1', 'http://127.0.0.1.model.test'], /https, .*MODEL_PLAIN_HTTP/],
    ['MODEL_API_KEY', ['two words', 'line\nbreak'], /without spaces/],
    ['MODEL_PLAIN_HTTP', ['yes'], /one of refuse, allow/],
    ['MODEL_TIMEOUT_SECONDS', ['4', '181', 'long'], /whole number from 5 to 180/],
    ['MODEL_TOKENS_PER_DAY', ['999', '1e6'], /whole number from 1000 to/],
    ['SESSION_SECRET', ['short', 's'.repeat(31)], /at least 32 characters/],
    [
      'AUDIT_EXPORT_KEY',
      ['short', 'k'.repeat(31), `${'k'.repeat(32)},more`, `${'k'.repeat(32)}@2026-01-31`],
      /at least 32 characters.*comma.*day/
    ],
    [
      'AUDIT_EXPORT_FORMER_KEYS',
      [
        'k'.repeat(32),
        `${'k'.repeat(31)}@2026-01-31`,
        `${'k'.repeat(32)}@2026-02-30`,
        `${'k'.repeat(32)}@2026-01-31,short`,
        `${'k'.repeat(32)}@2026-01-31,${'k'.repeat(32)}@2026-01-30`,
        `${'n'.repeat(32)}@2026-01-31`
      ],
      /KEY@DAY.*at least 32 characters.*replaced/
    ],
    ['AUDIT_EXPORT_SIGNED_SINCE', ['yesterday', '2026-02-30', '2026-1-31'], /a day, like 2026-01-31/],
    [
      'API_KEY',
      [`ключ${LONG}`, `a b${LONG}`, `k=${'x'.repeat(513)}`, 'fifteen-letters', 'label=fifteen-letters'],
      /16 to 512 printable ASCII/
    ],
    ['API_KEYS', [`${LONG},wröng${LONG}`, `\u0007${LONG}`, `a=${LONG},b=short`], /16 to 512 printable ASCII/],
    ['HOST_WEBHOOK_SECRET', ['short', 'fifteen-letters'], /at least 16 characters/],
    ['HOST_WEBHOOK_SECRETS', [`${LONG},short`], /at least 16 characters/],
    [
      'DATABASE_URL',
      ['mysql://x/y', 'postgres://', 'postgres://user@host', 'localhost:5432', 'not a url', 'http://x'],
      /postgres:\/\/user:password@host:5432\/name/
    ],
    [
      'TRUST_PROXY',
      [
        'proxy.test',
        'true',
        '1',
        '10.0.0.0/33',
        '10.0.0.0/0',
        '10.0.0.1,nonsense',
        '::/129',
        '10.0.0.0/8/8',
        '/8'
      ],
      /addresses .*networks .*loopback/
    ]
  ]
  for (const [name, values, expected] of wrong)
    for (const value of values)
      t.throws(
        () => readSettings({ ...SECRETS, ...BESIDE[name], [name]: value }),
        { name: 'SettingsError', message: new RegExp(`^${name} is wrong: expected .*${expected.source}`) },
        `${name}=${value.slice(0, 20)}`
      )
})

t.test(
  'mirrors of registries have their credentials apart, and the message about a wrong one has none',
  async (t) => {
    t.same(readSettings({ PACKAGE_REGISTRIES: ' off ' }).packageRegistries, {})
    t.same(readSettings({ PACKAGE_REGISTRIES: 'pip=public' }).packageRegistries, { pip: 'public' })
    for (const value of [
      'yes',
      'off,public',
      'npm',
      'npm=http://npm.test',
      'maven=https://maven.test',
      'npm=https://a:secret%@npm.test',
      'npm=https://npm.test?secret'
    ])
      t.throws(() => readSettings({ PACKAGE_REGISTRIES: value }), {
        name: 'SettingsError',
        message: /^PACKAGE_REGISTRIES is wrong: (?!.*secret)/
      })
  }
)

t.test('exports that are unsigned from now on are not asked for signatures', async (t) => {
  for (const beside of [
    { AUDIT_EXPORT_FORMER_KEYS: `${'k'.repeat(32)}@2026-01-31` },
    { AUDIT_EXPORT_SIGNED_SINCE: '2026-01-31' }
  ]) {
    const message = new RegExp(`^AUDIT_EXPORT_KEY is missing: ${Object.keys(beside)[0]} requires it`)
    t.throws(() => readSettings(beside), { name: 'SettingsError', message })
  }
})

t.test('a model is taken whole or not at all, over https unless it is on this machine', async (t) => {
  const HALVES: [NodeJS.ProcessEnv, RegExp][] = [
    [{ MODEL_NAME: 'a-model' }, /^MODEL_PROVIDER is missing: MODEL_NAME requires it/],
    [{ MODEL_API_KEY: 'a-key' }, /^MODEL_PROVIDER is missing/],
    [{ MODEL_PROVIDER: 'openai', MODEL_API_KEY: 'a-key' }, /^MODEL_NAME is missing/],
    [{ MODEL_PROVIDER: 'anthropic', MODEL_NAME: 'a-model' }, /^MODEL_API_KEY is missing/],
    [{ ...MODEL, MODEL_API_KEY: '/nowhere/key' }, /^MODEL_API_KEY is wrong: its file/]
  ]
  for (const [environment, message] of HALVES)
    t.throws(() => readSettings(environment), { name: 'SettingsError', message })
  const folder = t.testdir({ key: 'key-of-the-model\n' })
  t.match(readSettings({ ...MODEL, MODEL_API_KEY: `${folder}/key` }).model, {
    url: 'https://api.openai.com/v1',
    apiKey: 'key-of-the-model',
    timeoutMs: 120_000,
    tokensPerDay: 1_000_000
  })
  for (const MODEL_URL of ['http://127.0.0.1:8080/v1', 'http://[::1]:1/v1', 'http://localhost/v1']) {
    const { MODEL_API_KEY: _, ...keyless } = MODEL
    t.match(readSettings({ ...keyless, MODEL_URL }).model, { url: MODEL_URL, apiKey: undefined })
  }
})

t.test('no message repeats a secret', async (t) => {
  const SECRET = 'too-short-secret'
  for (const wrong of [
    { SESSION_SECRET: SECRET },
    { AUDIT_EXPORT_KEY: SECRET },
    { AUDIT_EXPORT_KEY: 'k'.repeat(32), AUDIT_EXPORT_FORMER_KEYS: SECRET },
    { DATABASE_URL: `mysql://user:${SECRET}@db.test/x` },
    { HOST_APP_ID: '7', HOST_APP_PRIVATE_KEY: SECRET },
    { HOST_TOKEN: `${SECRET} ` },
    { ...MODEL, MODEL_API_KEY: `${SECRET} x` },
    { API_KEY: `${SECRET}é` },
    { API_KEY: 'too-short' },
    { HOST_WEBHOOK_SECRET: 'too-short' }
  ])
    t.notMatch(String(t.throws(() => readSettings(wrong))), 'too-short')
})

t.test('where secrets would have to be shared or kept, they are asked for and not made up', async (t) => {
  for (const [environment, reason] of [
    [POSTGRES, /with DATABASE_URL/],
    [{ NODE_ENV: 'production' }, /with NODE_ENV=production/]
  ] as const) {
    t.throws(() => readSettings(environment), {
      message: /^API_KEY or API_KEYS is missing: expected at least one key/
    })
    t.throws(() => readSettings(environment), { message: reason })
    t.throws(() => readSettings({ ...environment, API_KEYS: ' , ' }), {
      message: /^API_KEY or API_KEYS is missing/
    })
    t.throws(() => readSettings({ ...environment, API_KEY: SECRETS.API_KEY }), {
      message: /^SESSION_SECRET is missing: expected at least 32 characters/
    })
    t.match(readSettings({ ...environment, ...SECRETS }), {
      apiKeys: [{ label: 'api', key: SECRETS.API_KEY }]
    })
  }
})

t.test('the embedded database belongs to one process, which does everything', async (t) => {
  for (const ROLE of ['web', 'worker'])
    t.throws(() => readSettings({ ROLE }), { message: new RegExp(`^ROLE=${ROLE} requires DATABASE_URL`) })
})
