// The registration of Apps on the fake host: a form with a manifest, a browser sent back with a code, and the App.
import { generateKeyPairSync } from 'node:crypto'
import type { JsonObject } from '#schemas/common.js'
import type { FakeHost, HostAnswer, HostRequest } from './http.js'

export interface Registered {
  manifest: JsonObject
  code: string
  /** Where the browser is sent back to. */
  back: string
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const APP_PEM = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
export const APP_WEBHOOK_SECRET = 'a-webhook-secret-of-the-host'

/** Whoever sends the form confirms the App at once. Registers it under the account of the path. */
export function serveRegistrations(fake: FakeHost, organisations: readonly string[] = []): Registered[] {
  const registered: Registered[] = []
  const owners = ['', ...organisations.map((name) => `/organizations/${name}`)]
  for (const owner of owners)
    fake.on(`POST ${owner}/settings/apps/new`, (request) => {
      const made = register(fake, request, registered.length + 1)
      registered.push(made)
      return { status: 302, headers: { location: made.back } }
    })
  return registered
}

function register(fake: FakeHost, { path, body }: HostRequest, nth: number): Registered {
  const manifest: JsonObject = JSON.parse(new URLSearchParams(body).get('manifest') ?? '')
  const code = `code-${nth}`
  const back = new URL(String(manifest['redirect_url']))
  back.searchParams.set('code', code)
  back.searchParams.set('state', new URL(path, fake.url).searchParams.get('state') ?? '')
  let isUsed = false
  fake.on(`POST /app-manifests/${code}/conversions`, () => {
    if (isUsed) return { status: 404, body: { message: 'Not Found' } }
    isUsed = true
    return conversion(fake, manifest)
  })
  return { manifest, code, back: back.href }
}

/** As GitHub's documentation shows it. */
export function conversion(fake: FakeHost, manifest: JsonObject, changes: JsonObject = {}): HostAnswer {
  const body = {
    id: 77,
    slug: 'our-automation',
    name: 'our-automation',
    html_url: `${fake.url}/apps/our-automation`,
    owner: { login: 'octo-org', id: 1 },
    permissions: manifest['default_permissions'] ?? {},
    events: manifest['default_events'] ?? [],
    client_id: 'Iv1.0000000000000000',
    client_secret: 'a-client-secret-of-the-host',
    webhook_secret: APP_WEBHOOK_SECRET,
    pem: APP_PEM,
    ...changes
  }
  return { status: 201, body }
}
