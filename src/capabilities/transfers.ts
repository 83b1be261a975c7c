import { transfersGroup } from '#routes/transfers.js'
import type { Capability } from './capability.js'

export const transfersCapability = {
  name: 'transfers',
  groups: [transfersGroup]
} satisfies Capability
