// One waiver: who granted it and why, its end, and the decisions that it applied to.
import { listDecisions } from '../../../../openapi/fields.js'
import type { Schemas } from '../../kit/api.js'
import { Badge, type Fact, Facts, OutsideLink, type Stage, Timeline } from '../../kit/details.js'
import { formatCount, formatName } from '../../kit/format.js'
import { List } from '../../kit/lists/list.js'
import { type PageProps, Screen, Section } from '../../kit/page.js'
import { Target } from '../../kit/target.js'
import { Time } from '../../kit/time.js'
import { useApi } from '../../kit/use-api.js'
import { RevokeWaiver, WaiverCover } from './waiver.js'

type Waiver = Schemas['Waiver']

export function WaiverPage({ params: { id = '' } }: PageProps) {
  const waiver = useApi('/api/waivers/{id}', { path: { id: Number(id) } }, 20)
  const { data } = waiver
  return (
    <Screen
      title={data ? `Waiver for ${formatName(data.pillar)}` : `Waiver ${id}`}
      lead={data && <WaiverCover waiver={data} />}
      tools={data && <RevokeWaiver waiver={data} />}
    >
      <Section title="Waiver" isTitleUnseen state={waiver}>
        {(shown) => (
          <>
            <p>{shown.reason}</p>
            <div class="halves">
              <div>
                <h2>Life</h2>
                <Timeline stages={stagesOf(shown)} />
              </div>
              <div>
                <h2>About</h2>
                <Facts facts={factsOf(shown)} />
              </div>
            </div>
          </>
        )}
      </Section>
      <List
        title="Decisions that it applied to"
        path="/api/decisions"
        params={{ query: { waiver_id: Number(id) } }}
        fields={listDecisions}
        filters={['decision', 'target_type']}
        noun={['decision', 'decisions']}
        none="None is on record. A decision names the waiver that kept the pillar from acting."
        rowKey={(decision) => decision.id}
        columns={[
          {
            head: 'Decision',
            cell: (decision) => (
              <a href={`/dashboard/decisions/${decision.id}`}>
                {decision.reason ?? formatName(decision.source)}
              </a>
            )
          },
          { head: 'Result', cell: ({ decision }) => <Badge word={decision} /> },
          { head: 'About', cell: (decision) => <Target of={decision} repo={decision.repo} /> },
          { head: 'When', cell: ({ created_at }) => <Time at={created_at} /> }
        ]}
      />
    </Screen>
  )
}

function stagesOf({
  granted_by,
  created_at,
  last_used_at,
  expires_at,
  revoked_at,
  revoked_by
}: Waiver): Stage[] {
  const end: Stage =
    revoked_at === null
      ? { name: 'Ends', at: expires_at, children: expires_at === null && 'When somebody revokes it.' }
      : { name: 'Revoked', at: revoked_at, tone: 'bad', children: revoked_by && `by ${revoked_by}` }
  return [
    { name: 'Granted', at: created_at, tone: 'good', children: `by ${granted_by}` },
    { name: 'Used last', at: last_used_at },
    end
  ]
}

function factsOf(waiver: Waiver): Fact[] {
  const { status, pillar, uses, granted_principal, source, comment_url, revoked_principal } = waiver
  return [
    ['Status', <Badge key="status" word={status} />],
    ['Pillar', formatName(pillar)],
    ['Used', formatCount(uses, 'time', 'times')],
    ['Granted with the key', granted_principal],
    [
      'Granted by way of',
      <OutsideLink key="way" href={comment_url}>
        {comment_url ? 'a comment' : formatName(source)}
      </OutsideLink>
    ],
    ['Revoked with the key', revoked_principal]
  ]
}
