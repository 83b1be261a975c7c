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
  always(saying: Saying): void
  settings(provider: ModelProvider, more?: Partial<ModelSettings>): ModelSettings
  close(): Promise<void>
}

export async function startModelServer(): Promise<ModelServer> {
  const asked: RecordedModelCall[] = []
  const sayings: Saying[] = []
  let usual: Saying = { status: 500 }
  const server = createServer(async (request, response) => {
    const one = await read(request)
    asked.push(one)
    const next = sayings.shift() ?? usual
    send(typeof next === 'function' ? await next(one) : next, one, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Cast: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/v1`
  return {
    url,
    asked,
    says: (...next) => void sayings.push(...next),
    always(saying) {
      usual = saying
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

function send(said: FakeModelReply, { path }: RecordedModelCall, response: ServerResponse): void {
  if ('silent' in said) return
  if ('status' in said) {
    response.writeHead(said.status, said.headers)
    response.end(said.body ?? '{}')
    return
  }
  const text = JSON.stringify(path === '/v1/messages' ? asMessage(said) : asCompletion(said))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length) })
  if ('broken' in said) response.write(text.slice(0, -5), () => response.destroy())
  else response.end(text)
}

type Worded = Exclude<FakeModelReply, { silent: true } | { status: number }>

function asCompletion(said: Worded): JsonObject {
  const ends = 'ends' in said ? said.ends : undefined
  const content = 'value' in said ? JSON.stringify(said.value) : 'text' in said ? said.text : '{"half": '
  return {
    choices: [
      {
        finish_reason: ends === 'cut' ? 'length' : 'stop',
        message: { role: 'assistant', content, refusal: ends === 'declined' ? 'No.' : null }
      }
    ],
    usage: { prompt_tokens: tokensOf(said) - 10, completion_tokens: 10 }
  }
}

function asMessage(said: Worded): JsonObject {
  const ends = 'ends' in said ? said.ends : undefined
  const call = { type: 'tool_use', id: 'call-1', name: 'answer', input: 'value' in said ? said.value : {} }
  return {
    content: [{ type: 'text', text: 'text' in said ? said.text : '' }, ...('text' in said ? [] : [call])],
    stop_reason: ends === 'cut' ? 'max_tokens' : ends === 'declined' ? 'refusal' : 'tool_use',
    usage: { input_tokens: tokensOf(said) - 10, output_tokens: 10 }
  }
}

const tokensOf = (said: Worded) => ('value' in said ? (said.tokens ?? 100) : 100)
