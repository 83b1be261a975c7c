import { spamGateV1 } from '#domain/spam-gate/spam-gate.v1.js'
import { spamGateJobs } from '#jobs/spam-gate.js'
import { spamGateActionHooks } from '#services/spam-gate/closing.js'
import type { Capability } from './capability.js'

export const spamGateCapability = {
  name: 'spam-gate',
  jobs: spamGateJobs,
  evaluators: [spamGateV1],
  actions: spamGateActionHooks
} satisfies Capability
