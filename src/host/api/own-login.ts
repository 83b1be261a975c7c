// The login under which the service acts on the host.

import { isObject } from '#domain/json/path.js'
import { HostError } from '#errors/host.js'
import { stringAt } from '../payload.js'
import type { HostClient } from './client.js'

const LOGIN_SOURCES = {
  /** An App acts under its slug with a suffix that no user can have. */
  app: { path: '/app', key: 'slug', suffix: '[bot]' },
  token: { path: '/user', key: 'login', suffix: '' }
} as const

/** Undefined without a credential. */
export async function ownLogin(client: HostClient): Promise<string | undefined> {
  if (client.kind === undefined) return undefined
  const { path, key, suffix } = LOGIN_SOURCES[client.kind]
  const { body } = await client.read({ path }, { installationId: null, priority: 'work' })
  const name = stringAt(isObject(body) ? body : undefined, key)
  if (name === null)
    throw new HostError(
      'host_unavailable',
      'The response of the host does not name the account of the service.'
    )
  return `${name}${suffix}`
}
