import type { Deps } from '#deps.js'
import { callerOf } from '#http/actor.js'
import type { App } from '#http/reply.js'
import type { RouteGroup } from '#http/route-group.js'
import type { Changes } from '#schemas/operation/stream.js'
import * as S from '#schemas/operation/stream.js'
import { ChangeStreams } from '#services/operation/change-streams.js'
import { OPERATION } from './about.js'

/** Nothing between may hold back, change or keep what is sent, and the connection ends with the stream. */
const UNBUFFERED = {
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close'
}

function stream(app: App, deps: Deps): void {
  const streams = new ChangeStreams(deps)
  // Open streams would hold up the end of the process.
  app.addHook('preClose', async () => streams.close())

  app.get('', { schema: S.streamChanges }, async (request, reply) => {
    // A browser keeps the address when it connects again, and sends the newer id in the header.
    const given = request.headers['last-event-id'] ?? request.query.last_event_id
    const isHead = request.method === 'HEAD'
    const events = isHead ? '' : await streams.open(callerOf(request), given?.toString())
    reply.type('text/event-stream; charset=utf-8').headers(UNBUFFERED)
    // Cast for the framework, which types the reply by its schema: a text may be sent as a stream.
    return reply.send(events as unknown as Changes)
  })
}

export const streamGroup: RouteGroup = {
  ...OPERATION,
  prefix: '/api/stream',
  auth: 'any',
  isStream: true,
  schemas: S.schemas,
  plugin: stream
}
