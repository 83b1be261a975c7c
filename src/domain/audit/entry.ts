// An entry of the audit trail as it is stored and hashed.

/** The hashed fields, except `seq` and `prev_hash`, which are assigned when the entry is appended. */
export interface UnchainedEntry {
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
  /** ISO 8601 in UTC with milliseconds. */
  occurred_at: string
}

export interface ChainedEntry extends UnchainedEntry {
  seq: number
  prev_hash: string | null
  entry_hash: string
  /** The text whose hash is `payload_hash`. */
  payload: string
}
