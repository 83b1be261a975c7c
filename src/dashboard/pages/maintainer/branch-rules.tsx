// The rules of protected branches, as the host last showed them.
import { listBranchRules } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Badge } from '../../kit/details.js'
import { List } from '../../kit/lists/list.js'
import type { Column } from '../../kit/lists/table.js'
import { Time } from '../../kit/time.js'
import { EditBranchRule, ruleStatements } from './branch-rule.js'
import { MaintainerScreen, maintainedPath } from './ways.js'

type BranchRule = Schemas['BranchRule']

export function BranchRulesPage() {
  return (
    <MaintainerScreen lead="What holds for protected branches: the strictest of their protection and all rulesets.">
      <List
        title="All rules"
        path="/api/maintainer/branch-rules"
        fields={listBranchRules}
        filters={['pattern', 'repo', 'compliant']}
        noun={['rule', 'rules']}
        none="No protected branches. Open a repository to protect one."
        rowKey={({ id }) => id}
        columns={[
          BRANCH_NAME,
          {
            head: 'Repository',
            cell: ({ repo_full_name }) => <a href={maintainedPath(repo_full_name)}>{repo_full_name}</a>
          },
          ...RULE
        ]}
      />
    </MaintainerScreen>
  )
}

export const BRANCH_NAME: Column<BranchRule> = {
  head: 'Branch',
  cell: ({ pattern }) => <strong>{pattern}</strong>
}

export const RULE: readonly Column<BranchRule>[] = [
  { head: 'Asks for', cell: (rule) => ruleStatements(rule).join('; ') || 'nothing' },
  { head: 'Policies', cell: (rule) => <Compliance rule={rule} /> },
  { head: 'Read', isMinor: true, cell: ({ synced_at }) => <Time at={synced_at} /> },
  {
    head: 'Answer',
    cell: (rule) => (
      <span class="row-tools">
        <EditBranchRule rule={rule} />
      </span>
    )
  }
]

function Compliance({ rule: { compliant, repo_full_name } }: { rule: BranchRule }) {
  if (compliant === null) return <Badge word="unknown">not compared</Badge>
  if (compliant) return <Badge word="ok">satisfied</Badge>
  return (
    <a href={`/dashboard/violations?repo=${encodeURIComponent(repo_full_name)}`}>
      <Badge word="failed">falls short</Badge>
    </a>
  )
}
