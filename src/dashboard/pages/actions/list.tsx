// Every effect that the service intends or has had on the host.
import { listActions } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { Badge } from '../../kit/details.js'
import { formatName, formatNumber, formatPart } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { Screen, Section } from '../../kit/page.js'
import { Target } from '../../kit/target.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'

const EVERY_SECONDS = 15

export function ActionsPage() {
  const summary = useApi('/api/actions/summary', {}, EVERY_SECONDS)
  return (
    <Screen
      title="Actions"
      lead="What the service does on the host, and whether it took effect. The figures count all actions so far."
    >
      <Section title="Figures" isTitleUnseen state={summary}>
        {(figures) => <Figures summary={figures.summary} />}
      </Section>
      <List
        title="All actions"
        path="/api/actions"
        fields={listActions}
        filters={[
          'status',
          'action_type',
          'pillar',
          'repo',
          'target_type',
          'target_number',
          'parent_action_id',
          'since'
        ]}
        everySeconds={EVERY_SECONDS}
        noun={['action', 'actions']}
        none="No actions yet. They appear when a pillar decides to act."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Action', cell: (action) => <ActionLink action={action} /> },
          { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
          { head: 'Target', cell: (action) => <Target of={action} repo={action.repo_full_name} /> },
          { head: 'Pillar', isMinor: true, cell: ({ pillar }) => (pillar ? formatPart(pillar) : '–') },
          { head: 'Proposed', cell: ({ proposed_at }) => <Time at={proposed_at} /> },
          { head: 'Why not', isMinor: true, cell: (action) => <WhyNot action={action} /> }
        ]}
      />
    </Screen>
  )
}

/** A number of the host tells a reader nothing. */
const IS_ID = /^\d+$/

function ActionLink({ action: { id, action_type, action_value } }: { action: Schemas['Action'] }) {
  return (
    <>
      <a href={`/dashboard/actions/${id}`}>{formatName(action_type)}</a>
      {action_value !== null && !IS_ID.test(action_value) && <span class="muted">{action_value}</span>}
    </>
  )
}

function WhyNot({ action: { blocked_reason, error_message } }: { action: Schemas['Action'] }) {
  if (blocked_reason === null && error_message === null) return <>–</>
  return <span class="clip">{error_message ?? formatName(blocked_reason ?? '')}</span>
}

const PENDING = ['proposed', 'approved', 'executing', 'retrying']

function Figures({ summary }: Pick<Schemas['ActionSummary'], 'summary'>) {
  const countOf = (...statuses: string[]) =>
    summary.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + count, 0)
  const failed = countOf('failed')
  const blocked = countOf('blocked')
  const total = summary.reduce((sum, { count }) => sum + count, 0)
  const path = '/dashboard/actions'
  return (
    <Cards
      cards={[
        { name: 'All', value: formatNumber(total), href: path },
        { name: 'Pending', value: formatNumber(countOf(...PENDING)), note: 'not ended yet' },
        { name: 'Failed', value: formatNumber(failed), href: `${path}?status=failed`, isBad: failed > 0 },
        { name: 'Blocked', value: formatNumber(blocked), href: `${path}?status=blocked`, isBad: blocked > 0 },
        {
          name: 'Verified',
          value: formatNumber(countOf('reconciled')),
          note: 'found on the host',
          href: `${path}?status=reconciled`
        }
      ]}
    />
  )
}
