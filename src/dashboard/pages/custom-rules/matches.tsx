// What custom rules have decided, the newest first.
import { listDecisions } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { List } from '../../kit/lists/list.js'
import { Target } from '../../kit/target.js'
import { Time } from '../../kit/time.js'

interface RuleMatchesProps {
  title: string
  none: string
  /** Only of this repository. */
  repo?: string
}

export function RuleMatches({ title, none, repo }: RuleMatchesProps) {
  return (
    <List
      title={title}
      path="/api/decisions"
      params={{
        query: Object.assign({ source: 'custom_rules', per_page: 10 }, repo === undefined ? {} : { repo })
      }}
      fields={listDecisions}
      filters={repo === undefined ? ['decision', 'repo'] : ['decision']}
      noun={['match', 'matches']}
      none={none}
      rowKey={({ id }) => id}
      columns={[
        { head: 'Match', cell: (decision) => <Match decision={decision} /> },
        { head: 'Result', cell: ({ decision }) => <Badge word={decision} /> },
        { head: 'About', cell: (decision) => <Target of={decision} repo={decision.repo} /> },
        { head: 'Event', isMinor: true, cell: ({ trigger_event }) => trigger_event },
        { head: 'When', cell: ({ created_at }) => <Time at={created_at} /> }
      ]}
    />
  )
}

const RULE = /^custom_rule\((.+)\)$/

function Match({ decision: { id, conditions, reason } }: { decision: Schemas['Decision'] }) {
  const rule = conditions.map(({ check }) => RULE.exec(check)?.[1]).find((name) => name !== undefined)
  return (
    <>
      <a href={`/dashboard/decisions/${id}`}>{rule ?? 'Rule'}</a>
      <span class="muted">{reason}</span>
    </>
  )
}
