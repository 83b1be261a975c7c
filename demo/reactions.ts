// What the service has done, in its own words: the entries of its activity feed that are new.
import type { ServiceClient } from '../openapi/client.js'

/** Everything but what it merely received. */
const SOURCES =
  'ci_heal,merge_queue,enforcement,duplicate,action,issue_fix,maintainer,rollback,quality_gate,ai_review'
const ENDED = new Set('succeeded failed healed open merged blocked remediated attempted skipped'.split(' '))
const REVIEWED = new Set(['approved', 'needs_discussion', 'request_changes', 'error'])
const MOST = 50

export interface Reactions {
  /** Since it was last asked. */
  recent(): Promise<string[]>
}

export function openReactions(client: ServiceClient): Reactions {
  const known = new Set<string>()
  return {
    async recent() {
      const query = { source: SOURCES, per_page: MOST }
      const { data } = await client.GET('/api/activity', { params: { query } })
      const entries = (data?.data ?? [])
        .filter(({ source, status }) => (source === 'ai_review' ? REVIEWED : ENDED).has(status))
        .reverse()
      return entries.flatMap(
        ({ source, source_id, status, repo, target_number, action_type, detail, meta }) => {
          const key = `${source} ${source_id} ${status}`
          if (known.has(key)) return []
          known.add(key)
          const what = [...new Set([action_type, status])].join(' ')
          const target = `${repo ?? ''}${target_number === null ? '' : `#${target_number}`}`
          return [`${target}: the service, ${meta.label}: ${what}${detail === '' ? '' : ` (${detail})`}`]
        }
      )
    }
  }
}
