// The language model, as the rest of the service uses it: a question with a schema, and an answer of that schema.
import type { Static, TSchema } from '@sinclair/typebox'
import { ModelError } from '#errors/model.js'
import type { Json } from '#schemas/common.js'
import { anthropic } from './anthropic.js'
import { openai } from './openai.js'
import { buildPrompt, correctionPrompt, type Material, type PromptName } from './prompts.js'
import type { ModelProvider, ModelReply, ModelRequest, ModelSettings, Protocol } from './protocol.js'
import { plainShape, shapeFault } from './shape.js'
import { ModelCallError, postToModel } from './wire.js'

export interface ModelQuestion<Shape extends TSchema> {
  prompt: PromptName
  /** Fills the placeholders of the prompt; trusted text only. */
  facts: Readonly<Record<string, string>>
  /** Untrusted text, such as issues and logs. */
  material: readonly Material[]
  shape: Shape
  /** The maximum length of the answer. */
  mostTokens: number
}

export interface Model {
  /** The configured name. */
  readonly name: string
  /** Rejects with a `ModelError`. */
  ask<Shape extends TSchema>(question: ModelQuestion<Shape>): Promise<Static<Shape>>
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
    async ask(question) {
      const { prompt, facts, material, shape, mostTokens } = question
      const plain = plainShape(shape)
      const texts = buildPrompt(prompt, facts, material)
      const first = await askOnce(options, { ...texts, shape: plain, mostTokens })
      const fault = faultInReply(first, shape)
      // Cast: a value without a schema error is of the schema's type.
      if (fault === undefined) return answerValue(first) as Static<typeof shape>
      const retry = buildPrompt(prompt, facts, [
        ...material,
        { title: 'your answer before', text: previousAnswer(first) }
      ])
      const system = `${retry.system}\n\n${correctionPrompt(fault)}`
      const second = await askOnce(options, { ...retry, system, shape: plain, mostTokens })
      const secondFault = faultInReply(second, shape)
      // Cast, as above.
      if (secondFault === undefined) return answerValue(second) as Static<typeof shape>
      throw new ModelError(
        'model_unusable',
        'The model twice gave an answer that does not have the requested shape.'
      )
    }
  }
}

const MAX_QUOTED_ANSWER = 20_000

function previousAnswer(reply: ModelReply): string {
  const text = reply.is === 'answer' ? JSON.stringify(reply.value) : reply.is === 'unfit' ? reply.text : ''
  return text.slice(0, MAX_QUOTED_ANSWER)
}

const answerValue = (reply: ModelReply): Json => (reply.is === 'answer' ? reply.value : null)

/** The error to send back to the model for a second try. Throws if a second try would not help. */
function faultInReply(reply: ModelReply, shape: TSchema): string | undefined {
  if (reply.is === 'cut')
    throw new ModelError('model_unusable', 'The answer of the model was cut off at the maximum length.')
  if (reply.is === 'declined') throw new ModelError('model_unusable', 'The model declined to answer.')
  if (reply.is === 'unfit') return 'it is not JSON of the requested shape'
  return shapeFault(shape, reply.value)
}

const BYTES_PER_TOKEN = 3

/** Reserves an upper estimate before the call, and corrects it by the actual use afterwards. */
async function askOnce({ settings, ledger, now }: ModelOptions, request: ModelRequest): Promise<ModelReply> {
  const protocol = PROTOCOLS[settings.provider]
  const providerRequest = protocol.requestFor(settings, request)
  const bytes = Buffer.byteLength(JSON.stringify(providerRequest.body))
  const tokens = Math.ceil(bytes / BYTES_PER_TOKEN) + request.mostTokens
  if (tokens > settings.tokensPerDay)
    throw new ModelError(
      'model_budget',
      `One request needs ${tokens} tokens, more than the daily budget (MODEL_TOKENS_PER_DAY).`
    )
  const day = await ledger.reserve(tokens, settings.tokensPerDay)
  if (day === undefined)
    throw new ModelError('model_budget', 'The daily token budget is used up (MODEL_TOKENS_PER_DAY).')
  try {
    const reply = protocol.read(await postToModel(settings, providerRequest, now))
    await ledger.adjust(day, (reply.tokens ?? tokens) - tokens)
    return reply
  } catch (error) {
    if (error instanceof ModelCallError && !error.maySpend) await ledger.adjust(day, -tokens)
    throw error
  }
}
