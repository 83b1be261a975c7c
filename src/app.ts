// Builds the Fastify instance from what it is given; starts nothing and reads nothing itself.
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Deps } from './deps.js'
import { guardOf, registerCaller } from './plugins/caller.js'
import { answerConditionally } from './plugins/conditional.js'
import { registerDashboard } from './plugins/dashboard.js'
import { registerDocs } from './plugins/docs.js'
import { answerUnreadable, answerUnroutable, registerErrors } from './plugins/errors.js'
import { registerHeaders } from './plugins/headers.js'
import { registerLimits } from './plugins/limits.js'
import { registerMetrics } from './plugins/metrics.js'
import { registerOpenApi } from './plugins/openapi.js'
import { completeSchema, isConditional } from './plugins/operations.js'
import { mapRoutes } from './plugins/route-map.js'
import { buildSerializer } from './plugins/serialization.js'
import { buildValidator } from './plugins/validation.js'
import type { App } from './routes/app.js'
import { groups, type RouteGroup } from './routes/index.js'

const BODY_LIMIT_BYTES = 1024 * 1024
const LONGEST_PARAMETER = 400
const REQUEST_TIMEOUT_MS = 30_000
/** How exact that is. */
const TIMEOUT_CHECKS_MS = 1_000
const REQUEST_ID = /^[\w.:-]{1,128}$/

export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustProxy.length > 0 ? deps.trustProxy : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    http: { requireHostHeader: false, connectionsCheckingInterval: TIMEOUT_CHECKS_MS },
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    schemaController: {
      compilersFactory: { buildValidator: once(buildValidator), buildSerializer: once(buildSerializer) }
    },
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnreadable
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.removeContentTypeParser('text/plain')
  tolerateNoBody(app)
  const routes = mapRoutes(app)
  registerErrors(app, routes)
  registerHeaders(app)
  registerMetrics(app, deps)
  await registerLimits(app, deps)
  await app.register(cookie, { secret: deps.sessionSecret })
  registerCaller(app)
  await registerOpenApi(app, groups, deps.version)
  for (const group of groups) await app.register((scope: App) => openGroup(scope, deps, group))
  registerDocs(app)
  registerDashboard(app, deps)
  return app
}

/** No scope adds schemas of its own, so all of them share the compilers of the first. */
function once<Given extends unknown[], Compiler>(build: (...given: Given) => Compiler) {
  let compiler: Compiler | undefined
  return (...given: Given): Compiler => {
    compiler ??= build(...given)
    return compiler
  }
}

/** Clients say `application/json` of a request that has no body; whether one is needed is for its schema to say. */
function tolerateNoBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

/** One scope per line of the registry: guard, tag, security and error replies come from there. */
async function openGroup(scope: App, deps: Deps, group: RouteGroup): Promise<void> {
  if (group.auth !== 'none') scope.addHook('onRequest', guardOf(deps, group.auth))
  if (isConditional(group)) scope.addHook('onSend', answerConditionally)
  scope.addHook('onRoute', (route) => completeSchema(route, group))
  await scope.register((inner: App) => group.plugin(inner, deps), { prefix: group.prefix })
}

/** A caller's own id is kept if it is harmless, so that its logs and ours can be laid side by side. */
function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}
