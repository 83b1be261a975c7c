// The readiness of one repository: what each check has found, and what there is to do where it fails.
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { Badge, repositoryPath } from '../../kit/details.js'
import { formatCount, formatNumber } from '../../kit/format.js'
import { RowTable } from '../../kit/lists/table.js'
import { type PageProps, Screen, Section } from '../../kit/page.js'
import { useApi } from '../../kit/use-api.js'
import { remedyOf } from './remedies.js'

type Readiness = Schemas['Readiness']
type Check = Schemas['ReadinessCheck']

export function RepositoryReadinessPage({ params: { owner = '', repo = '' } }: PageProps) {
  const name = `${owner}/${repo}`
  const readiness = useApi('/api/readiness/{owner}/{repo}', { path: { owner, repo } }, 30)
  return (
    <Screen title="Readiness" lead={<a href={repositoryPath(name)}>{name}</a>}>
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
    <RowTable
      label="Readiness checks"
      rows={sorted}
      rowKey={({ id }) => id}
      columns={[
        { head: 'Check', cell: ({ label }) => label },
        { head: 'State', cell: ({ status }) => <Badge word={status} /> },
        { head: 'Weight', cell: ({ weight }) => formatNumber(weight) },
        { head: 'Found', cell: ({ detail }) => detail },
        { head: 'What to do', cell: (check) => <ToDo check={check} repo={repo} /> }
      ]}
    />
  )
}

function ToDo({ check: { id, status }, repo }: { check: Check; repo: string }) {
  if (status === 'passed') return <>–</>
  const { text, title, href } = remedyOf(id, repo)
  return (
    <>
      {text} <a href={href}>{title}</a>
    </>
  )
}
