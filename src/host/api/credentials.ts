// Authentication: as a GitHub App, with a token per installation, or with a personal access token.
import { createHash } from 'node:crypto'
import { createAppAuth } from '@octokit/auth-app'
import { MINUTE_MS } from '#domain/time/durations.js'
import { APP_ITSELF, TOKEN_INSTALLATION } from '../resources/accounts.js'

export type HostCredential =
  | { kind: 'app'; appId: number; privateKey: string }
  | { kind: 'token'; token: string }

export interface AuthHeader {
  /** The value of the `authorization` header. */
  header: string
  /** True if a rejected token can be replaced by a newer one. */
  isRenewable: boolean
}

export interface InstallationToken {
  token: string
  expiresAt: Date
}

export interface Credentials {
  readonly kind: HostCredential['kind']
  /** Identifies the credential without revealing it. */
  readonly fingerprint: string
  /** The installation whose rate limit the calls count against; 0 stands for the App itself. */
  accountOf(installationId: number | null): number
  /** Never the one that the host has rejected, if there is a newer one. */
  authHeaderFor(account: number, refused?: AuthHeader): Promise<AuthHeader>
}

/** Leaves room for the longest call and for clock skew. */
const RENEW_BEFORE_MS = 5 * MINUTE_MS

type MintToken = (installationId: number) => Promise<InstallationToken>

export function openCredentials(credential: HostCredential, mint: MintToken, now: () => Date): Credentials {
  return credential.kind === 'token' ? ofToken(credential.token) : ofApp(credential, mint, now)
}

function ofToken(token: string): Credentials {
  const auth = { header: tokenHeader(token), isRenewable: false }
  return {
    kind: 'token',
    fingerprint: `token-${createHash('sha256').update(token).digest('hex').slice(0, 16)}`,
    accountOf: () => TOKEN_INSTALLATION,
    authHeaderFor: async () => auth
  }
}

function ofApp(app: { appId: number; privateKey: string }, mint: MintToken, now: () => Date): Credentials {
  const auth = createAppAuth({ ...app, log: { warn: () => {} } })
  /** Concurrent callers share one renewal. */
  const tokens = new Map<number, Promise<InstallationToken>>()

  async function tokenOf(account: number, refused?: AuthHeader): Promise<string> {
    const known = tokens.get(account)
    const current = await known
    const isUsable = current && tokenHeader(current.token) !== refused?.header && !endsSoon(current)
    if (isUsable) return current.token
    // Another caller may have renewed it during the await.
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
    // With another key the host may respond differently.
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
