// The common part of both provider protocols: a request with a schema for the answer, and the reply.

import { storable } from '#domain/text/storable.js'
import type { Json, JsonObject } from '#schemas/common.js'

export type ModelProvider = 'openai' | 'anthropic'

export interface ModelSettings {
  provider: ModelProvider
  name: string
  url: string
  apiKey: string | undefined
  timeoutMs: number
  tokensPerDay: number
}

export interface ModelRequest {
  /** The trusted instructions. */
  system: string
  /** The untrusted material. */
  user: string
  /** The JSON schema of the answer. */
  shape: JsonObject
  mostTokens: number
}

export interface ProviderRequest {
  path: string
  headers: Record<string, string>
  body: JsonObject
}

/** `unfit`: a second try may succeed; `cut`: the answer exceeds the limit; `declined`: the model refused. */
export type ModelReply = { tokens: number | undefined } & (
  | { is: 'answer'; value: Json }
  | { is: 'unfit'; text: string }
  | { is: 'cut' }
  | { is: 'declined' }
)

export interface Protocol {
  requestFor(settings: ModelSettings, request: ModelRequest): ProviderRequest
  read(body: Json): ModelReply
}

export const ANSWER_NAME = 'answer'

/** Parses JSON; makes every text in it storable in the database. */
export const parseModelJson = (text: string): Json =>
  JSON.parse(text, (_, value) => (typeof value === 'string' ? storable(value) : value))

const MOST_TOKENS = 100_000_000

/** Undefined for missing or implausible counts. */
export function tokenCount(...counts: (Json | undefined)[]): number | undefined {
  const sum = counts.reduce<number>(
    (total, count) => total + (typeof count === 'number' ? count : Number.NaN),
    0
  )
  return Number.isSafeInteger(sum) && sum >= 0 && sum <= MOST_TOKENS ? sum : undefined
}
