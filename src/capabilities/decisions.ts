import { topic } from '#domain/counters/counter.js'
import { guardsV1 } from '#domain/decisions/guards.v1.js'
import { decisionsGroup } from '#routes/decisions.js'
import { seriesOf } from '#store/counters/series.js'
import { decisionsTables } from '#store/decisions/repository-tables.js'
import type { Capability } from './capability.js'

export const decisionsCapability = {
  name: 'decisions',
  groups: [decisionsGroup],
  evaluators: [guardsV1],
  tables: decisionsTables,
  gauges: [
    {
      name: 'decisions',
      help: 'Decisions so far, by source and outcome.',
      ...seriesOf('evidence', topic('decisions', 'of'), ['source', 'outcome'])
    }
  ]
} satisfies Capability
