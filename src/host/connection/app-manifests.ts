// Makes an App from a manifest that somebody has confirmed on the host.
import { createPrivateKey } from 'node:crypto'
import { isObject } from '#domain/json/path.js'
import { LARGEST_APP_ID } from '#domain/operation/connection.js'
import { visible } from '#domain/text/visible.js'
import { HostError } from '#errors/host.js'
import type { JsonObject } from '#schemas/common.js'
import { PUBLIC_API } from '../api/transport.js'
import { exchange, WireFault } from '../api/wire.js'
import { idAt, stringAt, textAt } from '../payload.js'

/** The new App. It is told once: whoever loses it makes new keys on the host. */
export interface MadeApp {
  appId: number
  name: string
  /** Where people install it. */
  installUrl: string
  privateKey: string
  webhookSecret: string
}

const ANSWER_MS = 30_000
const ANSWER_BYTES = 256 * 1024
const CREATED = 201
/** As the settings take it. */
const SECRET = /^[\x21-\x7e]{16,200}$/

/** As the host issues them. */
export const isManifestCode = (text: string) => /^[\w-]{1,200}$/.test(text)

/** Exchanges the code that the host has sent the browser back with. It can be used once, within an hour. */
export async function convertManifest(apiUrl: string | undefined, code: string): Promise<MadeApp> {
  if (!isManifestCode(code)) throw codeRefused()
  const { status, text } = await post(`${apiUrl ?? PUBLIC_API}/app-manifests/${code}/conversions`)
  if (status === CREATED) return madeApp(parsed(text))
  if (status >= 400 && status < 500 && status !== 429) throw codeRefused()
  throw new HostError(
    'host_unavailable',
    `The host replied ${status} when it was asked for the App. Try again.`
  )
}

async function post(url: string) {
  try {
    return await exchange({
      url,
      method: 'POST',
      headers: { accept: 'application/vnd.github+json', 'user-agent': 'repository-automation-service' },
      body: undefined,
      answerMs: ANSWER_MS,
      answerBytes: ANSWER_BYTES,
      onAnswer: () => {}
    })
  } catch (error) {
    if (!(error instanceof WireFault)) throw error
    throw new HostError(
      'host_unavailable',
      `The host does not hand out the App: ${error.message}. Try again.`
    )
  }
}

const codeRefused = () =>
  new HostError(
    'host_refused',
    'The host does not take this code: it was used already, or is older than an hour. Delete the App on GitHub and begin again.'
  )

function parsed(text: string): JsonObject | undefined {
  try {
    const body: unknown = JSON.parse(text)
    // Cast: what was parsed from JSON and is an object is a JSON object.
    return isObject(body as JsonObject) ? (body as JsonObject) : undefined
  } catch {
    return undefined
  }
}

function madeApp(body: JsonObject | undefined): MadeApp {
  const [appId, name, page] = [idAt(body, 'id'), stringAt(body, 'name'), stringAt(body, 'html_url')]
  const [privateKey, webhookSecret] = [textAt(body, 'pem'), stringAt(body, 'webhook_secret')]
  const isWhole =
    appId !== null &&
    appId <= LARGEST_APP_ID &&
    privateKey !== null &&
    isRsaKey(privateKey) &&
    webhookSecret !== null &&
    SECRET.test(webhookSecret)
  if (isWhole && name && page && /^https?:\/\/[\x21-\x7e]+$/.test(page) && URL.canParse(page))
    return { appId, name: visible(name), installUrl: `${page}/installations/new`, privateKey, webhookSecret }
  throw new HostError(
    'host_unavailable',
    'What the host says of the App cannot be used. Try again; if that does not help, delete the App on GitHub and begin again.'
  )
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
