// What the pages of an issue and of a pull request share: the text, the reason of its triage, and what has happened.

import type { Schemas } from '../../kit/api.js'
import { Badge, type Fact, OutsideLink, repositoryPath, type Stage, Timeline } from '../../kit/details.js'
import { formatName } from '../../kit/format.js'
import { Empty, type PageProps, Section } from '../../kit/page.js'
import { Time } from '../../kit/time.js'
import { type ApiState, useApi } from '../../kit/use-api.js'
import { Conditions } from '../decisions/conditions.js'

export interface Item {
  owner: string
  repo: string
  number: number
}

export type ItemKind = 'issue' | 'pr'

type Detail = Schemas['IssueDetail'] | Schemas['PullRequestDetail']

export const itemOf = ({ owner = '', repo = '', number = '' }: PageProps['params']): Item => ({
  owner,
  repo,
  number: Number(number)
})

/** Under the title: where it belongs, and where it is on the host. */
export function ItemLead({ item: { owner, repo }, url }: { item: Item; url: string | undefined }) {
  const name = `${owner}/${repo}`
  return (
    <>
      <a href={repositoryPath(name)}>{name}</a>
      {url !== undefined && (
        <>
          {' · '}
          <OutsideLink href={url}>On the host</OutsideLink>
        </>
      )}
    </>
  )
}

/** What both kinds have. */
export function commonFacts({ state, author, labels, created_at, updated_at, closed_at }: Detail): Fact[] {
  return [
    ['Status', <Badge key="status" word={state} />],
    ['Author', author],
    ['Labels', labels.join(', ') || 'none'],
    ['Opened', <Time key="opened" at={created_at} />],
    ['Updated', <Time key="updated" at={updated_at} />],
    ['Closed', closed_at && <Time key="closed" at={closed_at} />]
  ]
}

/** As people wrote it, never as markup. */
export function ItemText({ item: { body, body_truncated } }: { item: Detail }) {
  if (body === null || body.trim() === '') return <Empty>It has no text.</Empty>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre class="prose" tabIndex={0}>
        {body}
      </pre>
      {body_truncated && <p class="muted">The text is longer. All of it is on the host.</p>}
    </>
  )
}

const aboutItem = ({ owner, repo, number }: Item, kind: ItemKind) => ({
  repo: `${owner}/${repo}`,
  target_type: kind,
  target_number: number
})

const LATEST = 20

/** The search for duplicates decides for the same pillar. */
const isAboutDuplicates = ({ conditions }: Schemas['Decision']) =>
  conditions.some(({ check }) => check.includes('duplicate_detection'))

/** The last decision of triage says what it saw. */
export function TriageReason({ item, kind }: { item: Item; kind: ItemKind }) {
  const query = Object.assign({ source: 'triage' as const, per_page: LATEST }, aboutItem(item, kind))
  const state = useApi('/api/decisions', { query }, 60)
  return (
    <Section title="Triage" state={state}>
      {({ data }) => {
        const last = data.find((decision) => !isAboutDuplicates(decision))
        if (last === undefined) return <Empty>It was not triaged yet.</Empty>
        return (
          <>
            <p>
              <Badge word={last.decision} />{' '}
              <a href={`/dashboard/decisions/${last.id}`}>{last.reason ?? 'Triage'}</a>{' '}
              <Time at={last.created_at} />
            </p>
            <Conditions conditions={last.conditions} />
          </>
        )
      }}
    </Section>
  )
}

const MOST_EVENTS = 50

/** What has happened by itself, without what the service did. */
export function ItemHistory({ item, kind, own }: { item: Item; kind: ItemKind; own: readonly Stage[] }) {
  const query = Object.assign({ per_page: MOST_EVENTS }, aboutItem(item, kind))
  const decisions = useApi('/api/decisions', { query }, 30)
  const actions = useApi('/api/actions', { query }, 30)
  const state: ApiState<unknown> = decisions.failure ? decisions : actions
  const stages = [...own, ...decisionStages(decisions.data?.data), ...actionStages(actions.data?.data)]
  return (
    <Section title="What happened, the latest first" state={state}>
      {() => <Timeline stages={latestFirst(stages)} />}
    </Section>
  )
}

const latestFirst = (stages: readonly Stage[]) =>
  stages
    .filter(({ at }) => at !== null)
    .sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
    .slice(0, MOST_EVENTS)

function decisionStages(decisions: readonly Schemas['Decision'][] = []): Stage[] {
  return decisions.map(({ id, reason, source, decision, created_at }) => ({
    id: `decision ${id}`,
    name: `${formatName(source)}: ${formatName(decision).toLowerCase()}`,
    at: created_at,
    children: <a href={`/dashboard/decisions/${id}`}>{reason ?? 'The decision'}</a>
  }))
}

const FAILED: readonly string[] = ['failed', 'blocked']

function actionStages(actions: readonly Schemas['Action'][] = []): Stage[] {
  return actions.map(({ id, action_type, action_value, status, created_at }) => ({
    id: `action ${id}`,
    name: formatName(action_type),
    at: created_at,
    tone: FAILED.includes(status) ? 'bad' : 'good',
    children: (
      <>
        <Badge word={status} /> <a href={`/dashboard/actions/${id}`}>{action_value ?? `Action ${id}`}</a>
      </>
    )
  }))
}
