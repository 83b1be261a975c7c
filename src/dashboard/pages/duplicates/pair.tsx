// Two issues side by side, with what is alike in their texts marked, for people to confirm or dismiss.
import type { Schemas } from '../../kit/api.js'
import { ShareBar } from '../../kit/charts/chart.js'
import { Badge, DecisionLink, type Fact, Facts, OutsideLink, repositoryPath } from '../../kit/details.js'
import { formatCount, formatPercent } from '../../kit/format.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { PairAnswers } from './answers.js'

type Pair = Schemas['ComparedDuplicate']

export function DuplicatePairPage({ params: { id = '' } }: PageProps) {
  const pair = useApi('/api/duplicates/{id}', { path: { id: Number(id) } }, 30)
  const { data } = pair
  return (
    <Screen
      title={data ? `Issues #${data.source_number} and #${data.target_number}` : `Pair ${id}`}
      lead={
        data && (
          <>
            Two issues of <a href={repositoryPath(data.repo_full_name)}>{data.repo_full_name}</a> that may be
            the same.
          </>
        )
      }
      tools={data && <PairAnswers signal={data} />}
    >
      <Section title="Pair" isTitleUnseen state={pair}>
        {(shown) => (
          <>
            <Facts facts={factsOf(shown)} />
            <p>
              <mark>Marked</mark> is what both say: lines that differ in numbers at most, and words that few
              issues have.
            </p>
            <div class="pair">
              <Side pair={shown} side="source" title="The newer issue" />
              <Side pair={shown} side="target" title="The older issue" />
            </div>
          </>
        )}
      </Section>
    </Screen>
  )
}

function factsOf(pair: Pair): Fact[] {
  const { similarity, kind, status, evidence, decision_id, resolved_by, resolved_at, created_at } = pair
  return [
    [
      'Similarity',
      <ShareBar key="all" part={similarity}>
        {formatPercent(similarity)}
      </ShareBar>
    ],
    [
      'Words of the titles alike',
      <ShareBar key="title" part={evidence.title}>
        {formatPercent(evidence.title)}
      </ShareBar>
    ],
    [
      'Words of the texts alike',
      <ShareBar key="body" part={evidence.body}>
        {formatPercent(evidence.body)}
      </ShareBar>
    ],
    ['Error messages in common', formatCount(evidence.failures, 'line', 'lines')],
    ['Kind', <Badge key="kind" word={kind} />],
    ['Status', <Badge key="status" word={status} />],
    ['Found', <Time key="found" at={created_at} />],
    ['Decision', decision_id && <DecisionLink id={decision_id} />],
    [
      'Answered',
      resolved_by && (
        <>
          by <span>{resolved_by}</span>, <Time at={resolved_at} />
        </>
      )
    ]
  ]
}

function Side({ pair, side, title }: { pair: Pair; side: 'source' | 'target'; title: string }) {
  const { author, labels, created_at, url, body, body_truncated, title: words } = pair[side]
  const number = pair[`${side}_number`]
  return (
    <article aria-label={`${title}, #${number}`}>
      <h2>{words.length === 0 ? 'Without a title' : <Marked parts={words} />}</h2>
      <p class="muted">
        {title}, <a href={`/dashboard/issues/${pair.repo_full_name}/${number}`}>#{number}</a>,{' '}
        {pair[`${side}_state`]}
        {author !== null && (
          <>
            , by <span>{author}</span>
          </>
        )}
        , <Time at={created_at} />. <OutsideLink href={url}>On the host</OutsideLink>
      </p>
      {labels.length > 0 && (
        <p class="muted">
          Labels: <span>{labels.join(', ')}</span>
        </p>
      )}
      {body.length === 0 ? (
        <Empty>It has no text.</Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre class="prose" tabIndex={0}>
          <Marked parts={body} />
        </pre>
      )}
      {body_truncated && <p class="muted">The text is longer. All of it is on the host.</p>}
    </article>
  )
}

function Marked({ parts }: { parts: readonly Schemas['TextPart'][] }) {
  let at = 0
  return (
    <>
      {parts.map(({ text, alike }) => {
        at += text.length
        return alike ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>
      })}
    </>
  )
}
