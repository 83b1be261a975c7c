// What the validation of pushed configuration files has found.
import { listConfigResults } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Badge, repositoryPath } from '../../kit/details.js'
import { formatName } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { Screen } from '../../kit/page.js'
import { Time } from '../../kit/time.js'

type Result = Schemas['ConfigResult']

export function ConfigResultsPage() {
  return (
    <Screen
      title="Checked files"
      lead="Configuration files that pushes have changed, and what is wrong with them."
    >
      <List
        title="All files"
        path="/api/enforcement/config-results"
        fields={listConfigResults}
        filters={['valid', 'repo', 'file_type', 'commit_sha']}
        noun={['file', 'files']}
        none="No file was checked yet. Push a change to a workflow or a configuration file to see one here."
        rowKey={({ id }) => id}
        columns={[
          { head: 'File', cell: (result) => <FileName result={result} /> },
          {
            head: 'Repository',
            cell: ({ repo_full_name }) => <a href={repositoryPath(repo_full_name)}>{repo_full_name}</a>
          },
          {
            head: 'Result',
            cell: ({ valid }) => (
              <Badge word={valid ? 'passed' : 'failed'}>{valid ? 'valid' : 'invalid'}</Badge>
            )
          },
          { head: 'Found', cell: (result) => <Findings result={result} /> },
          { head: 'When', isMinor: true, cell: ({ created_at }) => <Time at={created_at} /> }
        ]}
      />
    </Screen>
  )
}

const SHORT_COMMIT = 10

const TYPES: Readonly<Record<string, string>> = { host_actions: 'Workflow' }

function FileName({ result: { file_path, file_type, commit_sha } }: { result: Result }) {
  return (
    <>
      <strong class="unbroken">{file_path}</strong>
      <span class="muted">
        {TYPES[file_type] ?? formatName(file_type)}, <code>{commit_sha.slice(0, SHORT_COMMIT)}</code>
      </span>
    </>
  )
}

function Findings({ result: { errors, warnings } }: { result: Result }) {
  if (errors.length + warnings.length === 0) return <>nothing wrong</>
  return (
    <ul class="breaches">
      {[...errors, ...warnings].map(({ rule, line, col, message, severity }) => (
        <li key={`${rule} ${line} ${col}`}>
          {formatName(severity)} in line {line}: {message}
        </li>
      ))}
    </ul>
  )
}
