// The hash of an audit entry.

import { canonicalJson, sha256Of } from '../json/canonical.js'
import type { ChainedEntry, UnchainedEntry } from './entry.js'

/** The hashed text split around `prev_hash` and `seq`, which are known only when the entry is appended. */
export function hashedParts(entry: UnchainedEntry): { before: string; between: string } {
  const { category, event_type, actor, actor_type, pr_number, commit_sha, control_id } = entry
  const { payload_hash, occurred_at, repo_full_name } = entry
  const framework = [...entry.framework]
  const first = { category, event_type, actor, actor_type, pr_number, commit_sha, control_id, framework }
  // In canonical order, prev_hash, repo_full_name and seq come last.
  const text = canonicalJson({ ...first, payload_hash, occurred_at })
  return {
    before: `${text.slice(0, -1)},"prev_hash":`,
    between: `,"repo_full_name":${canonicalJson(repo_full_name)},"seq":`
  }
}

export function entryHashOf(entry: ChainedEntry): string {
  const { before, between } = hashedParts(entry)
  return sha256Of(`${before}${canonicalJson(entry.prev_hash)}${between}${entry.seq}}`)
}
