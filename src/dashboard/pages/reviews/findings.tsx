// What a review has found, the gravest first; what does not count, and what was not read.
import type { Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { formatCount, formatName, formatPercent } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { Empty } from '../../kit/page.js'

type Review = Schemas['PullRequestReview']
type Finding = Schemas['ReviewFinding']

export function Findings({ review }: { review: Review }) {
  const { findings = [] } = review
  if (findings.length === 0) return <Empty>{noneOf(review)}</Empty>
  return (
    <ul class="attempts">
      {findings.map((finding) => (
        <li key={finding.fingerprint}>
          <FindingText finding={finding} />
        </li>
      ))}
    </ul>
  )
}

function noneOf({ verdict, completed_at }: Review): string {
  if (completed_at === null) return 'The review has not ended yet.'
  return verdict === null || verdict === 'error' ? 'The review has no usable result.' : 'Nothing was found.'
}

function FindingText({ finding }: { finding: Finding }) {
  const { title, severity, description, suggestion, file, line } = finding
  return (
    <>
      <h3>
        {title} <Badge word={severity} />
      </h3>
      {file !== null && (
        <p>
          <code>
            {file}
            {line !== null && `:${line}`}
          </code>
        </p>
      )}
      <p class="prose">{description}</p>
      {suggestion !== null && (
        <p class="prose">
          <strong>What to do:</strong> {suggestion}
        </p>
      )}
      <p class="muted">{originOf(finding)}</p>
      <Challenge finding={finding} />
    </>
  )
}

const OUTCOMES: Record<Finding['outcome'], string> = {
  open: 'it is open',
  mended: 'it was mended',
  helped: 'people found it helpful',
  refused: 'people said no to it',
  ignored: 'it was merged as it was'
}

function originOf({ category, rule, confidence, outcome }: Finding): string {
  const finder = rule === null ? 'the language model' : `the rule “${formatName(rule)}”`
  return `${formatName(category)}, found by ${finder} with ${formatPercent(confidence)} certainty; ${OUTCOMES[outcome]}.`
}

function Challenge({
  finding: { adversarial_status: status, adversarial_note: note }
}: {
  finding: Finding
}) {
  if (status === undefined) return null
  return (
    <p>
      The second pass: <Badge word={status} /> {note}
    </p>
  )
}

export function IgnoredFindings({ review: { ignored_findings } }: { review: Review }) {
  if (ignored_findings.length === 0) return null
  return (
    <details class="data">
      <summary>
        {formatCount(ignored_findings.length, 'finding that does', 'findings that do')} not count
      </summary>
      <ul class="attempts">
        {ignored_findings.map(({ finding, reason }, at) => (
          <li key={`${at} ${finding.fingerprint}`}>
            <FindingText finding={finding} />
            <p>It does not count: {reasonInWords(reason)}.</p>
          </li>
        ))}
      </ul>
    </details>
  )
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['missing_title', 'the language model gave it no title'],
  ['invalid_priority', 'the language model gave it no valid priority'],
  ['dropped_by_challenge', 'the second pass dropped it'],
  ['rule_is_quiet', 'its rule is silent here, because people do not heed it']
])

/** A reason may name a file. */
const reasonInWords = (reason: string): string =>
  REASONS.get(reason) ?? reason.replace(/^file_not_in_diff: /, 'the change does not touch ')

export function LeftOutFiles({ review: { left_out } }: { review: Review }) {
  if (left_out.length === 0) return null
  return (
    <details class="data">
      <summary>{formatCount(left_out.length, 'file', 'files')} not read</summary>
      <RowTable
        label="Files that were not read"
        rows={left_out}
        rowKey={({ path }) => path}
        columns={[
          { head: 'File', cell: ({ path }) => <code>{path}</code> },
          { head: 'Why', cell: ({ reason }) => reason }
        ]}
      />
    </details>
  )
}
