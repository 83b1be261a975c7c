// A fake server for both protocols of language models, with scripted replies.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelProvider, ModelSettings } from '#model/protocol.js'
import type { Json, JsonObject } from '#schemas/common.js'

export interface RecordedModelCall {
  path: string
  headers: IncomingMessage['headers']
  body: JsonObject
  /** The complete prompt: rules and material. */
  text: string
}

export type FakeModelReply =
  /** The answer of the model, in the form of the protocol. */
  | { value: Json; tokens?: number }
  /** A text instead of the requested answer. */
  | { text: string }
  /** The answer is cut off or declined. */
  | { ends: 'cut' | 'declined' }
  /** Any HTTP response. */
  | { status: number; headers?: Record<string, string>; body?: string }
  /** No response is sent. */
  | { silent: true }
  /** The connection ends in the middle of the response. */
  | { broken: true }

type Saying = FakeModelReply | ((asked: RecordedModelCall) => FakeModelReply | Promise<FakeModelReply>)

export interface ModelServer {
  url: string
  readonly asked: RecordedModelCall[]
  /** Queues the next replies. */
  says(...next: Saying[]): void
  /** The reply when none is queued. */
  always(reply: Saying): void
  settings(provider: ModelProvider, more?: Partial<ModelSettings>): ModelSettings
  close(): Promise<void>
}

export async function startModelServer(): Promise<ModelServer> {
  const asked: RecordedModelCall[] = []
  const replies: Saying[] = []
  let fallback: Saying = { status: 500 }
  const server = createServer(async (request, response) => {
    const call = await read(request)
    asked.push(call)
    const next = replies.shift() ?? fallback
    send(typeof next === 'function' ? await next(call) : next, call, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Cast: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/v1`
  return {
    url,
    asked,
    says: (...next) => void replies.push(...next),
    always(reply) {
      fallback = reply
    },
    settings: (provider, more = {}) => ({
      provider,
      url,
      name: 'a-model',
      apiKey: 'key-of-the-model',
      timeoutMs: 10_000,
      tokensPerDay: 1_000_000,
      ...more
    }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}

async function read(request: IncomingMessage): Promise<RecordedModelCall> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  const text = JSON.stringify([body.system, body.messages])
  return { path: request.url ?? '', headers: request.headers, body, text }
}

function send(reply: FakeModelReply, { path }: RecordedModelCall, response: ServerResponse): void {
  if ('silent' in reply) return
  if ('status' in reply) {
    response.writeHead(reply.status, reply.headers)
    response.end(reply.body ?? '{}')
    return
  }
  const text = JSON.stringify(path === '/v1/messages' ? asMessage(reply) : asCompletion(reply))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length) })
  if ('broken' in reply) response.write(text.slice(0, -5), () => response.destroy())
  else response.end(text)
}

type Worded = Exclude<FakeModelReply, { silent: true } | { status: number }>

function asCompletion(reply: Worded): JsonObject {
  const ends = 'ends' in reply ? reply.ends : undefined
  const content = 'value' in reply ? JSON.stringify(reply.value) : 'text' in reply ? reply.text : '{"half": '
  return {
    choices: [
      {
        finish_reason: ends === 'cut' ? 'length' : 'stop',
        message: { role: 'assistant', content, refusal: ends === 'declined' ? 'No.' : null }
      }
    ],
    usage: { prompt_tokens: tokensOf(reply) - 10, completion_tokens: 10 }
  }
}

function asMessage(reply: Worded): JsonObject {
  const ends = 'ends' in reply ? reply.ends : undefined
  const call = { type: 'tool_use', id: 'call-1', name: 'answer', input: 'value' in reply ? reply.value : {} }
  return {
    content: [{ type: 'text', text: 'text' in reply ? reply.text : '' }, ...('text' in reply ? [] : [call])],
    stop_reason: ends === 'cut' ? 'max_tokens' : ends === 'declined' ? 'refusal' : 'tool_use',
    usage: { input_tokens: tokensOf(reply) - 10, output_tokens: 10 }
  }
}

const tokensOf = (reply: Worded) => ('value' in reply ? (reply.tokens ?? 100) : 100)
