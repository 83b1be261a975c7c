import { insightsGroup } from '#routes/insights.js'
import type { Capability } from './capability.js'

export const insights = {
  name: 'insights',
  groups: [insightsGroup]
} satisfies Capability
