// Settings of the language model. Without a provider no model is used.
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { ModelProvider, ModelSettings } from '#model/protocol.js'
import { SettingsError } from './error.js'

export interface ModelVariables {
  MODEL_PROVIDER?: ModelProvider
  MODEL_URL?: string
  MODEL_NAME?: string
  MODEL_API_KEY?: string
  MODEL_PLAIN_HTTP: 'refuse' | 'allow'
  MODEL_TIMEOUT_SECONDS: number
  MODEL_TOKENS_PER_DAY: number
}

const PUBLIC_URLS: Readonly<Record<ModelProvider, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1'
}

/** Variables that make no sense without a provider. */
const REQUIRES_PROVIDER = ['MODEL_URL', 'MODEL_NAME', 'MODEL_API_KEY'] as const

export function modelSettingsOf(values: ModelVariables): ModelSettings | undefined {
  const { MODEL_PROVIDER: provider, MODEL_NAME: name } = values
  if (provider === undefined) {
    const orphan = REQUIRES_PROVIDER.find((variable) => values[variable] !== undefined)
    if (orphan === undefined) return undefined
    throw new SettingsError(`MODEL_PROVIDER is missing: ${orphan} requires it.`)
  }
  if (name === undefined) throw new SettingsError('MODEL_NAME is missing: MODEL_PROVIDER requires it.')
  return {
    provider,
    name,
    url: urlOf(provider, values),
    apiKey: keyOf(values),
    timeoutMs: values.MODEL_TIMEOUT_SECONDS * 1_000,
    tokensPerDay: values.MODEL_TOKENS_PER_DAY
  }
}

function urlOf(provider: ModelProvider, { MODEL_URL: text, MODEL_PLAIN_HTTP }: ModelVariables): string {
  if (text === undefined) return PUBLIC_URLS[provider]
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isAddress = url && /^https?:$/.test(url.protocol)
  if (!isAddress || `${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new SettingsError(
      'MODEL_URL is wrong: expected an address like https://model.example/v1, without credentials, query or fragment.'
    )
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && MODEL_PLAIN_HTTP !== 'allow')
    throw new SettingsError(
      'MODEL_URL is wrong: expected https, because code and a key are sent there. On a private network, set MODEL_PLAIN_HTTP=allow.'
    )
  return url.href.replace(/\/+$/, '')
}

function isLoopback(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  return hostname === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

/** A self-hosted server may need no key; the public APIs do. */
function keyOf({ MODEL_API_KEY: value, MODEL_URL }: ModelVariables): string | undefined {
  if (value === undefined) {
    if (MODEL_URL !== undefined) return undefined
    throw new SettingsError('MODEL_API_KEY is missing: MODEL_PROVIDER requires it unless MODEL_URL is set.')
  }
  const key = /^\.{0,2}\//.test(value) ? fileContent(value) : value
  // Accepts only what an HTTP header can carry. The error does not quote the key.
  if (/^[\x21-\x7e]{1,1000}$/.test(key)) return key
  throw new SettingsError('MODEL_API_KEY is wrong: expected a key without spaces or line breaks.')
}

function fileContent(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new SettingsError('MODEL_API_KEY is wrong: its file cannot be read.')
  }
}
