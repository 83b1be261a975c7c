// A page on this machine from which somebody has the host make an App, and to which the host sends the browser back.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AppManifest, registrationUrl } from '#domain/operation/app-manifest.js'
import { BegunRegistration, REGISTRATION_MS, STATE_FAULTS } from '#domain/operation/registration.js'
import { HostError } from '#errors/host.js'
import { isManifestCode } from '#host/connection/app-manifests.js'
import { formText, lineText } from './page-texts.js'

export interface ManifestPage {
  /** Where it is opened. Nobody else on this machine can guess it. */
  url: string
  /** Resolves with the code of the App, once somebody has confirmed it. */
  code: Promise<string>
  close(): void
}

export interface PageContent {
  /** Where people see the host. */
  site: string
  organisation: string | undefined
  manifestFor(redirectUrl: string): AppManifest
}

const RETURN_PATH = '/made'
const secret = () => randomBytes(32).toString('base64url')

export async function openManifestPage(content: PageContent): Promise<ManifestPage> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const origin = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  const registration = new BegunRegistration(secret(), new Date())
  const entry = `/${secret()}`
  const form = formText(
    registrationUrl(content.site, content.organisation, registration.state),
    content.manifestFor(`${origin}${RETURN_PATH}`)
  )
  const pages: Pages = { origin, entry, form, site: content.site, registration }
  let timer: NodeJS.Timeout | undefined
  const code = new Promise<string>((resolve, reject) => {
    timer = setTimeout(() => reject(new HostError('host_unavailable', STATE_FAULTS.late)), REGISTRATION_MS)
    server.on('request', (request, response) => answer(pages, request, response, resolve))
  })
  return {
    url: `${origin}${entry}`,
    code,
    close() {
      clearTimeout(timer)
      server.close()
      server.closeAllConnections()
    }
  }
}

interface Pages {
  origin: string
  entry: string
  form: string
  site: string
  registration: BegunRegistration
}

function answer(
  pages: Pages,
  request: IncomingMessage,
  response: ServerResponse,
  onCode: (code: string) => void
): void {
  const url = urlOf(request, pages.origin)
  const send = (status: number, page: string) =>
    response.writeHead(status, headersFor(pages.site)).end(request.method === 'HEAD' ? '' : page)
  if (url === undefined) return void send(421, lineText('This page is not served at this address.'))
  if (request.method !== 'GET') return void send(405, lineText('This page is only read.'))
  if (url.pathname === pages.entry) return void send(200, pages.form)
  if (url.pathname !== RETURN_PATH) return void send(404, lineText('There is nothing here.'))
  const [state, code] = ['state', 'code'].map((name) => url.searchParams.get(name) ?? '')
  const check = pages.registration.take(state ?? '', new Date())
  if (check !== 'right') return void send(403, lineText(STATE_FAULTS[check]))
  if (code === undefined || !isManifestCode(code))
    return void send(400, lineText('The host sent no code. Begin again in the terminal.'))
  send(200, lineText('The App is confirmed. Go on in the terminal; this page can be closed.'))
  onCode(code)
}

/** Undefined for a request to another name: a page elsewhere may have a name that leads here. */
function urlOf({ url = '', headers }: IncomingMessage, origin: string): URL | undefined {
  if (headers.host !== new URL(origin).host || !URL.canParse(url, origin)) return undefined
  const asked = new URL(url, origin)
  return asked.origin === origin ? asked : undefined
}

function headersFor(site: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; form-action ${new URL(site).origin}; base-uri 'none'; frame-ancestors 'none'`,
    // The path is a secret of this machine; the host may see where the form comes from.
    'referrer-policy': 'origin',
    'x-content-type-options': 'nosniff',
    connection: 'close'
  }
}
