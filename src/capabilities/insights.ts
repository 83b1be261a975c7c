import { insightsGroup } from '#routes/insights.js'
import type { Capability } from './capability.js'

export const insightsCapability = {
  name: 'insights',
  groups: [insightsGroup]
} satisfies Capability
