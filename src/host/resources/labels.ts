// Parses labels from events and listings alike.

import type { HostLabel } from '#domain/host/items.js'
import type { JsonObject } from '#schemas/common.js'
import { idAt, stringAt } from '../payload.js'

export function labelOf(object: JsonObject | undefined): HostLabel | undefined {
  const [hostId, name] = [idAt(object, 'id'), stringAt(object, 'name')]
  if (hostId === null || name === null) return undefined
  return { hostId, name, color: stringAt(object, 'color'), description: stringAt(object, 'description') }
}
