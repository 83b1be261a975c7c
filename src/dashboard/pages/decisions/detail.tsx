// One decision: each condition with its result, what it was made from, and a replay that shows that it still follows.
import { apiClient, callApi, type Schemas } from '../../kit/api.js'
import { Badge, Data, type Fact, Facts } from '../../kit/details.js'
import { formatName } from '../../kit/format.js'
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
    <Screen title={`Decision ${id}`} tools={decision.data?.evaluator && <Replay id={path.id} />}>
      <Section title="Summary" isTitleUnseen state={decision}>
        {(data) => (
          <>
            <Facts facts={factsOf(data)} />
            <h2>Conditions</h2>
            <Conditions conditions={data.conditions} />
            <Data title="Inputs" value={data.inputs} />
            <Data title="Verdict" value={data.verdict} />
            <Data title="Configuration" value={data.config_used} />
          </>
        )}
      </Section>
    </Screen>
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
  const { pillar, waiver_id, action_ids, evaluator, config_version } = decision
  return [
    ['Result', <Badge key="result" word={decision.decision} />],
    ['Reason', decision.reason],
    ['Target', <Target key="target" of={decision} repo={decision.repo} />],
    ['Source', formatName(decision.source)],
    ['Pillar', pillar && formatName(pillar)],
    ['Trigger', decision.trigger_event],
    ['Made by', decision.actor],
    ['When', <Time key="when" at={decision.created_at} />],
    ['Evaluator', evaluator && `${evaluator.name} ${evaluator.version}`],
    ['Configuration version', config_version],
    ['Waiver', waiver_id && <a href={`/dashboard/waivers/${waiver_id}`}>{waiver_id}</a>],
    ['Actions', action_ids.length > 0 && action_ids.map((id) => <ActionLink key={id} id={id} />)]
  ]
}

function ActionLink({ id }: { id: number }) {
  return (
    <>
      <a href={`/dashboard/actions/${id}`}>{id}</a>{' '}
    </>
  )
}
