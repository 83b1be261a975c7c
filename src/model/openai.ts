// The chat completions of OpenAI, which many servers of others speak as well.
import type { Json, JsonObject } from '../../schemas/common.js'
import { ANSWER_NAME, isObject, jsonIn, type Protocol, type Reading, tokensOf } from './protocol.js'

export const openai: Protocol = {
  letterFor({ name, apiKey }, { system, user, shape, mostTokens }) {
    return {
      path: '/chat/completions',
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      body: {
        model: name,
        max_completion_tokens: mostTokens,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user }
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name: ANSWER_NAME, strict: true, schema: shape }
        }
      }
    }
  },
  read(body) {
    const reply = isObject(body) ? body : {}
    const usage = isObject(reply['usage']) ? reply['usage'] : {}
    const tokens = tokensOf(usage['prompt_tokens'], usage['completion_tokens'])
    return { tokens, ...said(firstOf(reply['choices'])) }
  }
}

function firstOf(choices: Json | undefined): JsonObject {
  const [first] = Array.isArray(choices) ? choices : []
  return isObject(first) ? first : {}
}

type Said = Reading extends infer One ? (One extends Reading ? Omit<One, 'tokens'> : never) : never

function said({ finish_reason, message }: JsonObject): Said {
  if (finish_reason === 'length') return { is: 'cut' }
  const { content = null, refusal = null } = isObject(message) ? message : {}
  if (finish_reason === 'content_filter' || refusal !== null) return { is: 'declined' }
  if (typeof content !== 'string') return { is: 'unfit', said: '' }
  try {
    return { is: 'answer', value: jsonIn(content) }
  } catch {
    return { is: 'unfit', said: content }
  }
}
