// The rooms of the code and the arrows between them. Whatever this table does not allow is a breach.

/** Which files make up a room. */
const FILES = {
  schemas: '^schemas/',
  tables: '^drizzle/tables/',
  client: '^openapi/(client|types|fields)\\.ts$|^openapi/client/',
  emit: '^openapi/emit(-fields)?\\.ts$',
  domain: '^src/domain/',
  docs: '^src/http/docs/',
  manual: '^src/manual/',
  store: '^src/store/',
  host: '^src/host/',
  formatter: '^src/formatter/(?!worker)',
  formatting: '^src/formatter/worker\\.ts$',
  diagnosis: '^src/diagnosis/(?!worker)',
  reading: '^src/diagnosis/worker\\.ts$',
  model: '^src/model/',
  messenger: '^src/messenger/',
  osv: '^src/osv/',
  registries: '^src/registries/',
  services: '^src/services/',
  siteMap: '^src/dashboard/site-map\\.ts$',
  dashboard: '^src/dashboard/(?!site-map)',
  routes: '^src/routes/',
  plugins: '^src/http/plugins/',
  http: '^src/http/[^/]+$',
  runtime: '^src/runtime/',
  webhooks: '^src/webhooks/',
  queue: '^src/queue/',
  jobs: '^src/jobs/',
  capabilities: '^src/capabilities/',
  registry: '^src/registry\\.ts$',
  deps: '^src/deps\\.ts$',
  errors: '^src/errors/',
  logger: '^src/log(ger|-text)\\.ts$',
  paths: '^src/paths\\.ts$',
  settings: '^src/settings/',
  directory: '^src/(data-directory|generated-secrets|stored-connection)\\.ts$',
  backup: '^src/backup/',
  app: '^src/app\\.ts$',
  service: '^src/service\\.ts$',
  image: '^src/image\\.ts$',
  database: '^src/(open|prepare)-database\\.ts$',
  commandLine: '^src/command-line/(?!command\\.|verify-audit)',
  verifier: '^src/(verify-audit|command-line/(command|verify-audit))\\.ts$',
  watchdog: '^src/watchdog/',
  demo: '^demo/(?!fleet|world)',
  world: '^demo/world/',
  main: '^src/main\\.ts$'
} as const

export type RoomName = keyof typeof FILES

interface Arrows {
  rooms?: readonly RoomName[]
  /** Rooms of which it may know the types, and nothing that runs. */
  types?: readonly RoomName[]
  packages?: readonly string[]
  /** Modules of Node, without their prefix. */
  node?: readonly string[]
}

