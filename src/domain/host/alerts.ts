// Alerts of the host about packages that a repository depends on, in the host's own words.

export interface HostAlert {
  number: number
  /** `open`, `fixed`, `dismissed` or `auto_dismissed`. */
  state: string
  ecosystem: string
  packageName: string
  manifestPath: string
  isDev: boolean
  /** Null if the host does not tell. */
  isDirect: boolean | null
  ghsaId: string | null
  cveId: string | null
  summary: string | null
  severity: string
  score: number | null
  affectedRange: string
  patchedVersion: string | null
  publishedAt: Date | null
  dismissedReason: string | null
  dismissedComment: string | null
}

/** `disabled`, `forbidden` and `missing`: the host has no alerts to show, which is no failure of the call. */
export type AlertsReading =
  | { is: 'read'; alerts: HostAlert[] }
  | { is: 'disabled' | 'forbidden' | 'missing'; reason: string }
