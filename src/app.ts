// Builds the Fastify instance from its dependencies. It neither listens nor reads the environment.
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance, LogController, type RouteOptions } from 'fastify'
import { groups } from '#capabilities/index.js'
import { parseJsonBodies } from '#http/json-body.js'
import { authGuard, registerCaller } from '#http/plugins/authentication.js'
import { answerConditionally } from '#http/plugins/caching/conditional.js'
import { keepAnswers } from '#http/plugins/caching/kept-answers.js'
import { keepPages } from '#http/plugins/caching/kept-pages.js'
import { proxyTrust } from '#http/plugins/client-address.js'
import { registerDashboard } from '#http/plugins/dashboard.js'
import { refuseOnLowDisk } from '#http/plugins/disk-space.js'
import { registerDocs } from '#http/plugins/docs.js'
import { registerOpenApi } from '#http/plugins/document/openapi.js'
import { completeSchema, isConditional } from '#http/plugins/document/operations.js'
import { answerUnreadable, answerUnroutable, registerErrors } from '#http/plugins/errors.js'
import { registerHeaders } from '#http/plugins/headers.js'
import { registerLimits } from '#http/plugins/limits.js'
import { registerMetrics } from '#http/plugins/metrics.js'
import { mapRoutes } from '#http/plugins/route-map.js'
import { buildSerializer } from '#http/plugins/serialization.js'
import { refuseDuringShutdown } from '#http/plugins/shutdown.js'
import { dropTrailingSlashes } from '#http/plugins/trailing-slash.js'
import { buildValidator } from '#http/plugins/validation.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import type { Deps } from './deps.js'

const BODY_LIMIT_BYTES = 1024 * 1024
/** Of a request that nobody has to show a key for: enough for a login, and read at once, however many come together. */
const OPEN_BODY_LIMIT_BYTES = 4 * 1024
const LONGEST_PARAMETER = 400
const REQUEST_TIMEOUT_MS = 30_000
/** How often Node checks for requests beyond the timeout. */
const TIMEOUT_CHECKS_MS = 1_000
const REQUEST_ID = /^[\w.:-]{1,128}$/

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustProxy.length > 0 ? proxyTrust(deps.trustProxy) : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: {
      requireHostHeader: false,
      // Node takes the larger of both limits for the whole request.
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECKS_MS
    },
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    schemaController: {
      compilersFactory: {
        buildValidator: memoizeCompiler(buildValidator),
        buildSerializer: memoizeCompiler(buildSerializer)
      }
    },
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnreadable
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.removeContentTypeParser('text/plain')
  parseJsonBodies(app)
  const routes = mapRoutes(app)
  registerErrors(app, routes)
  registerHeaders(app)
  refuseDuringShutdown(app)
  registerMetrics(app, deps)
  await registerLimits(app, deps)
  dropTrailingSlashes(app)
  await app.register(cookie, { secret: deps.sessionSecret })
  registerCaller(app)
  await registerOpenApi(app, groups, deps.version)
  for (const group of groups) await app.register(pluginOf(deps, group), { prefix: group.prefix })
  registerDocs(app)
  registerDashboard(app, deps)
  return app
}

/** No scope adds schemas of its own, so all of them share the compilers of the first. */
function memoizeCompiler<Args extends unknown[], Compiler>(build: (...args: Args) => Compiler) {
  let compiler: Compiler | undefined
  return (...args: Args): Compiler => {
    compiler ??= build(...args)
    return compiler
  }
}

/** Named, because Fastify looks for a plugin without a name among all loaded modules. */
const pluginOf = (deps: Deps, group: RouteGroup) =>
  Object.assign((scope: App) => registerGroup(scope, deps, group), {
    [Symbol.for('fastify.display-name')]: group.tag
  })

/** One scope per route group, which determines its guard, tag, security and error responses. */
async function registerGroup(scope: App, deps: Deps, group: RouteGroup): Promise<void> {
  if (group.auth === 'none') scope.addHook('onRoute', limitOpenBody)
  else scope.addHook('onRequest', authGuard(deps, group.auth))
  refuseOnLowDisk(scope, deps)
  keepPages(scope, deps)
  keepAnswers(scope, deps, group)
  if (isConditional(group)) scope.addHook('onSend', answerConditionally)
  scope.addHook('onRoute', (route) => completeSchema(route, group))
  await group.plugin(scope, deps)
}

/** Webhooks have a limit of their own, and are signed. */
function limitOpenBody(route: RouteOptions): void {
  route.bodyLimit ??= OPEN_BODY_LIMIT_BYTES
}

/** Adopts the caller's request id if it is well-formed, so that its logs and ours can be correlated. */
function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID()
}
