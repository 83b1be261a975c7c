// Reads the reply of a model: by its shape, or as the question wants it read.
import type { TSchema } from '@sinclair/typebox'
import { ModelError } from '#errors/model.js'
import type { Json } from '#schemas/common.js'
import type { ModelReply } from './protocol.js'
import { shapeFault } from './shape.js'

interface ReadableQuestion<Answer> {
  shape: TSchema
  read?: (said: Json) => Answer | undefined
}

const NOT_OF_SHAPE = 'it is not JSON of the requested shape'

/** The answer, or the error to send back to the model for a second try. Throws if a second try would not help. */
export function readReply<Answer>(
  { shape, read }: ReadableQuestion<Answer>,
  reply: ModelReply
): { answer: Answer } | { fault: string } {
  if (reply.is === 'cut')
    throw new ModelError('model_unusable', 'The answer of the model was cut off at the maximum length.')
  if (reply.is === 'declined') throw new ModelError('model_unusable', 'The model declined to answer.')
  if (read) {
    const answer = read(reply.is === 'answer' ? reply.value : reply.text)
    return answer === undefined ? { fault: NOT_OF_SHAPE } : { answer }
  }
  if (reply.is === 'unfit') return { fault: NOT_OF_SHAPE }
  const fault = shapeFault(shape, reply.value)
  // Cast: a value without a schema error is of the schema's type.
  return fault === undefined ? { answer: reply.value as Answer } : { fault }
}

const MAX_QUOTED_ANSWER = 20_000

export function previousAnswer(reply: ModelReply): string {
  const text = reply.is === 'answer' ? JSON.stringify(reply.value) : reply.is === 'unfit' ? reply.text : ''
  return text.slice(0, MAX_QUOTED_ANSWER)
}
