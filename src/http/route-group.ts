// A group of routes: where it is, what it is about, and who may call it. All of them are the access policy of the service.
import type { TSchema } from '@sinclair/typebox'
import type { Deps } from '#deps.js'
import type { App } from './reply.js'

/** `none`: everybody; `key`: an API key; `any`: a key or a session. */
export type Access = 'none' | 'key' | 'any'

export interface RouteGroup {
  tag: string
  about: string
  prefix: string
  auth: Access
  /** False where the rate limit does not count. */
  limited?: false
  /** False where none of its writes stores anything to speak of. */
  needsRoom?: false
  schemas: readonly TSchema[]
  plugin: (app: App, deps: Deps) => void | Promise<void>
}
