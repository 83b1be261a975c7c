// Labels in the host's words, from its events and its listings alike.

import type { HostLabel } from '#domain/host/items.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, textAt } from '../events/payload.js'

export function labelOf(object: JsonObject | undefined): HostLabel | undefined {
  const [hostId, name] = [idAt(object, 'id'), textAt(object, 'name')]
  if (hostId === null || name === null) return undefined
  return { hostId, name, color: textAt(object, 'color'), description: textAt(object, 'description') }
}
