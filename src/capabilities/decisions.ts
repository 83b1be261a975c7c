import { guardsV1 } from '#domain/decisions/guards.v1.js'
import { decisionsGroup } from '#routes/decisions.js'
import { decisionsTables } from '#store/decisions/repository-tables.js'
import type { Capability } from './capability.js'

export const decisionsCapability = {
  name: 'decisions',
  groups: [decisionsGroup],
  evaluators: [guardsV1],
  tables: decisionsTables
} satisfies Capability
