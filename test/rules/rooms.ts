// The rooms of the code and the arrows between them. Whatever this table does not allow is a breach.

/** Which files make up a room. */
const FILES = {
  schemas: '^schemas/',
  tables: '^drizzle/tables/',
  client: '^openapi/(client|types)\\.ts$',
  emit: '^openapi/emit\\.ts$',
  domain: '^src/domain/',
  docs: '^src/docs/',
  store: '^src/store/',
  host: '^src/host/',
  formatter: '^src/formatter/(?!worker)',
  formatting: '^src/formatter/worker\\.ts$',
  model: '^src/model/',
  services: '^src/services/',
  dashboard: '^src/dashboard/',
  routes: '^src/routes/',
  plugins: '^src/plugins/',
  webhooks: '^src/webhooks/',
  engine: '^src/jobs/(queue|runner|waiting)\\.ts$',
  jobs: '^src/jobs/(?!(queue|runner|waiting)\\.ts$)',
  deps: '^src/deps\\.ts$',
  errors: '^src/(host-|model-|pillar-)?errors\\.ts$',
  logger: '^src/logger\\.ts$',
  paths: '^src/paths\\.ts$',
  settings: '^src/(host-|model-)?settings(-error)?\\.ts$',
  directory: '^src/data-directory\\.ts$',
  app: '^src/app\\.ts$',
  service: '^src/service\\.ts$',
  image: '^src/(image|prepare)\\.ts$',
  verifier: '^src/verify-audit\\.ts$',
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
  // A decision may be a refusal, and refusals have one vocabulary; hashing is as pure as adding, and so is parsing.
  domain: { rooms: ['schemas', 'errors'], packages: ['yaml', 'smol-toml', 'ignore'], node: ['crypto'] },
  docs: {},
  // Prettier runs in a thread of its own, and nowhere else.
  formatter: { rooms: ['paths'], node: ['worker_threads'] },
  formatting: { types: ['formatter'], packages: ['prettier'], node: ['worker_threads'] },
  store: {
    rooms: ['tables', 'schemas', 'errors', 'paths'],
    packages: ['drizzle-orm', 'postgres', '@electric-sql/pglite'],
    node: ['fs', 'fs/promises', 'net', 'path']
  },
  host: { rooms: ['schemas', 'errors'], types: ['deps'], packages: ['@octokit'], node: ['crypto'] },
  model: {
    rooms: ['schemas', 'errors', 'paths'],
    types: ['deps'],
    packages: ['@sinclair/typebox'],
    node: ['crypto', 'fs', 'path']
  },
  services: {
    rooms: ['domain', 'store', 'schemas', 'errors'],
    types: ['deps'],
    node: ['crypto', 'stream', 'util']
  },
  routes: {
    // How a request proves itself, and how a session opens, is said by plugins; login and logout ask them.
    rooms: ['schemas', 'services', 'store', 'domain', 'errors', 'plugins'],
    types: ['deps'],
    packages: ['fastify', '@fastify/type-provider-typebox', '@sinclair/typebox'],
    node: ['buffer', 'http']
  },
  plugins: {
    // Sessions and limits are use cases of every route; what a group of routes is, the registry says.
    rooms: ['schemas', 'services', 'store', 'errors', 'docs', 'paths'],
    types: ['deps', 'routes'],
    packages: ['fastify', '@fastify', 'ajv', 'prom-client'],
    node: ['crypto', 'fs', 'http', 'net', 'path']
  },
  // It runs in browsers and knows the service by its published API alone.
  dashboard: { rooms: ['client'] },
  webhooks: { rooms: ['schemas', 'services'], types: ['deps'] },
  jobs: { rooms: ['schemas', 'services', 'webhooks'], types: ['deps'] },
  // The engine turns jobs of any kind; it sits on the database and knows no use case.
  engine: {
    rooms: ['schemas', 'store', 'domain', 'services'],
    types: ['deps', 'jobs'],
    packages: ['pg-boss']
  },
  deps: { types: ['schemas', 'domain', 'formatter', 'host', 'model', 'store'], packages: ['fastify'] },
  errors: { types: ['schemas'] },
  logger: { rooms: ['domain'], packages: ['fastify', 'pino'] },
  paths: { node: ['fs', 'path', 'url'] },
  settings: {
    rooms: ['schemas', 'domain'],
    types: ['host', 'model'],
    packages: ['@sinclair/typebox'],
    node: ['crypto', 'fs', 'net', 'path']
  },
  directory: { node: ['crypto', 'fs', 'path'] },
  app: {
    rooms: ['plugins', 'routes'],
    types: ['deps'],
    packages: ['fastify', '@fastify'],
    node: ['crypto']
  },
  service: {
    rooms: [
      'app',
      'directory',
      'domain',
      'formatter',
      'host',
      'jobs',
      'engine',
      'model',
      'paths',
      'services',
      'store'
    ],
    types: ['deps', 'settings'],
    packages: ['fastify'],
    node: ['fs', 'path']
  },
  image: { rooms: ['jobs', 'engine', 'paths', 'store'], node: ['fs/promises'] },
  // It runs at an auditor's: nothing but decisions and Node.
  verifier: { rooms: ['domain'], node: ['fs', 'fs/promises', 'util'] },
  main: { rooms: ['directory', 'domain', 'errors', 'logger', 'service', 'settings'] },
  emit: {
    rooms: ['app', 'domain', 'host', 'logger', 'paths'],
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
