// What stands in for the client of the host while there is no credential.
import { hostNotConfigured } from '#errors/host.js'
import type { HostClient } from './client.js'

const refuse = () => Promise.reject(hostNotConfigured())

export const notConfigured: HostClient = {
  isConfigured: false,
  kind: undefined,
  read: refuse,
  pages: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
  stream: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
  write: refuse,
  cachedReads: () => 0,
  flush: async () => {}
}
