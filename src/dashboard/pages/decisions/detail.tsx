// One decision: each condition with its result, what it was made from, and a replay that shows that it still follows.
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge, Data, type Fact, Facts, Trigger } from '../../kit/details.js'
import { formatName, formatPart } from '../../kit/format.js'
import { ActionButton } from '../../kit/forms/action-button.js'
import { type PageProps, Screen, Section } from '../../kit/page.js'
import { Target } from '../../kit/target.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { Conditions } from './conditions.js'

type Decision = Schemas['DecisionDetail']

const EVERY_SECONDS = 120

export function DecisionPage({ params: { id = '' } }: PageProps) {
  const path = { id: Number(id) }
  const decision = useApi('/api/decisions/{id}', { path }, EVERY_SECONDS)
  return (
    <Screen
      title={`Decision ${id}`}
      lead={decision.data && <Lead decision={decision.data} />}
      tools={decision.data?.evaluator && <Replay id={path.id} />}
    >
      <Section title="Summary" isTitleUnseen state={decision}>
        {(data) => (
          <>
            {data.reason !== null && (
              <p>
                <strong>Reason:</strong> {data.reason}
              </p>
            )}
            <Facts facts={factsOf(data)} />
            <h2>Conditions</h2>
            <Conditions conditions={data.conditions} />
            <Data title="What the decision was made from" value={data.inputs} />
            <Data title="The verdict in full" value={data.verdict} />
            <Data title="The settings that it used" value={data.config_used} />
          </>
        )}
      </Section>
    </Screen>
  )
}

function Lead({ decision }: { decision: Decision }) {
  return (
    <>
      <Target of={decision} repo={decision.repo} /> · {formatPart(decision.source)}
    </>
  )
}

function Replay({ id }: { id: number }) {
  return (
    <ActionButton
      label="Replay"
      explanation="The decision is made again from its stored inputs. Nothing changes on the host."
      send={async () => {
        const result = await callApi(
          apiClient.POST('/api/decisions/{id}/replay', { params: { path: { id } } })
        )
        if (result.failure) return result
        const message = result.data.same
          ? 'The replay came to the same verdict.'
          : 'The replay came to another verdict.'
        return { data: { message } }
      }}
    />
  )
}

function factsOf(decision: Decision): Fact[] {
  const { pillar, waiver_id, action_ids, evaluator, config_version, repo } = decision
  const facts: Fact[] = [
    ['Result', <Badge key="result" word={decision.decision} />],
    ['Pillar', pillar && formatPart(pillar)],
    ['Trigger', <Trigger key="trigger" word={decision.trigger_event} />],
    ['Made by', decision.actor],
    ['When', <Time key="when" at={decision.created_at} />],
    ['Rules of the decision', evaluator && `${formatName(evaluator.name)}, version ${evaluator.version}`],
    [
      'Configuration',
      config_version && <a href={`/dashboard/config/${repo}/history`}>version {config_version}</a>
    ],
    ['Waiver', waiver_id && <a href={`/dashboard/waivers/${waiver_id}`}>See the waiver</a>],
    ['Actions', action_ids.length > 0 ? action_ids.map((id) => <ActionLink key={id} id={id} />) : null]
  ]
  return facts.filter(([, value]) => value !== null)
}

function ActionLink({ id }: { id: number }) {
  return (
    <>
      <a href={`/dashboard/actions/${id}`}>Action {id}</a>{' '}
    </>
  )
}
