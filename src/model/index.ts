// The language model, as the rest of the service sees it: a question with a shape, and an answer of that shape.
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
  /** What stands in the places of the prompt: words of our own. */
  facts: Readonly<Record<string, string>>
  /** What others wrote. */
  material: readonly Material[]
  shape: Shape
  /** Of the answer. */
  mostTokens: number
}

export interface Model {
  /** As whoever set it up calls it. */
  readonly name: string
  /** Fails with a `ModelError`. */
  ask<Shape extends TSchema>(question: ModelQuestion<Shape>): Promise<Static<Shape>>
}

/** What is spent in a day, over all processes. */
export interface TokenBudget {
  /** The day on which so much was put aside; nothing where less is left of it. */
  reserve(tokens: number, mostPerDay: number): Promise<string | undefined>
  /** It has cost so much more, or less where that is below zero. */
  adjust(day: string, more: number): Promise<void>
}

const PROTOCOLS: Readonly<Record<ModelProvider, Protocol>> = { openai, anthropic }

interface ModelOptions {
  settings: ModelSettings
  ledger: TokenBudget
  now: () => Date
}

export function openModel(parts: ModelOptions): Model {
  return {
    name: parts.settings.name,
    async ask(question) {
      const { prompt, facts, material, shape, mostTokens } = question
      const plain = plainShape(shape)
      const texts = buildPrompt(prompt, facts, material)
      const first = await askOnce(parts, { ...texts, shape: plain, mostTokens })
      const fault = faultInReply(first, shape)
      // The border to the schema: an answer without a fault is of its type.
      if (fault === undefined) return answerValue(first) as Static<typeof shape>
      const again = buildPrompt(prompt, facts, [
        ...material,
        { title: 'your answer before', text: previousAnswer(first) }
      ])
      const system = `${again.system}\n\n${correctionPrompt(fault)}`
      const second = await askOnce(parts, { ...again, system, shape: plain, mostTokens })
      const left = faultInReply(second, shape)
      // The border to the schema, as above.
      if (left === undefined) return answerValue(second) as Static<typeof shape>
      throw new ModelError(
        'model_unusable',
        'The model twice gave an answer that does not have the requested shape.'
      )
    }
  }
}

const MAX_QUOTED_ANSWER = 20_000

function previousAnswer(reading: ModelReply): string {
  const said =
    reading.is === 'answer' ? JSON.stringify(reading.value) : reading.is === 'unfit' ? reading.said : ''
  return said.slice(0, MAX_QUOTED_ANSWER)
}

const answerValue = (reading: ModelReply): Json => (reading.is === 'answer' ? reading.value : null)

/** What the model can be told; where telling would not help, it fails at once. */
function faultInReply(reading: ModelReply, shape: TSchema): string | undefined {
  if (reading.is === 'cut')
    throw new ModelError('model_unusable', 'The answer of the model was cut off at the maximum length.')
  if (reading.is === 'declined') throw new ModelError('model_unusable', 'The model declined to answer.')
  if (reading.is === 'unfit') return 'it is not JSON of the shape that was asked for'
  return shapeFault(shape, reading.value)
}

const BYTES_PER_TOKEN = 3

/** So much is put aside before it is asked that what it costs is less, mostly; the rest is given back. */
async function askOnce({ settings, ledger, now }: ModelOptions, put: ModelRequest): Promise<ModelReply> {
  const protocol = PROTOCOLS[settings.provider]
  const letter = protocol.requestFor(settings, put)
  const tokens = Math.ceil(Buffer.byteLength(JSON.stringify(letter.body)) / BYTES_PER_TOKEN) + put.mostTokens
  if (tokens > settings.tokensPerDay)
    throw new ModelError(
      'model_budget',
      `One request needs ${tokens} tokens, more than the daily budget (MODEL_TOKENS_PER_DAY).`
    )
  const day = await ledger.reserve(tokens, settings.tokensPerDay)
  if (day === undefined)
    throw new ModelError('model_budget', 'The daily token budget is used up (MODEL_TOKENS_PER_DAY).')
  try {
    const reading = protocol.read(await postToModel(settings, letter, now))
    await ledger.adjust(day, (reading.tokens ?? tokens) - tokens)
    return reading
  } catch (error) {
    if (error instanceof ModelCallError && !error.maySpend) await ledger.adjust(day, -tokens)
    throw error
  }
}
