// The Anthropic Messages API. The answer is the input of a tool that the model must call.

import { isObject } from '#domain/json/path.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { ANSWER_NAME, type Protocol, tokenCount } from './protocol.js'

const VERSION = '2023-06-01'

export const anthropic: Protocol = {
  requestFor({ name, apiKey }, { system, user, shape, mostTokens }) {
    return {
      path: '/messages',
      headers: { 'anthropic-version': VERSION, ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) },
      body: {
        model: name,
        max_tokens: mostTokens,
        system,
        messages: [{ role: 'user', content: user }],
        tools: [{ name: ANSWER_NAME, description: 'Gives the answer.', input_schema: shape }],
        tool_choice: { type: 'tool', name: ANSWER_NAME }
      }
    }
  },
  read(body) {
    const reply = isObject(body) ? body : {}
    const usage = isObject(reply['usage']) ? reply['usage'] : {}
    const tokens = tokenCount(usage['input_tokens'], usage['output_tokens'])
    if (reply['stop_reason'] === 'max_tokens') return { tokens, is: 'cut' }
    if (reply['stop_reason'] === 'refusal') return { tokens, is: 'declined' }
    const parts = partsOf(reply['content'])
    const call = parts.find(({ type, name }) => type === 'tool_use' && name === ANSWER_NAME)
    if (call?.['input'] !== undefined) return { tokens, is: 'answer', value: call['input'] }
    return {
      tokens,
      is: 'unfit',
      text: parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n')
    }
  }
}

const partsOf = (content: Json | undefined): JsonObject[] =>
  Array.isArray(content) ? content.filter(isObject) : []
