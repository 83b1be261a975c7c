// The merge queue of one repository as it moves: its lanes, what has left it, and how it is set up.
import { admitPullRequest } from '../../../../openapi/fields.js'
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { repositoryPath } from '../../kit/details.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import type { Fields } from '../../kit/forms/fields.js'
import type { FormValues } from '../../kit/forms/schema-form.js'
import { Empty, type PageProps, Screen, Section } from '../../kit/page.js'
import { useApi } from '../../kit/use-api.js'
import { EndedEntries } from './ended.js'
import { LaneSection } from './lane.js'
import { SettingsSection, Switch } from './settings.js'

const EVERY_SECONDS = 5

export function LanesPage({ params: { owner = '', repo = '' } }: PageProps) {
  const path = { owner, repo }
  const queue = useApi('/api/phase2/queue/{owner}/{repo}', { path }, EVERY_SECONDS)
  const name = `${owner}/${repo}`
  return (
    <Screen
      title="Merge queue"
      lead={<a href={repositoryPath(name)}>{name}</a>}
      tools={<Admit path={path} />}
    >
      <Section title="Lanes" isTitleUnseen state={queue}>
        {(shown) => <Queue queue={shown} path={path} />}
      </Section>
    </Screen>
  )
}

const isActive = ({ status }: Schemas['QueueEntry']) => ['pending', 'ready', 'merging'].includes(status)

function Queue({ queue, path }: { queue: Schemas['RepositoryQueue']; path: PageProps['params'] }) {
  const { owner = '', repo = '' } = path
  const { entries, lanes, config } = queue
  return (
    <>
      {lanes.length === 0 && <Empty>The queue is empty. Add a pull request, or label one auto-merge.</Empty>}
      {lanes.map((lane) => (
        <LaneSection
          key={lane.base_branch}
          lane={lane}
          entries={entries.filter((entry) => isActive(entry) && entry.base_branch === lane.base_branch)}
          resume={<Switch label="Resume" isOn path={{ owner, repo }} />}
        />
      ))}
      <EndedEntries entries={entries.filter((entry) => !isActive(entry))} />
      <SettingsSection config={config} path={{ owner, repo }} />
    </>
  )
}

const NUMBER: Fields = {
  pull_request: {
    type: 'integer',
    required: true,
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'The number of the pull request.'
  }
}

function Admit({ path: { owner, repo } }: { path: { owner: string; repo: string } }) {
  return (
    <ActionButton
      label="Add a pull request"
      isPrimary
      explanation="It is merged when its turn comes and its checks pass on top of what is before it."
      fields={Object.assign({}, NUMBER, admitPullRequest)}
      send={({ pull_request, ...body }: FormValues) => {
        const path = { owner, repo, pr: Number(pull_request) }
        // Cast: what is left of the form are the fields of the body.
        const admission = body as Schemas['AdmitBody']
        return callApi(
          apiClient.POST('/api/phase2/queue/{owner}/{repo}/{pr}/admit', { params: { path }, body: admission })
        )
      }}
    />
  )
}
