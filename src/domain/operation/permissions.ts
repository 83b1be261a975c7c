// What an App must be allowed on the host for each pillar, and what cannot be done without it.
import { CONNECTED_PILLARS, type ConnectedPillar } from '#schemas/operation/connection.js'

export interface NeededPermission {
  /** As the host names it. */
  name: string
  level: 'read' | 'write'
  /** What a missing permission costs. */
  cost: string
  /** Few need it: without it something is missing, and nothing is broken. */
  isOptional?: true
}

interface PermissionOfPillars extends NeededPermission {
  /** Those that need it; whatever the service does needs one without. */
  pillars?: readonly ConnectedPillar[]
}

export const NEEDED_PERMISSIONS: readonly PermissionOfPillars[] = [
  { name: 'metadata', level: 'read', cost: 'Nothing is mirrored.' },
  { name: 'contents', level: 'read', cost: 'Configuration files and manifests are not read.' },
  {
    name: 'contents',
    level: 'write',
    cost: 'No repair, fix or update can be proposed, nothing merged, and no branch deleted.',
    pillars: ['ci_healing', 'issue_fix', 'trust', 'merge_queue', 'enforcement', 'maintainer']
  },
  { name: 'issues', level: 'read', cost: 'Issues are not mirrored.' },
  {
    name: 'issues',
    level: 'write',
    cost: 'Issues get neither labels nor comments, and none can be opened or closed.',
    pillars: ['triage', 'ci_healing', 'maintainer', 'issue_fix', 'enforcement', 'spam_gate', 'custom_rules']
  },
  { name: 'pull_requests', level: 'read', cost: 'Pull requests are not mirrored.' },
  {
    name: 'pull_requests',
    level: 'write',
    cost: 'Pull requests can be neither opened nor labelled, reviewed, closed or merged.',
    pillars: [
      'triage',
      'ci_healing',
      'maintainer',
      'issue_fix',
      'enforcement',
      'trust',
      'merge_queue',
      'ai_review',
      'spam_gate',
      'custom_rules'
    ]
  },
  { name: 'actions', level: 'read', cost: 'CI runs, logs and test reports are not read.' },
  { name: 'actions', level: 'write', cost: 'No job runs again.', pillars: ['ci_healing', 'merge_queue'] },
  {
    name: 'checks',
    level: 'write',
    cost: 'Gates, checked files, the merge queue, reviews and quarantined tests cannot report on pull requests.',
    pillars: ['quality_gates', 'enforcement', 'merge_queue', 'trust', 'ai_review']
  },
  {
    name: 'statuses',
    level: 'read',
    cost: 'Commit statuses are not read: the merge queue cannot tell whether they pass.',
    pillars: ['merge_queue']
  },
  {
    name: 'administration',
    level: 'write',
    cost: 'Branch protection, access and settings are neither compared nor corrected.',
    pillars: ['enforcement', 'maintainer'],
    isOptional: true
  },
  {
    name: 'workflows',
    level: 'write',
    cost: 'Workflow files are neither repaired nor updated.',
    pillars: ['ci_healing', 'trust'],
    isOptional: true
  },
  {
    name: 'vulnerability_alerts',
    level: 'read',
    cost: "The host's own alerts do not count as vulnerabilities.",
    pillars: ['trust'],
    isOptional: true
  },
  {
    name: 'members',
    level: 'read',
    cost: 'Members of organisations are not listed.',
    pillars: ['maintainer'],
    isOptional: true
  }
]

const HEIGHTS: ReadonlyMap<string | undefined, number> = new Map([
  ['read', 1],
  ['write', 2],
  ['admin', 3]
])

const heightOf = (level: string | undefined) => HEIGHTS.get(level) ?? 0

/** What these pillars need of each permission: one entry for each name, at the highest level. */
export function neededPermissions(pillars: readonly ConnectedPillar[]): NeededPermission[] {
  return missingPermissions(new Map(), pillars)
}

/** Those that are not granted at all, or not far enough, with all that this costs. */
export function missingPermissions(
  granted: ReadonlyMap<string, string>,
  pillars: readonly ConnectedPillar[] = CONNECTED_PILLARS
): NeededPermission[] {
  const missing = new Map<string, NeededPermission>()
  for (const { pillars: needing, ...needed } of NEEDED_PERMISSIONS) {
    const { name, level, cost } = needed
    if (needing && !needing.some((one) => pillars.includes(one))) continue
    if (heightOf(granted.get(name)) >= heightOf(level)) continue
    // The table lists reading before writing.
    const lower = missing.get(name)
    missing.set(name, lower ? { ...needed, cost: `${lower.cost} ${cost}` } : needed)
  }
  return [...missing.values()]
}
