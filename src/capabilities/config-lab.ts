import { configLabGroup } from '#routes/config-lab.js'
import type { Capability } from './capability.js'

export const configLabCapability = {
  name: 'config-lab',
  groups: [configLabGroup]
} satisfies Capability
