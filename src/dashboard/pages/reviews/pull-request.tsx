// The reviews of one pull request: one of them with all that it found, the newest unless the address names another.
import type { Schemas } from '../../kit/api.js'
import { Badge, Data, DecisionLink, type Fact, Facts } from '../../kit/details.js'
import { formatDuration, formatName, formatNumber, formatPercent } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { useSearch } from '../../kit/router.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { VerdictBadge } from './columns.js'
import { Findings, IgnoredFindings, LeftOutFiles } from './findings.js'
import { reviewPath, reviewsPath } from './paths.js'
import { ReviewAgain } from './request.js'

type Review = Schemas['PullRequestReview']

const LATEST = 50

export function PullReviewsPage({ params: { owner = '', repo = '', number = '' } }: PageProps) {
  const name = `${owner}/${repo}`
  const wanted = Number(useSearch().get('review'))
  const query = { pr: Number(number), per_page: LATEST }
  const reviews = useApi('/api/review/results/{owner}/{repo}', { path: { owner, repo }, query }, 15)
  return (
    <Screen
      title={`Review of #${number}`}
      lead={
        <>
          What the service has found in <a href={`/dashboard/pull-requests/${name}/${number}`}>#{number}</a>{' '}
          of <a href={reviewsPath(name)}>{name}</a>. Each commit has a review of its own.
        </>
      }
      tools={<ReviewAgain of={{ repo_full_name: name, pr_number: Number(number) }} />}
    >
      <Section title="Review" isTitleUnseen state={reviews}>
        {({ data }) => {
          const shown = data.find(({ id }) => id === wanted) ?? data[0]
          if (shown === undefined) return <Unreviewed name={name} />
          return (
            <>
              <ReviewDetail review={shown} isNewest={shown === data[0]} />
              {data.length > 1 && <AllReviews reviews={data} shown={shown} />}
            </>
          )
        }}
      </Section>
    </Screen>
  )
}

function Unreviewed({ name }: { name: string }) {
  return (
    <Empty>
      It was not reviewed yet. Ask for it with the button above, once the reviews of{' '}
      <a href={reviewsPath(name)}>its repository</a> are on.
    </Empty>
  )
}

function ReviewDetail({ review, isNewest }: { review: Review; isNewest: boolean }) {
  const { summary, reason, overall_explanation, config_snapshot } = review
  return (
    <>
      <p>
        <VerdictBadge review={review} /> {!isNewest && <span class="muted">A later review is below.</span>}
      </p>
      {[reason, summary].filter(Boolean).map((text) => (
        <p key={text} class="prose">
          {text}
        </p>
      ))}
      <Facts facts={reviewFacts(review)} />
      {overall_explanation !== null && (
        <p class="prose">
          <strong>The language model:</strong> {overall_explanation}
        </p>
      )}
      <h2>Findings</h2>
      <Findings review={review} />
      <IgnoredFindings review={review} />
      <LeftOutFiles review={review} />
      <Data title="Settings that it used" value={config_snapshot} />
    </>
  )
}

function reviewFacts(review: Review): Fact[] {
  const { confidence, status, trigger, started_at, duration_ms, review_engine, tokens_used } = review
  const { files_reviewed, lines_added, lines_removed, commit_sha, decision_id } = review
  const { overall_correctness, overall_confidence } = review
  return [
    ['Status', <Badge key="status" word={status} />],
    ['Certainty', confidence && formatName(confidence)],
    ['Asked for', <Time key="asked" at={started_at} />],
    ['Because of', TRIGGERS[trigger]],
    ['Took', formatDuration(duration_ms)],
    [
      'Read',
      `+${formatNumber(lines_added)} −${formatNumber(lines_removed)} in ${formatNumber(files_reviewed)} files`
    ],
    ['Reviewed by', review_engine],
    ['Tokens', formatNumber(tokens_used)],
    [
      'Language model',
      overall_correctness &&
        `${overall_correctness}${overall_confidence === null ? '' : `, ${formatPercent(overall_confidence)} sure`}`
    ],
    ['Decision', decision_id && <DecisionLink id={decision_id} />],
    ['Commit', <code key="commit">{commit_sha}</code>]
  ]
}

const TRIGGERS: Record<Review['trigger'], string> = {
  webhook: 'an event of the host',
  api: 'a request of a person',
  comment: 'a command in a comment'
}

function AllReviews({ reviews, shown }: { reviews: readonly Review[]; shown: Review }) {
  return (
    <>
      <h2 class="after-cards">Reviews of all its commits</h2>
      <RowTable
        label="Reviews of all its commits"
        rows={reviews}
        rowKey={({ id }) => id}
        columns={[
          {
            head: 'Commit',
            cell: (review) => (
              <a href={reviewPath(review)} aria-current={review === shown ? 'true' : undefined}>
                {review.commit_sha.slice(0, 10)}
              </a>
            )
          },
          { head: 'Verdict', cell: (review) => <VerdictBadge review={review} /> },
          { head: 'Findings', cell: ({ finding_count }) => formatNumber(finding_count) },
          { head: 'Asked for', cell: ({ started_at }) => <Time at={started_at} /> }
        ]}
      />
    </>
  )
}
