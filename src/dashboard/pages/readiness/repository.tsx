// The readiness of one repository: what each check has found, and what there is to do where it fails.
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { Badge, repositoryPath } from '../../kit/details.js'
import { formatCount, formatNumber } from '../../kit/format.js'
import { type PageProps, Screen, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { remedyOf } from './remedies.js'

type Readiness = Schemas['Readiness']
type Check = Schemas['ReadinessCheck']

export function RepositoryReadinessPage({ params: { owner = '', repo = '' } }: PageProps) {
  const name = `${owner}/${repo}`
  const readiness = useApi('/api/readiness/{owner}/{repo}', { path: { owner, repo } }, 30)
  return (
    <Screen
      title="Readiness"
      lead={
        <>
          How well <a href={repositoryPath(name)}>{name}</a> is set up for the service, and what there is to
          do.
        </>
      }
    >
      <Section title="Figures" isTitleUnseen state={readiness}>
        {(data) => (
          <>
            <Figures readiness={data} />
            <h2 class="after-cards">Checks</h2>
            <Checks checks={data.checks} repo={name} />
          </>
        )}
      </Section>
    </Screen>
  )
}

function Figures({ readiness: { score, earned, possible, checks } }: { readiness: Readiness }) {
  const count = (wanted: Check['status']) => checks.filter(({ status }) => status === wanted).length
  const failed = count('failed')
  return (
    <Cards
      cards={[
        {
          name: 'Score',
          value: formatNumber(score),
          note: `${formatNumber(earned)} of ${formatCount(possible, 'point', 'points')} that are measured`
        },
        { name: 'Passed', value: formatNumber(count('passed')), note: `of ${formatNumber(checks.length)}` },
        { name: 'Failed', value: formatNumber(failed), isBad: failed > 0 },
        { name: 'Not known yet', value: formatNumber(count('not_measured')), note: 'left out of the score' }
      ]}
    />
  )
}

/** What weighs most and fails stands first. */
function Checks({ checks, repo }: { checks: readonly Check[]; repo: string }) {
  const rank = ({ status }: Check) => ['failed', 'not_measured', 'passed'].indexOf(status)
  const sorted = [...checks].sort((one, other) => rank(one) - rank(other) || other.weight - one.weight)
  return (
    <ol class="attempts">
      {sorted.map((check) => (
        <li key={check.id}>
          <CheckDetail check={check} repo={repo} />
        </li>
      ))}
    </ol>
  )
}

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/

/** The moment in it is shown as all others are. */
function Detail({ text }: { text: string }) {
  const [moment] = MOMENT.exec(text) ?? []
  if (moment === undefined) return <>{text}</>
  const [before = '', after = ''] = text.split(moment)
  return (
    <>
      {before.replace(/ at $/, ' ')}
      <Time at={moment} />
      {after}
    </>
  )
}

function CheckDetail({ check: { id, label, status, weight, detail }, repo }: { check: Check; repo: string }) {
  const { text, title, href } = remedyOf(id, repo)
  return (
    <>
      <h3>
        {label} <Badge word={status} />
      </h3>
      <p class="muted">
        {formatCount(weight, 'point', 'points')}. <Detail text={detail} />
      </p>
      {status !== 'passed' && (
        <p>
          {text} <a href={href}>{title}</a>
        </p>
      )}
    </>
  )
}
