// Validates every JSON reply of a service in this process against the schema of its operation. The database produces
// many replies as text, which neither the compiler nor the serializer checks. A service in a process of its own is not
// covered.
import { channel } from 'node:diagnostics_channel'
import { FormatRegistry, type TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import type { ValueError } from '@sinclair/typebox/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { groups } from '#capabilities/index.js'
import { repeatedNames } from '#domain/json/repeated-names.js'
import { PageMeta } from '#schemas/common.js'
import { ErrorBody, type ErrorCode } from '#schemas/errors.js'

const MOST_SHOWN = 200

const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
}

/** Builds an application whose replies are all validated, whether injected or sent over a socket. */
export function checkReplies(
  build: () => Promise<FastifyInstance>,
  onWrongReply: (fault: string) => void
): Promise<FastifyInstance> {
  return buildWatched(build, (app) => {
    app.addHook('onSend', (request, reply, payload, done) => {
      const fault = faultOf(request, reply, payload)
      if (fault !== undefined)
        onWrongReply(`${request.method} ${request.originalUrl} -> ${reply.statusCode}: ${fault}`)
      done(null, payload)
    })
  })
}

/** Fastify announces an instance before it has routes; a hook added later would not apply to them. */
export function buildWatched<Built>(build: () => Built, onInstance: (app: FastifyInstance) => void): Built {
  const created = channel('fastify.initialization')
  let count = 0
  const watch = (message: unknown) => {
    count += 1
    // Cast: Fastify publishes its instances without a type.
    onInstance((message as { fastify: FastifyInstance }).fastify)
  }
  created.subscribe(watch)
  const building = build()
  created.unsubscribe(watch)
  if (count !== 1) throw new Error(`${count} applications were created where one was to be checked`)
  return building
}

function faultOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | undefined {
  try {
    const published = publishedFor(request, reply)
    if (published === undefined) return 'its operation publishes no such status'
    if (published === 'a page') return undefined
    const fault = faultOfBody(published, reply, payload)
    return fault ?? (published === ErrorBody ? faultOfCode(request, reply, payload) : undefined)
  } catch (error) {
    return `it cannot be checked: ${error}`
  }
}

function faultOfBody(published: TSchema, reply: FastifyReply, sent: unknown): string | undefined {
  // As bytes if it was kept.
  const payload = Buffer.isBuffer(sent) ? sent.toString() : sent
  const type = String(reply.getHeader('content-type') ?? '')
  const isJson = type.startsWith('application/json')
  if ('content' in published) return isJson ? 'its operation publishes no JSON for this status' : undefined
  if (!isJson) return isErrorPage(reply, type) ? undefined : `it should be JSON, and is ${type || 'nothing'}`
  if (typeof payload !== 'string') return `its JSON is not sent as text, but as ${typeof payload}`
  return faultIn(published, payload)
}

/** What completed the schema of an operation left there. */
const codesDeclaredBy = (schema: { codesByStatus?: Readonly<Record<number, readonly ErrorCode[]>> }) =>
  schema.codesByStatus

/** Whether an operation answers with an error that it does not declare. */
function faultOfCode({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply, payload: unknown) {
  const codes = codesDeclaredBy(routeOptions.schema ?? {})
  if (statusCode < 400 || codes === undefined || typeof payload !== 'string') return undefined
  const { code } = Object(parsed(payload))
  const declared: readonly string[] = codes[statusCode] ?? []
  return declared.includes(code) ? undefined : `its operation declares no error ${code} with this status`
}

/** The pages that a browser gets when it is rate limited, or misses a page. */
const isErrorPage = ({ statusCode }: FastifyReply, type: string) =>
  (statusCode === 429 || statusCode === 404) && type.startsWith('text/html')

/** Routes that are no operations answer with pages, and fail with the common error body. */
function publishedFor({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply) {
  const { schema } = routeOptions
  if (schema === undefined || 'hide' in schema) return statusCode < 400 ? 'a page' : ErrorBody
  // Cast: Fastify does not type the response schemas of a route.
  const published = (schema.response as Record<number, TSchema> | undefined)?.[statusCode]
  return published?.['$ref'] === REF_OF_ERROR ? ErrorBody : published
}

/** How operations refer to the common errors: a plain reference, for which TypeBox has no kind. */
const REF_OF_ERROR = `${ErrorBody.$id}#`

function faultIn(schema: TSchema, json: string): string | undefined {
  const body = parsed(json)
  if (body === undefined) return `it is not JSON: ${shortened(json)}`
  const [repeated] = repeatedNames(json, 1)
  if (repeated) return `${repeated.path}: ${repeated.message}`
  return withFormats(() => firstError(checkOf(schema), body))
}

function firstError(check: TypeCheck<TSchema>, body: unknown): string | undefined {
  if (check.Check(body)) return undefined
  const error = check.Errors(body).First()
  return error ? describe(deepest(error)) : 'it breaks its schema'
}

/** The service registers no formats for its own validation; the tests must not register them for it. */
function withFormats<Result>(work: () => Result): Result {
  for (const [name, form] of Object.entries(FORMATS)) FormatRegistry.Set(name, (text) => form.test(text))
  try {
    return work()
  } finally {
    FormatRegistry.Clear()
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const byIdentity = new WeakMap<TSchema, TypeCheck<TSchema>>()
const byText = new Map<string, TypeCheck<TSchema>>()
const named = [...new Set([ErrorBody, PageMeta, ...groups.flatMap(({ schemas }) => schemas)])]

/** Compiled once on first use: each application creates some of its schemas again. */
function checkOf(schema: TSchema): TypeCheck<TSchema> {
  const known = byIdentity.get(schema)
  if (known) return known
  const text = JSON.stringify(schema)
  const check = byText.get(text) ?? TypeCompiler.Compile(schema, named)
  byText.set(text, check)
  byIdentity.set(schema, check)
  return check
}

/** For a union, the error of the member that the value comes closest to; null is never that member. */
function deepest(error: ValueError): ValueError {
  const inner = error.errors
    .flatMap((errors) => errors.First() ?? [])
    .filter(({ schema }) => schema['type'] !== 'null')
    .map(deepest)
  const [only = error] = inner
  if (inner.length === 1) return only
  return inner.reduce(
    (closest, candidate) => (candidate.path.length > closest.path.length ? candidate : closest),
    error
  )
}

function describe({ path, message, schema, value }: ValueError): string {
  const words: unknown = schema['enum']
  const expected = Array.isArray(words) ? `Expected one of ${words.join(', ')}` : message
  return `${path || '/'}: ${expected}, got ${shortened(JSON.stringify(value) ?? 'nothing')}`
}

const shortened = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text)