const ARROWS: Record<RoomName, Arrows> = {
  schemas: { packages: ['@sinclair/typebox'] },
  tables: { rooms: ['schemas'], packages: ['drizzle-orm'] },
  client: { packages: ['openapi-fetch'] },
  http: {
    rooms: ['schemas', 'domain', 'errors', 'plugins', 'runtime', 'store'],
    types: ['deps'],
    packages: ['fastify', '@fastify/type-provider-typebox', '@sinclair/typebox'],
    node: ['buffer', 'http']
  },
  // Batching, timeouts, retries, archives, outgoing requests: they know nothing of the product.
  runtime: {
    rooms: ['errors'],
    types: ['deps'],
    packages: ['yauzl'],
    node: ['dns', 'dns/promises', 'fs/promises', 'http', 'https', 'net', 'os', 'path']
  },
  // A decision may refuse, so it knows the errors. Hashing is pure, and so is parsing, which `vm` bounds in time.
  domain: {
    rooms: ['schemas', 'errors'],
    packages: ['@babel/parser', 'yaml', 'jsonc-parser', 'smol-toml', 'ignore', 'saxes'],
    node: ['crypto', 'vm']
  },
  docs: { rooms: ['domain'] },
  // It runs in the build; `marked` is not there when the service runs.
  manual: { rooms: ['docs', 'domain', 'paths'], packages: ['marked'], node: ['fs', 'path'] },
  // Prettier runs in a thread of its own, and nowhere else.
  formatter: { rooms: ['paths'], node: ['worker_threads'] },
  formatting: { types: ['formatter'], packages: ['prettier'], node: ['worker_threads'] },
  // Logs are read in threads of their own; where one is lost, nothing was read.
  diagnosis: { rooms: ['domain', 'paths'], node: ['worker_threads'] },
  reading: { rooms: ['domain'], types: ['diagnosis'], node: ['worker_threads'] },
  store: {
    rooms: ['tables', 'schemas', 'errors', 'paths', 'domain', 'runtime'],
    packages: ['drizzle-orm', 'postgres', '@electric-sql/pglite'],
    node: ['events', 'fs', 'fs/promises', 'net', 'path', 'timers/promises', 'tls', 'v8']
  },
  host: {
    rooms: ['schemas', 'errors', 'domain', 'runtime'],
    types: ['deps'],
    packages: ['@octokit'],
    // Where the host leads to is looked up and connected to by itself, so that both are the same address.
    node: ['crypto', 'dns', 'dns/promises', 'http', 'https', 'net', 'stream', 'zlib']
  },
  model: {
    rooms: ['schemas', 'errors', 'paths', 'domain', 'runtime'],
    types: ['deps'],
    packages: ['@sinclair/typebox'],
    node: ['crypto', 'fs', 'path']
  },
  // Where people's webhooks lead to is looked up and connected to by itself, so that both are the same address.
  messenger: { rooms: ['runtime', 'schemas'], node: ['http'] },
  // The copy of the advisory database: files, or a server at public addresses only.
  osv: { rooms: ['runtime'], node: ['fs', 'fs/promises', 'http', 'path'] },
  // The registries of packages: replies are read by the domain.
  registries: { rooms: ['domain', 'runtime', 'schemas'], node: ['http', 'zlib'] },
  services: {
    rooms: ['domain', 'store', 'schemas', 'errors', 'runtime'],
    types: ['deps', 'osv', 'registries', 'registry'],
    node: ['crypto', 'stream', 'util']
  },
  routes: {
    // How a request proves itself, and how a session opens, is said by plugins; login and logout ask them.
    rooms: ['schemas', 'services', 'store', 'domain', 'errors', 'plugins', 'http', 'runtime'],
    types: ['deps'],
    packages: ['fastify', '@fastify/type-provider-typebox', '@sinclair/typebox'],
    node: ['buffer', 'http']
  },
  plugins: {
    // Sessions and limits are use cases of every route; what a group of routes is, the registry says.
    rooms: ['schemas', 'services', 'store', 'domain', 'errors', 'runtime', 'docs', 'paths', 'siteMap'],
    types: ['deps', 'routes', 'http', 'registry'],
    packages: ['fastify', '@fastify', 'ajv', 'prom-client'],
    node: ['crypto', 'fs', 'http', 'net', 'path', 'util', 'zlib']
  },
  // It runs in browsers and knows the service by its published API alone.
  dashboard: { rooms: ['client', 'siteMap'], packages: ['preact'] },
  // Which pages there are: the browser shows them, and the server answers their paths.
  siteMap: {},
  webhooks: { rooms: ['schemas', 'services'], types: ['deps', 'domain', 'registry'] },
  jobs: { rooms: ['schemas', 'services'], types: ['deps', 'queue'] },
  // A manifest says what its capability adds; whoever asks those that are registered knows their types alone.
  capabilities: {
    rooms: ['domain', 'jobs', 'routes', 'services', 'store', 'webhooks'],
    types: ['deps', 'registry', 'http', 'queue']
  },
  registry: { types: ['schemas', 'domain', 'services', 'store', 'deps'] },
  // The queue runs jobs of any kind and knows no use case.
  queue: {
    rooms: ['schemas', 'store', 'domain', 'runtime', 'errors'],
    types: ['deps', 'jobs'],
    packages: ['pg-boss'],
    node: ['crypto']
  },
  deps: {
    types: [
      'schemas',
      'domain',
      'diagnosis',
      'formatter',
      'host',
      'messenger',
      'model',
      'osv',
      'registries',
      'runtime',
      'store',
      'registry'
    ],
    packages: ['fastify']
  },
  errors: { types: ['schemas'] },
  logger: { rooms: ['domain'], packages: ['fastify', 'pino'] },
  paths: { node: ['fs', 'path', 'url'] },
  settings: {
    // A connection that was stored beside the generated secrets counts as settings.
    rooms: ['directory', 'schemas', 'domain'],
    types: ['host', 'model', 'registries', 'store'],
    packages: ['@sinclair/typebox'],
    node: ['crypto', 'fs', 'net', 'path']
  },
  directory: { types: ['domain'], node: ['crypto', 'fs', 'os', 'path'] },
  // An archive of the data directory. What is in the database, it does not know.
  backup: {
    rooms: ['runtime'],
    packages: ['@sinclair/typebox', 'modern-tar'],
    node: ['crypto', 'fs', 'fs/promises', 'path', 'stream', 'stream/promises', 'stream/web', 'zlib']
  },
  app: {
    rooms: ['capabilities', 'http', 'plugins'],
    types: ['deps', 'routes'],
    packages: ['fastify', '@fastify'],
    node: ['crypto']
  },
  service: {
    rooms: [
      'app',
      'capabilities',
      'database',
      'diagnosis',
      'directory',
      'domain',
      'formatter',
      'host',
      'queue',
      'messenger',
      'model',
      'osv',
      'paths',
      'registries',
      'runtime',
      'services',
      'store'
    ],
    types: ['deps', 'settings'],
    packages: ['fastify'],
    node: ['fs', 'path']
  },
  image: { rooms: ['database', 'paths', 'store'], node: ['fs/promises'] },
  database: {
    rooms: ['capabilities', 'queue', 'paths', 'store'],
    types: ['settings'],
    packages: ['fastify'],
    node: ['fs', 'path']
  },
  // It runs at an auditor's: nothing but decisions and Node.
  verifier: { rooms: ['domain'], node: ['fs', 'fs/promises', 'util'] },
  watchdog: { rooms: ['paths'], node: ['fs', 'worker_threads'] },
  commandLine: {
    rooms: [
      'backup',
      'database',
      'demo',
      'directory',
      'domain',
      'errors',
      'host',
      'logger',
      'paths',
      'runtime',
      'schemas',
      'service',
      'settings',
      'store',
      'verifier',
      'watchdog'
    ],
    packages: ['drizzle-orm', 'fastify'],
    // Whoever connects answers in the terminal, and comes back from the host to a page on this machine.
    node: [
      'child_process',
      'crypto',
      'events',
      'fs',
      'fs/promises',
      'http',
      'net',
      'os',
      'path',
      'process',
      'readline/promises',
      'util'
    ]
  },
  // What happens in it goes through the API and the webhooks, as in earnest.
  demo: {
    rooms: ['client', 'domain', 'logger', 'service', 'settings', 'world'],
    types: ['schemas'],
    node: ['crypto', 'fs', 'os', 'path', 'timers/promises']
  },
  // A host knows nothing of the service, but for the shapes of what it says.
  world: {
    rooms: ['domain', 'host', 'schemas'],
    node: ['crypto', 'events', 'http', 'net', 'zlib']
  },
  main: { rooms: ['commandLine', 'domain', 'verifier'] },
  emit: {
    rooms: ['app', 'capabilities', 'domain', 'host', 'logger', 'paths', 'plugins', 'schemas'],
    types: ['deps'],
    packages: ['openapi-typescript'],
    node: ['fs/promises', 'path', 'url']
  }
}

const names = Object.keys(FILES) as RoomName[] // The keys of a constant are the names of its type.

export function roomsOf(path: string): RoomName[] {
  return names.filter((name) => new RegExp(FILES[name]).test(path))
}

/** The table as rules of dependency-cruiser: what an arrow leads to must be one of these paths. */
export function arrowRules() {
  return names.flatMap((name) => {
    const { rooms = [], types = [], packages = [], node = [] } = ARROWS[name]
    const from = { path: FILES[name] }
    const allowed = [
      ...[name, ...rooms, ...types].map((room) => FILES[room]),
      ...packages.map((one) => `^node_modules/${one}/`),
      ...node.map((one) => `^${one}$`)
    ]
    const anything = { name, severity: 'error' as const, from, to: { pathNot: allowed } }
    if (types.length === 0) return [anything]
    const to = { path: types.map((room) => FILES[room]), dependencyTypesNot: ['type-only' as const] }
    return [anything, { name: `${name}, types only`, severity: 'error' as const, from, to }]
  })
}
