// The dashboard: one page for all of its URLs, with its script and style, served from memory.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#deps.js'
import { routeNotFound, ServiceError } from '#errors/errors.js'
import { PACKAGE_FOLDER } from '#paths.js'
import { baseStyle } from '../docs/style.js'
import { isAuthenticated } from './authentication.js'
import { answerConditionally } from './conditional.js'
import { lazy } from './docs.js'

/** Made by the build. */
const FOLDER = join(PACKAGE_FOLDER, 'dist', 'dashboard')

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const LOGIN = '/dashboard/login'
const PAGES = ['/dashboard', '/dashboard/sessions']
const HIDDEN = { schema: { hide: true } }

export function registerDashboard(app: FastifyInstance, deps: Deps): void {
  const files = lazy(readFiles)
  const sendPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(files().page)

  app.get('/', HIDDEN, async (_request, reply) => reply.redirect('/dashboard'))
  app.get(LOGIN, HIDDEN, async (_request, reply) => sendPage(reply))
  for (const page of PAGES) {
    app.get(page, HIDDEN, async (request, reply) => {
      if (await isAuthenticated(deps, request)) return sendPage(reply)
      return reply.redirect(`${LOGIN}?from=${encodeURIComponent(request.url)}`)
    })
  }

  app.get<{ Params: { name: string }; Querystring: { v?: string } }>(
    '/dashboard/assets/:name',
    { ...HIDDEN, onSend: answerConditionally },
    async ({ params, query }, reply) => {
      const asset = files().assets.get(params.name)
      if (!asset) throw routeNotFound()
      const { type, body, version } = asset
      // During an upgrade processes differ in version, so only the requested version may be cached.
      const cacheControl = query.v === version ? 'public, max-age=31536000, immutable' : 'no-cache'
      reply.headers({ etag: `"${version}"`, 'cache-control': cacheControl })
      return reply.type(type).send(body)
    }
  )
}

interface Asset {
  type: string
  body: string
  version: string
}

interface Files {
  page: string
  assets: ReadonlyMap<string, Asset>
}

function readFiles(): Files {
  if (!existsSync(FOLDER))
    throw new ServiceError('unavailable', 'The dashboard is not built. Build it with `npm run build`.')
  const assets = new Map([
    ['app.js', assetOf('text/javascript; charset=utf-8', read('app.js'))],
    // Shares its colours and typography with the API reference.
    ['style.css', assetOf('text/css; charset=utf-8', baseStyle + read('style.css'))],
    ['icon.svg', assetOf('image/svg+xml', read('icon.svg'))]
  ])
  const page = read('page.html').replaceAll(
    /\/dashboard\/assets\/([\w.]+)/g,
    (address, name) => `${address}?v=${assets.get(name)?.version}`
  )
  return { page, assets }
}

function read(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8')
}

function assetOf(type: string, body: string): Asset {
  return { type, body, version: createHash('sha256').update(body).digest('base64url').slice(0, 16) }
}
