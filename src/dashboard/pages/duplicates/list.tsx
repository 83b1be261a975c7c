// Pairs of issues that may be the same, for people to confirm or dismiss.
import { listDuplicates } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { Badge } from '../../kit/details.js'
import { formatNumber, formatPercent } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { PairAnswers } from './answers.js'

type Signal = Schemas['DuplicateSignal']

export function DuplicatesPage() {
  const stats = useApi('/api/duplicates/stats', {}, 60)
  return (
    <Screen
      title="Duplicates"
      lead="Pairs of issues that may be the same, the most similar first. Confirm or dismiss each; the service learns from it."
    >
      <Section title="Figures" isTitleUnseen state={stats}>
        {(figures) => <Figures stats={figures} />}
      </Section>
      <List
        title="All pairs"
        path="/api/duplicates"
        fields={listDuplicates}
        filters={['status', 'kind', 'repo', 'min_similarity']}
        noun={['pair', 'pairs']}
        none="No pairs yet. They appear when an issue resembles an older one."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Issue', cell: (signal) => <Side signal={signal} side="source" /> },
          { head: 'Resembles', cell: (signal) => <Side signal={signal} side="target" /> },
          { head: 'Similarity', cell: (signal) => <Similarity signal={signal} /> },
          { head: 'Status', cell: ({ status }) => <Badge word={status} /> },
          { head: 'Found', isMinor: true, cell: ({ created_at }) => <Time at={created_at} /> },
          {
            head: 'Answer',
            cell: (signal) => (
              <span class="row-tools">
                <PairAnswers signal={signal} />
              </span>
            )
          }
        ]}
      />
    </Screen>
  )
}

function Side({ signal, side }: { signal: Signal; side: 'source' | 'target' }) {
  const { repo_full_name } = signal
  const number = signal[`${side}_number`]
  return (
    <>
      <a href={`/dashboard/issues/${repo_full_name}/${number}`}>{signal[`${side}_title`]}</a>
      <span class="muted below">
        {side === 'source' && repo_full_name} #{number}, {signal[`${side}_state`]}
      </span>
    </>
  )
}

function Similarity({ signal: { id, similarity, source_number, target_number } }: { signal: Signal }) {
  return (
    <>
      {formatPercent(similarity)}
      <a class="unbroken below" href={`/dashboard/duplicates/${id}`}>
        Side by side
        <span class="unseen">
          : #{source_number} and #{target_number}
        </span>
      </a>
    </>
  )
}

function Figures({
  stats: { pending, confirmed, dismissed, near_identical }
}: {
  stats: Schemas['DuplicateStats']
}) {
  const path = '/dashboard/duplicates'
  return (
    <Cards
      cards={[
        {
          name: 'Pending',
          value: formatNumber(pending),
          note: 'wait for an answer',
          href: `${path}?status=pending`
        },
        { name: 'Confirmed', value: formatNumber(confirmed), href: `${path}?status=confirmed` },
        { name: 'Dismissed', value: formatNumber(dismissed), href: `${path}?status=dismissed` },
        {
          name: 'Near identical',
          value: formatNumber(near_identical),
          note: 'pending, 97% alike or more',
          href: `${path}?status=pending&min_similarity=0.97`
        }
      ]}
    />
  )
}
