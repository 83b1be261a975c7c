// The counts of a repository from which metrics are computed.

/** What the readiness checks need from the store. */
export interface ReadinessFacts {
  lastDeliveryAt: string | null
  lastSyncedAt: string | null
  filePath: string | null
  fileError: string | null
  overrides: number
  /** Whether the file, the overrides or the maintainer settings set a policy for stale items. */
  hasStalePolicy: boolean
  /** Null while the host has not shown which branches are protected. */
  protectedBranches: number | null
  triagedIssues: number
  runs: number
  configChanges: number
}

/** What the metrics need from the store, read in one snapshot. */
export interface MetricFacts extends ReadinessFacts {
  runs7d: number
  failures7d: number
  runs30d: number
  failures30d: number
  openIssues: number
  closedIssues: number
  unjudgedIssues: number
  duplicates: number
  openSecurityIssues: number
  staleIssues: number
  triages: number
  triageSeconds: number
  healPrs7d: number
  mergedHealPrs7d: number
  healPrs30d: number
  mergedHealPrs30d: number
  fixes7d: number
  acceptedFixes7d: number
  heals: number
  healSeconds: number
  deliveries7d: number
}
