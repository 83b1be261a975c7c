// The language model, as the rest of the service uses it: a question with a schema, and an answer of that schema.
import type { Static, TSchema } from '@sinclair/typebox'
import { ModelError } from '#errors/model.js'
import type { Json } from '#schemas/common.js'
import { anthropic } from './anthropic.js'
import { openai } from './openai.js'
import { buildPrompt, correctionPrompt, type Material, type PromptName } from './prompts.js'
import type { ModelProvider, ModelReply, ModelRequest, ModelSettings, Protocol } from './protocol.js'
import { previousAnswer, readReply } from './reading.js'
import { plainShape } from './shape.js'
import { timeLeft } from './time-left.js'
import { ModelCallError, postToModel } from './wire.js'

export interface ModelQuestion<Shape extends TSchema, Answer = Static<Shape>> {
  prompt: PromptName
  /** Fills the placeholders of the prompt; trusted text only. */
  facts: Readonly<Record<string, string>>
  /** Untrusted text, such as issues and logs. */
  material: readonly Material[]
  shape: Shape
  /** The maximum length of the answer. */
  mostTokens: number
  /** Another model of the configured provider. */
  model?: string
  /** No request is sent or waited for after this. */
  until?: Date
  /** Hears what each request has cost, also one that failed. */
  onSpent?: (tokens: number) => void
  /**
   * Reads the answer, instead of the check against the shape: a value, or the text of an answer that is none. Undefined
   * if nothing can be made of it.
   */
  read?: (said: Json) => Answer | undefined
}

export interface Model {
  /** The configured name. */
  readonly name: string
  /** The budget of all its users together. */
  readonly tokensPerDay: number
  /** Rejects with a `ModelError`. */
  ask<Shape extends TSchema, Answer = Static<Shape>>(
    question: ModelQuestion<Shape, Answer>
  ): Promise<NoInfer<Answer>>
}

/** The daily token budget of all processes together. */
export interface TokenBudget {
  /** Reserves tokens and returns the day; undefined if the rest of the budget is too small. */
  reserve(tokens: number, mostPerDay: number): Promise<string | undefined>
  /** Corrects a reservation by the difference to the actual use. */
  adjust(day: string, more: number): Promise<void>
}

const PROTOCOLS: Readonly<Record<ModelProvider, Protocol>> = { openai, anthropic }

interface ModelOptions {
  settings: ModelSettings
  ledger: TokenBudget
  now: () => Date
}

export function openModel(options: ModelOptions): Model {
  return {
    name: options.settings.name,
    tokensPerDay: options.settings.tokensPerDay,
    async ask(question) {
      const { prompt, facts, material } = question
      const texts = buildPrompt(prompt, facts, material)
      const first = await askOnce(options, question, texts)
      const reading = readReply(question, first)
      if ('answer' in reading) return reading.answer
      const retry = buildPrompt(prompt, facts, [
        ...material,
        { title: 'your answer before', text: previousAnswer(first) }
      ])
      const system = `${retry.system}\n\n${correctionPrompt(reading.fault)}`
      const second = readReply(question, await askOnce(options, question, { ...retry, system }))
      if ('answer' in second) return second.answer
      throw new ModelError(
        'model_unusable',
        'The model twice gave an answer that does not have the requested shape.'
      )
    }
  }
}

const BYTES_PER_TOKEN = 3

type AskedOnce = Pick<ModelQuestion<TSchema>, 'shape' | 'mostTokens' | 'model' | 'until' | 'onSpent'>

/** Reserves an upper estimate before the call, and corrects it by the actual use afterwards. */
async function askOnce(
  { settings, ledger, now }: ModelOptions,
  { shape, mostTokens, model: name = settings.name, until, onSpent }: AskedOnce,
  texts: Pick<ModelRequest, 'system' | 'user'>
): Promise<ModelReply> {
  const protocol = PROTOCOLS[settings.provider]
  const request = { ...texts, shape: plainShape(shape), mostTokens }
  const providerRequest = protocol.requestFor({ ...settings, name }, request)
  const bytes = Buffer.byteLength(JSON.stringify(providerRequest.body))
  const tokens = Math.ceil(bytes / BYTES_PER_TOKEN) + mostTokens
  const patience = timeLeft(settings.timeoutMs, until, now())
  const day = await reserveTokens(ledger, tokens, settings.tokensPerDay)
  try {
    const reply = protocol.read(await postToModel({ url: settings.url, ...patience }, providerRequest, now))
    const spent = reply.tokens ?? tokens
    await ledger.adjust(day, spent - tokens)
    onSpent?.(spent)
    return reply
  } catch (error) {
    if (error instanceof ModelCallError && !error.maySpend) await ledger.adjust(day, -tokens)
    else onSpent?.(tokens)
    throw error
  }
}

async function reserveTokens(ledger: TokenBudget, tokens: number, mostPerDay: number): Promise<string> {
  if (tokens > mostPerDay)
    throw new ModelError(
      'model_budget',
      `One request needs ${tokens} tokens, more than the daily budget (MODEL_TOKENS_PER_DAY).`
    )
  const day = await ledger.reserve(tokens, mostPerDay)
  if (day === undefined)
    throw new ModelError('model_budget', 'The daily token budget is used up (MODEL_TOKENS_PER_DAY).')
  return day
}
