// Requests that would let the database grow while its disk is almost full.
import type { Deps } from '#deps.js'
import { diskIsLow } from '#errors/store.js'
import { isDiskLow } from '#store/disk.js'
import type { App } from '../reply.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for a write that stores next to nothing, stops work, or has something dropped. */
    needsRoom?: boolean
  }
}

/** They are refused before their bodies are read; what only reads is answered. */
export function refuseWithoutRoom(scope: App, { disk }: Deps): void {
  scope.addHook('onRequest', async ({ method, routeOptions }) => {
    if (needsRoom(method, routeOptions.config) && (await isDiskLow(disk))) throw diskIsLow()
  })
}

export const isRead = (method: unknown) => ['GET', 'HEAD'].includes(String(method))

export const needsRoom = (method: unknown, config?: { needsRoom?: boolean }) =>
  !isRead(method) && config?.needsRoom !== false
