// The language model, as the rest of the service sees it: a question with a shape, and an answer of that shape.
import type { Static, TSchema } from '@sinclair/typebox'
import { ModelError } from '#errors/model.js'
import type { Json } from '#schemas/common.js'
import { anthropic } from './anthropic.js'
import { openai } from './openai.js'
import type { ModelProvider, ModelSettings, Protocol, Put, Reading } from './protocol.js'
import { faultIn, plainShape } from './shape.js'
import { correctionFor, type Material, type PromptName, textsFor } from './texts.js'
import { post, Unanswered } from './wire.js'

export interface Question<Shape extends TSchema> {
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
  ask<Shape extends TSchema>(question: Question<Shape>): Promise<Static<Shape>>
}

/** What is spent in a day, over all processes. */
export interface ModelLedger {
  /** The day on which so much was put aside; nothing where less is left of it. */
  reserve(tokens: number, mostPerDay: number): Promise<string | undefined>
  /** It has cost so much more, or less where that is below zero. */
  settle(day: string, more: number): Promise<void>
}

const PROTOCOLS: Readonly<Record<ModelProvider, Protocol>> = { openai, anthropic }

interface Parts {
  settings: ModelSettings
  ledger: ModelLedger
  now: () => Date
}

export function openModel(parts: Parts): Model {
  return {
    name: parts.settings.name,
    async ask(question) {
      const { prompt, facts, material, shape, mostTokens } = question
      const plain = plainShape(shape)
      const texts = textsFor(prompt, facts, material)
      const first = await asked(parts, { ...texts, shape: plain, mostTokens })
      const fault = faultOf(first, shape)
      // The border to the schema: an answer without a fault is of its type.
      if (fault === undefined) return answerIn(first) as Static<typeof shape>
      const again = textsFor(prompt, facts, [...material, { title: 'your answer before', text: cut(first) }])
      const system = `${again.system}\n\n${correctionFor(fault)}`
      const second = await asked(parts, { ...again, system, shape: plain, mostTokens })
      const left = faultOf(second, shape)
      // The border to the schema, as above.
      if (left === undefined) return answerIn(second) as Static<typeof shape>
      throw new ModelError(
        'model_unusable',
        'The model twice gave an answer that does not have the requested shape.'
      )
    }
  }
}

const LONGEST_REPEATED = 20_000

function cut(reading: Reading): string {
  const said =
    reading.is === 'answer' ? JSON.stringify(reading.value) : reading.is === 'unfit' ? reading.said : ''
  return said.slice(0, LONGEST_REPEATED)
}

const answerIn = (reading: Reading): Json => (reading.is === 'answer' ? reading.value : null)

/** What the model can be told; where telling would not help, it fails at once. */
function faultOf(reading: Reading, shape: TSchema): string | undefined {
  if (reading.is === 'cut')
    throw new ModelError('model_unusable', 'The answer of the model was cut off at the maximum length.')
  if (reading.is === 'declined') throw new ModelError('model_unusable', 'The model declined to answer.')
  if (reading.is === 'unfit') return 'it is not JSON of the shape that was asked for'
  return faultIn(shape, reading.value)
}

const BYTES_PER_TOKEN = 3

/** So much is put aside before it is asked that what it costs is less, mostly; the rest is given back. */
async function asked({ settings, ledger, now }: Parts, put: Put): Promise<Reading> {
  const protocol = PROTOCOLS[settings.provider]
  const letter = protocol.letterFor(settings, put)
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
    const reading = protocol.read(await post(settings, letter, now))
    await ledger.settle(day, (reading.tokens ?? tokens) - tokens)
    return reading
  } catch (error) {
    if (error instanceof Unanswered && !error.maySpend) await ledger.settle(day, -tokens)
    throw error
  }
}
