// The dashboard: one page for all of its URLs, with its scripts and style, served from memory.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { SITE_MAP } from '#dashboard/site-map.js'
import type { Deps } from '#deps.js'
import { routeNotFound, ServiceError } from '#errors/errors.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { baseStyle } from '../docs/style.js'
import { isAuthenticated } from './authentication.js'
import { answerConditionally } from './caching/conditional.js'
import { lazy } from './docs.js'

/** Made by the build. */
const FOLDER = join(PACKAGE_FOLDER, 'dist', 'dashboard')

/** Scripts may not even turn text into markup: the last two directives make every way to do so throw. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'; form-action 'self'"

/** While an App can be made, the form with its manifest leads to the host. */
function pagePolicyOf({ host, connection }: Deps): string {
  const isConnecting = connection.store !== undefined && !host.client.isConfigured
  return isConnecting ? `${PAGE_POLICY} ${new URL(host.pages.site).origin}` : PAGE_POLICY
}

const LOGIN = '/dashboard/login'
const HIDDEN = { schema: { hide: true } }
const KEEP_FOR_EVER = 'public, max-age=31536000, immutable'

export function registerDashboard(app: FastifyInstance, deps: Deps): void {
  const files = lazy(readFiles)
  const page = lazy(() => (deps.isDemo ? saidToBeDemo(files().page) : files().page))
  const sendPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicyOf(deps)).send(page())

  app.get('/', HIDDEN, async (_request, reply) => reply.redirect('/dashboard'))
  app.get(LOGIN, HIDDEN, async (_request, reply) => sendPage(reply))
  for (const { path } of SITE_MAP) {
    if (path === LOGIN) continue
    app.get(path, HIDDEN, async (request, reply) => {
      if (await isAuthenticated(deps, request)) return sendPage(reply)
      return reply.redirect(`${LOGIN}?from=${encodeURIComponent(request.url)}`)
    })
  }

  app.get<{ Params: { name: string }; Querystring: { v?: string } }>(
    '/dashboard/assets/:name',
    { ...HIDDEN, onSend: answerConditionally },
    async ({ params, query, headers }, reply) => {
      const asset = files().assets.get(params.name)
      if (!asset) throw routeNotFound()
      const { type, version } = asset
      // During an upgrade processes differ in version, so only the requested version may be cached.
      const isVersioned = query.v === version || HASHED.test(params.name)
      const encoding = acceptedEncoding(headers['accept-encoding'])
      reply.headers({
        etag: `"${version}${encoding === '' ? '' : `-${encoding}`}"`,
        'cache-control': isVersioned ? KEEP_FOR_EVER : 'no-cache',
        vary: 'accept-encoding'
      })
      if (encoding !== '') reply.header('content-encoding', encoding)
      return reply.type(type).send(await asset.encoded[encoding]())
    }
  )
}

/** The frame of all pages reads it. */
const saidToBeDemo = (page: string) => page.replace('<body>', '<body data-host="emulated">')

type Encoding = '' | 'br' | 'gzip'

interface Asset {
  type: string
  version: string
  /** Compressed when the first browser asks for it. */
  encoded: Record<Encoding, () => string | Promise<Buffer>>
}

interface Files {
  page: string
  assets: ReadonlyMap<string, Asset>
}

/** The build names a chunk by its content. */
const HASHED = /^[A-Z0-9]{8}\.js$/

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml'
}

function readFiles(): Files {
  if (!existsSync(FOLDER))
    throw new ServiceError('unavailable', 'The dashboard is not built. Build it with `npm run build`.')
  const names = readdirSync(FOLDER).filter((name) => TYPES[extname(name)] !== undefined)
  const assets = new Map(names.map((name) => [name, assetOf(name)]))
  const page = read('page.html').replaceAll(
    /\/dashboard\/assets\/([\w.]+)/g,
    (address, name) => `${address}?v=${assets.get(name)?.version}`
  )
  return { page, assets }
}

function read(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8')
}

function assetOf(name: string): Asset {
  // Shares its colours and typography with the API reference.
  const body = name === 'style.css' ? baseStyle + read(name) : read(name)
  return {
    type: TYPES[extname(name)] ?? '',
    version: createHash('sha256').update(body).digest('base64url').slice(0, 16),
    encoded: {
      '': () => body,
      br: lazy(() => promisify(brotliCompress)(body)),
      gzip: lazy(() => promisify(gzip)(body))
    }
  }
}

function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const accepted = new Set(
    String(header ?? '')
      .split(',')
      .map((one) => one.trim())
  )
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : ''
}
