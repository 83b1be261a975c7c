// The controls of each framework for which the entries of a category are evidence.
import type { AuditCategory, Framework } from './audit.js'

interface Control {
  frameworks: readonly Framework[]
  control: string
  description: string
}

export const CONTROLS: Readonly<Record<AuditCategory, Control>> = {
  ai_decision: {
    frameworks: ['soc2', 'iso27001'],
    control: 'CC6.1',
    description: 'Automated decisions are logged with what they rest on.'
  },
  review_gate: {
    frameworks: ['soc2', 'iso27001'],
    control: 'CC6.1',
    description: 'Changes that fail a review or a quality gate are kept out.'
  },
  heal: {
    frameworks: ['soc2'],
    control: 'CC7.3',
    description: 'Failures are detected, and what was done about them is recorded.'
  },
  auto_merge: {
    frameworks: ['soc2'],
    control: 'CC8.1',
    description: 'Changes are merged only through the controlled process.'
  },
  rollback: {
    frameworks: ['soc2'],
    control: 'CC8.1',
    description: 'Changes that do harm are taken back in a controlled way.'
  },
  policy_bypass: {
    frameworks: ['soc2', 'iso27001'],
    control: 'CC6.3',
    description: 'Exceptions from policies are granted by name, for a time, and ended.'
  },
  branch_rule: {
    frameworks: ['soc2', 'iso27001'],
    control: 'CC6.6',
    description: 'The protection of branches is changed only on record.'
  },
  config_change: {
    frameworks: ['iso27001'],
    control: 'A.12.1.2',
    description: 'Changes of configuration and access are controlled and recorded.'
  },
  vulnerability_dismissed: {
    frameworks: ['soc2', 'iso27001'],
    control: 'CC7.1',
    description: 'Known vulnerabilities are dismissed only with a reason.'
  },
  quarantine: {
    frameworks: ['soc2'],
    control: 'CC7.2',
    description: 'Unreliable tests are found and set apart.'
  },
  host_change: {
    frameworks: ['soc2'],
    control: 'CC8.1',
    description: 'Whatever is changed on the host is recorded with the decision behind it.'
  }
}
