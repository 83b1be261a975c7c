// The OpenAI Chat Completions API, which many other servers implement as well.

import { isObject } from '#domain/json/path.js'
import type { Json, JsonObject } from '#schemas/common.js'
import { ANSWER_NAME, type ModelReply, type Protocol, parseModelJson, tokenCount } from './protocol.js'

/** OpenAI's newer models reject `max_tokens`, while most other servers know only that. */
const OPENAI_HOSTS = ['.openai.com', '.openai.azure.com']

function tokenLimitKey(url: string): 'max_completion_tokens' | 'max_tokens' {
  const { hostname } = new URL(url)
  return OPENAI_HOSTS.some((end) => hostname.endsWith(end)) ? 'max_completion_tokens' : 'max_tokens'
}

export const openai: Protocol = {
  requestFor({ name, apiKey, url }, { system, user, shape, mostTokens }) {
    return {
      path: '/chat/completions',
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      body: {
        model: name,
        [tokenLimitKey(url)]: mostTokens,
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
    const tokens = tokenCount(usage['prompt_tokens'], usage['completion_tokens'])
    return { tokens, ...contentOf(firstOf(reply['choices'])) }
  }
}

function firstOf(choices: Json | undefined): JsonObject {
  const [first] = Array.isArray(choices) ? choices : []
  return isObject(first) ? first : {}
}

type ReplyContent = ModelReply extends infer One
  ? One extends ModelReply
    ? Omit<One, 'tokens'>
    : never
  : never

function contentOf({ finish_reason, message }: JsonObject): ReplyContent {
  if (finish_reason === 'length') return { is: 'cut' }
  const { content = null, refusal } = isObject(message) ? message : {}
  const hasRefused = typeof refusal === 'string' && refusal !== ''
  if (finish_reason === 'content_filter' || hasRefused) return { is: 'declined' }
  if (typeof content !== 'string') return { is: 'unfit', text: '' }
  try {
    return { is: 'answer', value: parseModelJson(withoutFence(content)) }
  } catch {
    return { is: 'unfit', text: content }
  }
}

const FENCE = '```'

/** Many models wrap JSON in a code fence. JSON never begins with one, so removing it is safe. */
function withoutFence(text: string): string {
  const whole = text.trim()
  const isFenced = whole.length >= 2 * FENCE.length && whole.startsWith(FENCE) && whole.endsWith(FENCE)
  return isFenced ? whole.slice(FENCE.length, -FENCE.length).replace(/^json\b/i, '') : text
}
