// Who the service is for the host: an App, which is somebody else for each installation, or the owner of a token.
import { createHash } from 'node:crypto'
import { createAppAuth } from '@octokit/auth-app'
import { APP_ITSELF, TOKEN_INSTALLATION } from '../resources/accounts.js'

export type HostCredential =
  | { kind: 'app'; appId: number; privateKey: string }
  | { kind: 'token'; token: string }

export interface AuthHeader {
  /** The value of the `authorization` header. */
  header: string
  /** A refused one is worth another try with one that is newer. */
  isRenewable: boolean
}

export interface InstallationToken {
  token: string
  expiresAt: Date
}

export interface Credentials {
  readonly kind: HostCredential['kind']
  /** Names the credential without betraying it. */
  readonly fingerprint: string
  /** Under which installation the host counts the calls; 0: the App itself. */
  accountOf(installationId: number | null): number
  /** Another one than the host has refused, where there is one. */
  authHeaderFor(account: number, refused?: AuthHeader): Promise<AuthHeader>
}

/** Early enough for the longest call, and for clocks that differ. */
const RENEW_BEFORE_MS = 5 * 60_000

type MintToken = (installationId: number) => Promise<InstallationToken>

export function openCredentials(credential: HostCredential, mint: MintToken, now: () => Date): Credentials {
  return credential.kind === 'token' ? ofToken(credential.token) : ofApp(credential, mint, now)
}

function ofToken(token: string): Credentials {
  const proof = { header: tokenHeader(token), isRenewable: false }
  return {
    kind: 'token',
    fingerprint: `token-${createHash('sha256').update(token).digest('hex').slice(0, 16)}`,
    accountOf: () => TOKEN_INSTALLATION,
    authHeaderFor: async () => proof
  }
}

function ofApp(app: { appId: number; privateKey: string }, mint: MintToken, now: () => Date): Credentials {
  const auth = createAppAuth({ ...app, log: { warn: () => {} } })
  /** One renewal serves all who wait for it. */
  const tokens = new Map<number, Promise<InstallationToken>>()

  async function tokenOf(account: number, refused?: AuthHeader): Promise<string> {
    const known = tokens.get(account)
    const current = await known
    const isGood = current && tokenHeader(current.token) !== refused?.header && !endsSoon(current)
    if (isGood) return current.token
    // Somebody else may have renewed it while this one looked.
    if (tokens.get(account) !== known) return tokenOf(account, refused)
    const minted = mint(account)
    tokens.set(account, minted)
    minted.catch(() => tokens.delete(account))
    return (await minted).token
  }

  const endsSoon = ({ expiresAt }: InstallationToken) =>
    expiresAt.getTime() - now().getTime() <= RENEW_BEFORE_MS

  return {
    kind: 'app',
    // With another key the host may answer otherwise than it did.
    fingerprint: `app-${app.appId}-${createHash('sha256').update(app.privateKey).digest('hex').slice(0, 16)}`,
    accountOf: (installationId) => installationId ?? APP_ITSELF,
    async authHeaderFor(account, refused) {
      if (account === APP_ITSELF)
        return { header: `bearer ${(await auth({ type: 'app' })).token}`, isRenewable: false }
      return { header: tokenHeader(await tokenOf(account, refused)), isRenewable: true }
    }
  }
}

const tokenHeader = (token: string) => `token ${token}`
