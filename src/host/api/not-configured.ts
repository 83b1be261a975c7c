// The host client while no credential is configured: every call fails.
import { hostNotConfigured } from '#errors/host.js'
import type { HostClient } from './client.js'

const refuse = () => Promise.reject(hostNotConfigured())

export const notConfigured: HostClient = {
  isConfigured: false,
  kind: undefined,
  read: refuse,
  pages: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
  stream: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
  download: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
  write: refuse,
  cachedReads: () => 0,
  flush: async () => {}
}
