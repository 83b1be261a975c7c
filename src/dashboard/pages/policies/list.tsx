// Policies: what the organisation asks of its repositories and their branches.
import { listPolicies } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Cards } from '../../kit/cards.js'
import { Badge } from '../../kit/details.js'
import { formatCount, formatNumber } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { Screen, Section } from '../../kit/page.js'
import { useApi } from '../../kit/use-api.js'
import { NewPolicy, RunEnforcement } from './policy-form.js'
import { askedOf, MODE_WORDS, policyPath, reachOf } from './words.js'

type Policy = Schemas['Policy']

export function PoliciesPage() {
  const stats = useApi('/api/enforcement/stats', {}, 60)
  return (
    <Screen
      title="Policies"
      lead="What is asked of repositories and their branches, and whether the service corrects what falls short."
      tools={
        <>
          <RunEnforcement />
          <NewPolicy />
        </>
      }
    >
      <Section title="Figures" isTitleUnseen state={stats}>
        {(figures) => <Figures stats={figures} />}
      </Section>
      <List
        title="All policies"
        path="/api/enforcement/policies"
        fields={listPolicies}
        filters={['enabled', 'mode']}
        noun={['policy', 'policies']}
        none="No policies. Nothing is asked of any repository until you make one."
        rowKey={({ id }) => id}
        columns={[
          { head: 'Policy', cell: ({ id, name }) => <a href={policyPath(id)}>{name}</a> },
          {
            head: 'Organisation',
            isMinor: true,
            cell: ({ org, installation_id }) => org ?? `installation ${installation_id}`
          },
          { head: 'Reaches', cell: reachOf },
          { head: 'Asks for', isMinor: true, cell: (policy) => <Asked policy={policy} /> },
          { head: 'What it does', cell: (policy) => <Mode policy={policy} /> },
          { head: 'Open violations', cell: (policy) => <OpenViolations policy={policy} /> }
        ]}
      />
    </Screen>
  )
}

function Asked({ policy }: { policy: Policy }) {
  const asked = askedOf(policy).map(({ rule, asked: words }) => `${rule.toLowerCase()}: ${words}`)
  return <span class="clip">{asked.join('; ') || 'nothing'}</span>
}

function Mode({ policy: { enabled, mode } }: { policy: Policy }) {
  return enabled ? <Badge word={mode}>{MODE_WORDS[mode]}</Badge> : <Badge word="none">not in force</Badge>
}

function OpenViolations({ policy: { id, open_violation_count: open } }: { policy: Policy }) {
  if (open === 0) return <>none</>
  return <a href={`/dashboard/violations?policy_id=${id}`}>{formatNumber(open)}</a>
}

function Figures({
  stats: { violations, policies, compliance, config }
}: {
  stats: Schemas['EnforcementStats']
}) {
  return (
    <Cards
      cards={[
        {
          name: 'In force',
          value: formatNumber(policies.active),
          note: `of ${formatNumber(policies.total)} policies`,
          href: '/dashboard/policies?enabled=true'
        },
        {
          name: 'Open violations',
          note: 'of all policies',
          value: formatNumber(violations.open),
          href: '/dashboard/violations',
          isBad: violations.open > 0
        },
        {
          name: 'Compliant',
          value: formatNumber(compliance.compliant),
          note: `of ${formatCount(compliance.total_repos, 'repository', 'repositories')}`,
          href: '/dashboard/maintainer/branch-rules?compliant=true'
        },
        {
          name: 'Never compared',
          value: formatNumber(compliance.unchecked),
          note: 'repositories',
          href: '/dashboard/maintainer/branch-rules?compliant=unknown'
        },
        {
          name: 'Invalid files',
          value: formatNumber(config.failed),
          note: `of ${formatNumber(config.total_runs)} in 7 days`,
          href: '/dashboard/config-results?valid=false',
          isBad: config.failed > 0
        }
      ]}
    />
  )
}
