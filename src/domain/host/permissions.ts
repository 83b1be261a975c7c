// What an App must be allowed on the host, and what cannot be done without it.

export interface NeededPermission {
  /** As the host names it. */
  name: string
  level: 'read' | 'write'
  /** What a missing permission costs. */
  cost: string
  /** Few need it: without it something is missing, and nothing is broken. */
  isOptional?: true
}

export const NEEDED_PERMISSIONS: readonly NeededPermission[] = [
  { name: 'metadata', level: 'read', cost: 'Nothing is mirrored.' },
  {
    name: 'contents',
    level: 'write',
    cost: 'Configuration files and manifests are not read, and no repair, fix or update can be proposed.'
  },
  {
    name: 'issues',
    level: 'write',
    cost: 'Issues are not mirrored, and get neither labels nor comments.'
  },
  {
    name: 'pull_requests',
    level: 'write',
    cost: 'Pull requests are not mirrored, and none can be opened, labelled or merged.'
  },
  {
    name: 'actions',
    level: 'write',
    cost: 'CI runs, logs and test reports are not read, and no job runs again.'
  },
  {
    name: 'checks',
    level: 'write',
    cost: 'Gates, the merge queue and quarantined tests cannot report on pull requests.'
  },
  {
    name: 'administration',
    level: 'write',
    cost: 'Branch protection and settings are neither compared nor corrected.',
    isOptional: true
  },
  { name: 'workflows', level: 'write', cost: 'Workflow files are not repaired.', isOptional: true },
  {
    name: 'vulnerability_alerts',
    level: 'read',
    cost: "The host's own alerts do not count as vulnerabilities.",
    isOptional: true
  },
  { name: 'members', level: 'read', cost: 'Members of organisations are not listed.', isOptional: true }
]

const HEIGHTS: ReadonlyMap<string | undefined, number> = new Map([
  ['read', 1],
  ['write', 2],
  ['admin', 3]
])

/** Those that are not granted at all, or not far enough. */
export function missingPermissions(granted: ReadonlyMap<string, string>): NeededPermission[] {
  const heightOf = (level: string | undefined) => HEIGHTS.get(level) ?? 0
  return NEEDED_PERMISSIONS.filter(({ name, level }) => heightOf(granted.get(name)) < heightOf(level))
}
