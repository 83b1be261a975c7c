// What reviews have said and found in all repositories, and how far people heed each rule.
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { ShareBar } from '../../kit/charts/chart.js'
import { Badge } from '../../kit/details.js'
import { formatDay, formatDuration, formatName, formatNumber, NOTHING } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty } from '../../kit/page.js'
import { SeriesChart } from '../insights/series-chart.js'
import { reviewsPath } from './paths.js'

type Stats = Schemas['ReviewStats']
type RuleRecord = Schemas['ReviewRuleRecord']

export const SUMMED_DAYS = 30

export function ReviewFigures({ summary }: Pick<Stats, 'summary'>) {
  const { total_reviews, completed, error, repos_enabled, avg_duration_s } = summary
  const { avg_tokens, tokens_today, tokens_per_day } = summary
  const path = '/dashboard/reviews'
  const verdicts = ['approved', 'needs_discussion', 'request_changes'] as const
  return (
    <Cards
      cards={[
        {
          name: 'Reviews',
          value: formatNumber(total_reviews),
          note: `in ${SUMMED_DAYS} days, ${formatNumber(completed)} completed`,
          href: path
        },
        ...verdicts.map((verdict) => ({
          name: formatName(verdict),
          value: formatNumber(summary[verdict]),
          note: `in ${SUMMED_DAYS} days`,
          href: `${path}?verdict=${verdict}`
        })),
        {
          name: 'Without a result',
          value: formatNumber(error),
          note: `in ${SUMMED_DAYS} days`,
          href: `${path}?verdict=error`,
          isBad: error > 0
        },
        {
          name: 'Duration',
          value: formatDuration(avg_duration_s === null ? null : avg_duration_s * 1000),
          note: 'a review on average'
        },
        {
          name: 'Tokens today',
          value: tokens_per_day === null ? NOTHING : formatNumber(tokens_today),
          note: tokensNote(tokens_per_day, avg_tokens)
        },
        { name: 'Repositories', value: formatNumber(repos_enabled), note: 'with reviews on' }
      ]}
    />
  )
}

function tokensNote(perDay: number | null, average: number | null): string {
  if (perDay === null) return 'no language model'
  const ofReview = average === null ? '' : `; ${formatNumber(average)} a review`
  return `of ${formatNumber(perDay)} for everything${ofReview}`
}

export function VerdictTrend({ days }: { days: Stats['verdict_trend'] }) {
  if (days.every(({ approved, blocked }) => approved + blocked === 0))
    return <Empty>No pull request was approved, and no changes were requested in these days.</Empty>
  return (
    <SeriesChart
      title="Verdicts by day"
      names={[formatName('request_changes'), formatName('approved')]}
      days={days.map(({ day, approved, blocked }) => ({
        label: formatDay(day),
        values: [blocked, approved]
      }))}
    />
  )
}

export function FoundSeverities({ severities }: { severities: Stats['by_severity'] }) {
  if (severities.every(({ count }) => count === 0)) return <Empty>Nothing was found in these days.</Empty>
  const total = severities.reduce((sum, { count }) => sum + count, 0)
  return (
    <RowTable
      label="Findings by severity"
      rows={severities}
      rowKey={({ severity }) => severity}
      columns={[
        { head: 'Severity', cell: ({ severity }) => <Badge word={severity} /> },
        {
          head: 'Findings',
          cell: ({ count }) => <ShareBar part={count / total}>{formatNumber(count)}</ShareBar>
        }
      ]}
    />
  )
}

export function RuleRecords({ rules }: Pick<Stats, 'rules'>) {
  if (rules.length === 0)
    return <Empty>No rule has told anybody anything yet. Each appears with its first finding.</Empty>
  return (
    <RowTable
      label="Rules"
      rows={rules}
      rowKey={({ repo, rule }) => `${repo} ${rule}`}
      columns={[
        { head: 'Rule', cell: (record) => <RuleName record={record} /> },
        { head: 'Helped', cell: (record) => <Helped record={record} /> },
        { head: 'Told', isMinor: true, cell: ({ told }) => formatNumber(told) },
        {
          head: 'State',
          cell: ({ is_quiet }) => (is_quiet ? <Badge word="skipped">silent</Badge> : <Badge word="active" />)
        }
      ]}
    />
  )
}

function RuleName({ record: { rule, repo } }: { record: RuleRecord }) {
  return (
    <>
      <strong>{formatName(rule)}</strong>
      <a class="muted plain" href={reviewsPath(repo)}>
        {repo}
      </a>
    </>
  )
}

function Helped({ record: { precision, helped, refused, ignored } }: { record: RuleRecord }) {
  if (precision === null) return <>not decided yet</>
  const decided = helped + refused + ignored
  return <ShareBar part={precision}>{`${formatNumber(helped)} of ${formatNumber(decided)}`}</ShareBar>
}
