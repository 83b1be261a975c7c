// What the two protocols have in common: one question with a shape for the answer, and what came back.

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

/** One request of a protocol, as it is put. */
export interface ModelRequest {
  /** The rules, which are ours alone. */
  system: string
  /** The material. */
  user: string
  /** Plain JSON schema of the answer. */
  shape: JsonObject
  mostTokens: number
}

export interface ProviderRequest {
  path: string
  headers: Record<string, string>
  body: JsonObject
}

/** `unfit`: it may do better when it is told; `cut`: it would be cut again; `declined`: it would not. */
export type ModelReply = { tokens: number | undefined } & (
  | { is: 'answer'; value: Json }
  | { is: 'unfit'; said: string }
  | { is: 'cut' }
  | { is: 'declined' }
)

export interface Protocol {
  requestFor(settings: ModelSettings, put: ModelRequest): ProviderRequest
  read(body: Json): ModelReply
}

export const ANSWER_NAME = 'answer'

/** Throws where it is none; every text in it is one that a database takes. */
export const parseModelJson = (text: string): Json =>
  JSON.parse(text, (_, value) => (typeof value === 'string' ? storable(value) : value))

const MOST_TOKENS = 100_000_000

/** What a server says of itself is not believed beyond reason: nothing then. */
export function tokenCount(...counts: (Json | undefined)[]): number | undefined {
  const sum = counts.reduce<number>((all, one) => all + (typeof one === 'number' ? one : Number.NaN), 0)
  return Number.isSafeInteger(sum) && sum >= 0 && sum <= MOST_TOKENS ? sum : undefined
}
