// Settings of the host: an App, a token, or none.
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { HostCredential } from '#host/api/credentials.js'
import type { HostLimits } from '#host/api/limits.js'
import { SettingsError } from './error.js'

export interface HostVariables {
  HOST_API_URL?: string
  HOST_APP_ID?: number
  HOST_APP_PRIVATE_KEY?: string
  HOST_TOKEN?: string
}

export interface HostSettings {
  /** Undefined stands for the platform's public API. */
  apiUrl: string | undefined
  credential: HostCredential | undefined
  /** Where they differ from the usual ones. */
  limits?: Partial<HostLimits>
}

export function hostSettingsOf(values: HostVariables): HostSettings {
  return { apiUrl: apiUrlOf(values), credential: credentialOf(values) }
}

/** Whoever names the public platform means its API, which has a name of its own. */
const PUBLIC_HOSTS = ['github.com', 'www.github.com', 'api.github.com']

/** Undefined for the public platform. */
export function apiUrlOf({ HOST_API_URL: text }: HostVariables): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:' && PUBLIC_HOSTS.includes(url.host)) return undefined
  const isPlain = url && /^https?:$/.test(url.protocol) && `${url.username}${url.search}${url.hash}` === ''
  if (isPlain) return url.href.replace(/\/+$/, '')
  throw new SettingsError(
    'HOST_API_URL is wrong: expected an address like https://host.example/api/v3, without credentials, query or fragment.'
  )
}

function credentialOf(values: HostVariables): HostCredential | undefined {
  const { HOST_APP_ID: appId, HOST_APP_PRIVATE_KEY: key, HOST_TOKEN: token } = values
  if (token !== undefined && (appId !== undefined || key !== undefined)) {
    throw new SettingsError(
      'HOST_TOKEN is wrong: expected either HOST_TOKEN, or HOST_APP_ID with HOST_APP_PRIVATE_KEY, not both.'
    )
  }
  if (token !== undefined) return { kind: 'token', token: checkedToken(token) }
  if (appId === undefined && key === undefined) return undefined
  if (key === undefined) throw new SettingsError('HOST_APP_PRIVATE_KEY is missing: HOST_APP_ID requires it.')
  if (appId === undefined)
    throw new SettingsError('HOST_APP_ID is missing: HOST_APP_PRIVATE_KEY requires it.')
  return { kind: 'app', appId, privateKey: privateKeyOf(key) }
}

/** Accepts only what an HTTP header can carry. */
function checkedToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new SettingsError('HOST_TOKEN is wrong: expected a token without spaces or line breaks.')
}

/** Accepts a PEM text, also with `\n` instead of line breaks, or the path of a PEM file. */
function privateKeyOf(value: string): string {
  try {
    const text = value.includes('-----BEGIN') ? value : readFileSync(value, 'utf8')
    const key = createPrivateKey(text.replaceAll('\\n', '\n'))
    if (key.asymmetricKeyType !== 'rsa') throw new Error('not an RSA key')
    return key.export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch {
    // The original error may quote the key.
    throw new SettingsError(
      'HOST_APP_PRIVATE_KEY is wrong: expected an RSA private key as PEM, or the path of a readable file that holds one.'
    )
  }
}
