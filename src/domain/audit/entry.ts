// An entry of the audit trail as it is kept and hashed.

/** All of an entry that its hash covers, but for the two that are known only when it takes its place. */
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
  /** ISO 8601 in UTC, to the millisecond. */
  occurred_at: string
}

export interface ChainedEntry extends UnchainedEntry {
  seq: number
  prev_hash: string | null
  entry_hash: string
  /** The text whose hash is `payload_hash`. */
  payload: string
}
