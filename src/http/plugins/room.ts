// Rejects writes while the disk of the embedded database is almost full.
import type { Deps } from '#deps.js'
import { diskIsLow } from '#errors/store.js'
import { isDiskLow } from '#store/disk.js'
import type { App } from '../reply.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for writes that store almost nothing, stop work or free space. */
    needsRoom?: boolean
  }
}

/** Rejects before the body is read. Reads still work. */
export function refuseWithoutRoom(scope: App, { disk }: Deps): void {
  scope.addHook('onRequest', async ({ method, routeOptions }) => {
    if (needsRoom(method, routeOptions.config) && (await isDiskLow(disk))) throw diskIsLow()
  })
}

export const isRead = (method: unknown) => ['GET', 'HEAD'].includes(String(method))

export const needsRoom = (method: unknown, config?: { needsRoom?: boolean }) =>
  !isRead(method) && config?.needsRoom !== false
