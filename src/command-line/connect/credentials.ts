// Where a credential comes from: an App that the host makes, or a token.
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { appManifest, subscribedEvents, WEBHOOK_PATH } from '#domain/operation/app-manifest.js'
import { appSettings, type StoredConnection, tokenSettings } from '#domain/operation/connection.js'
import { HostError } from '#errors/host.js'
import { convertManifest, type MadeApp } from '#host/connection/app-manifests.js'
import { openPages } from '#host/pages.js'
import type { ConnectedPillar } from '#schemas/operation/connection.js'
import { UsageError } from '../command.js'
import { examiningHost } from '../doctor/host.js'
import { openManifestPage } from './manifest-page.js'
import { answered, type Terminal } from './terminal.js'

/** What a way to connect ends with. */
export interface NewCredential {
  settings: StoredConnection['settings']
  /** What the operator does next; no value is in it. */
  next: string
}

export interface AppRequest {
  apiUrl: string | undefined
  pillars: readonly ConnectedPillar[]
  organisation: string | undefined
  address: string
}

/** Waits until somebody has confirmed the App in a browser. */
export async function newApp(request: AppRequest, terminal: Terminal): Promise<NewCredential> {
  const { apiUrl, pillars, organisation, address } = request
  const page = await openManifestPage({
    site: openPages(apiUrl).site,
    organisation,
    manifestFor: (redirectUrl) => appManifest({ pillars, address, redirectUrl })
  })
  try {
    terminal.say(`Open this address in a browser on this machine, within an hour:\n\n  ${page.url}\n`)
    const made = await appFor(await page.code, apiUrl, terminal)
    terminal.say(`GitHub has made the App ${made.name}.`)
    return {
      settings: appSettings(made, apiUrl),
      next: `Install the App where the service is to work:\n\n  ${made.installUrl}\n`
    }
  } finally {
    page.close()
  }
}

/** The code stays good for an hour, and is known here alone. */
async function appFor(code: string, apiUrl: string | undefined, terminal: Terminal): Promise<MadeApp> {
  for (;;) {
    try {
      return await convertManifest(apiUrl, code)
    } catch (error) {
      if (!(error instanceof HostError) || error.failure !== 'host_unavailable') throw error
      if (!(await triesAgain(error.message, terminal)))
        throw new HostError(error.failure, `${error.message} Delete the App on GitHub and begin again.`)
    }
  }
}

async function triesAgain(why: string, terminal: Terminal): Promise<boolean> {
  if (!terminal.isInteractive) return false
  terminal.say(why)
  return (await answered(terminal, 'Press Enter to try again: ')) !== undefined
}

const LONGEST_FILE = 64 * 1024
const SECRET_BYTES = 32

export interface TokenRequest {
  apiUrl: string | undefined
  pillars: readonly ConnectedPillar[]
  /** Undefined if nobody has said yet where the service will be. */
  address: string | undefined
  /** A file, or - for standard input. */
  source: string
}

/** A token has no webhook of its own, so it gets a secret that the operator sets on the host. */
export async function newToken(request: TokenRequest, terminal: Terminal): Promise<NewCredential> {
  const { apiUrl, pillars, address = 'https://<where GitHub reaches the service>', source } = request
  const token = (source === '-' ? await pipedTo(terminal) : tokenIn(source)).trim()
  if (!/^[\x21-\x7e]{1,512}$/.test(token))
    throw new UsageError('The token is wrong: expected one line without spaces, and nothing else.')
  const webhookSecret = randomBytes(SECRET_BYTES).toString('hex')
  const { name } = await examiningHost(
    { host: { apiUrl, credential: undefined }, webhookSecrets: [], connection: { isStored: false, pillars } },
    { kind: 'token', token }
  ).connection.examine()
  terminal.say(`GitHub takes the token, as that of ${name}.`)
  return {
    settings: tokenSettings({ token, webhookSecret }, apiUrl),
    next: `Add a webhook to the organisation or the repositories, by hand: a token brings none.
  Payload URL   ${address}${WEBHOOK_PATH}
  Content type  application/json
  Secret        the value of HOST_WEBHOOK_SECRET, from where it is kept
  Events        ${subscribedEvents(pillars).join(', ')}
`
  }
}

async function pipedTo(terminal: Terminal): Promise<string> {
  if (!terminal.isTyped) return terminal.readInput()
  throw new UsageError('A token that is typed can be seen. Pipe it to standard input, or name a file.')
}

function tokenIn(path: string): string {
  try {
    if (statSync(path).size <= LONGEST_FILE) return readFileSync(path, 'utf8')
  } catch (error) {
    // The message would name the path, which is the token itself where somebody has mistaken one for the other.
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new UsageError(
      `--token-file cannot be read${code}: expected the path of a file that holds a token.`
    )
  }
  throw new UsageError('--token-file holds more than a token.')
}
