// A group of routes: its prefix, its description and who may call it. Together the groups are the access policy.
import type { TSchema } from '@sinclair/typebox'
import type { Deps } from '#deps.js'
import type { App } from './reply.js'

/** `none`: public; `key`: an API key; `any`: a key or a session. */
export type Access = 'none' | 'key' | 'any'

export interface RouteGroup {
  tag: string
  about: string
  prefix: string
  auth: Access
  /** False exempts the group from the rate limit. */
  limited?: false
  /** Whether its replies do not end by themselves, so that no tag can identify them. */
  isStream?: true
  /** False if none of its writes stores anything substantial. */
  needsDiskSpace?: false
  schemas: readonly TSchema[]
  plugin: (app: App, deps: Deps) => void | Promise<void>
}
