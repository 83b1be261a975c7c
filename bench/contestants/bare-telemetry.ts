// The floor of the list of pipeline events: bare Fastify sends what one prepared query makes of its rows.
import { listText, moments, page, serve } from './by-hand.js'

const PER_PAGE = 20
const ORDER = 't.occurred_at desc, t.id desc'
const FIELDS = `t.id, t.repo_id, r.full_name as repo_full_name, t.event_type, t.actor, t.ref, t.pr_number, t.duration_ms,
  t.success, t.metadata, ${moments('occurred_at')}`

const NAMED = (name: string) =>
  `(select host_id from repositories where lower(full_name) collate "C" = lower(${name}) and deleted_at is null)`

const first = (condition: string, total: string) =>
  page(
    `select ${FIELDS} from (
        select * from pipeline_events t where t.live ${condition} order by ${ORDER} limit ${PER_PAGE}
      ) as t join repositories r on r.host_id = t.repo_id order by ${ORDER}`,
    total
  )

const summed = (repository: string, measure: string) =>
  `select sum(amount) from tallies where repo_id = ${repository} and day = '-infinity' and measure = ${measure}`

const ALL = `'telemetry.events'`
const OF_TYPE = `'telemetry.type.' || $1`

const queries = {
  all: first('', summed('0', ALL)),
  // Only what is shown is looked up: the rows before are passed over within the index.
  deep: page(
    `select ${FIELDS} from (
        select t.id from pipeline_events t where t.live order by ${ORDER} limit ${PER_PAGE} offset $1
      ) as chosen join pipeline_events t using (id) join repositories r on r.host_id = t.repo_id order by ${ORDER}`,
    summed('0', ALL)
  ),
  ofType: first('and t.event_type = $1', summed('0', OF_TYPE)),
  ofRepository: first(`and t.repo_id = ${NAMED('$1')}`, summed(NAMED('$1'), ALL)),
  ofBoth: first(`and t.event_type = $1 and t.repo_id = ${NAMED('$2')}`, summed(NAMED('$2'), OF_TYPE)),
  ofPull: first(
    'and t.pr_number = $1',
    'select count(*) from pipeline_events t where t.live and t.pr_number = $1'
  )
}

const whole = { page: 1, perPage: PER_PAGE }

await serve({
  '/api/phase2/telemetry/events': (asked) => {
    const { page: number, event_type: type, repo, pr_number: pull } = asked
    if (number !== undefined)
      return listText(queries.deep, [(Number(number) - 1) * PER_PAGE], { ...whole, page: Number(number) })
    if (pull !== undefined) return listText(queries.ofPull, [Number(pull)], whole)
    if (type !== undefined && repo !== undefined) return listText(queries.ofBoth, [type, repo], whole)
    if (type !== undefined) return listText(queries.ofType, [type], whole)
    return repo === undefined
      ? listText(queries.all, [], whole)
      : listText(queries.ofRepository, [repo], whole)
  }
})
