import { customRuleV1 } from '#domain/rules/custom-rule.v1.js'
import { rulesJobs } from '#jobs/rules.js'
import { ruleEvents } from '#webhooks/rules.js'
import type { Capability } from './capability.js'

export const rulesCapability = {
  name: 'rules',
  jobs: rulesJobs,
  events: ruleEvents,
  evaluators: [customRuleV1]
} satisfies Capability
