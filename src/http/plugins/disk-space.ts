// Rejects writes while the disk of the embedded database is almost full.
import type { Deps } from '#deps.js'
import { diskIsLow } from '#errors/store.js'
import { isDiskLow } from '#store/disk.js'
import type { App } from '../reply.js'
import { isRead } from './caching/conditional.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for writes that store almost nothing, stop work or free space. */
    needsDiskSpace?: boolean
  }
}

/** Rejects before the body is read. Reads still work, and wait for nothing. */
export function refuseOnLowDisk(scope: App, { disk }: Deps): void {
  scope.addHook('onRequest', ({ method, routeOptions }, _reply, done) => {
    if (!disk || !needsDiskSpace(method, routeOptions.config)) return done()
    isDiskLow(disk).then((isLow) => (isLow ? done(diskIsLow()) : done()), done)
  })
}

export const needsDiskSpace = (method: unknown, config?: { needsDiskSpace?: boolean }) =>
  !isRead(method) && config?.needsDiskSpace !== false
