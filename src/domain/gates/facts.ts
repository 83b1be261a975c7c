// What is counted of a repository, before anything is made of it.

/** What the store knows of a repository. */
export interface ReadinessFacts {
  lastDeliveryAt: string | null
  lastSyncedAt: string | null
  filePath: string | null
  fileError: string | null
  overrides: number
  /** Whether its file or its overrides say anything about what is left alone for long. */
  saysStale: boolean
  triagedIssues: number
  runs: number
  configChanges: number
}

/** What the store counts of a repository, in one snapshot. */
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
