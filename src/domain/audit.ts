// What an audit entry is, which control its category is evidence for, and what is hashed of it.
import type { AuditCategory, Framework } from '../../schemas/audit.js'
import { canonicalJson, sha256Of } from './canonical.js'

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
  }
}

/** All of an entry that its hash covers, but for the two that are known only when it takes its place. */
export interface UnplacedEntry {
  category: string
  event_type: string
  actor: string
  actor_type: string
  repo_full_name: string | null
  pr_number: number | null
  commit_sha: string | null
  framework: readonly string[]
  control_id: string
  payload_hash: string
  /** ISO 8601 in UTC, to the millisecond. */
  occurred_at: string
}

export interface PlacedEntry extends UnplacedEntry {
  seq: number
  prev_hash: string | null
  entry_hash: string
  /** The text whose hash is `payload_hash`. */
  payload: string
}

/** The hashed text before the hash of the entry before, and from there to the number at its end. */
export function hashedParts(entry: UnplacedEntry): { before: string; between: string } {
  const { category, event_type, actor, actor_type, pr_number, commit_sha, control_id } = entry
  const { payload_hash, occurred_at, repo_full_name } = entry
  const framework = [...entry.framework]
  const first = { category, event_type, actor, actor_type, pr_number, commit_sha, control_id, framework }
  // In canonical order prev_hash, repo_full_name and seq are the last three.
  const text = canonicalJson({ ...first, payload_hash, occurred_at })
  return {
    before: `${text.slice(0, -1)},"prev_hash":`,
    between: `,"repo_full_name":${canonicalJson(repo_full_name)},"seq":`
  }
}

export function entryHashOf(entry: PlacedEntry): string {
  const { before, between } = hashedParts(entry)
  return sha256Of(`${before}${canonicalJson(entry.prev_hash)}${between}${entry.seq}}`)
}
