// Pipeline events, as the API lists them.
import { type Static, Type } from '@sinclair/typebox'
import {
  closed,
  cursorQuery,
  type JsonObject,
  nullable,
  oneOf,
  operation,
  paged,
  pagingQuery,
  ref,
  repoFields,
  repoFilter,
  timestamp
} from '../common.js'
import { PIPELINE_EVENT_TYPES } from './enums.js'

const LARGEST_NUMBER = 2_147_483_647

export const PipelineEvent = closed(
  {
    id: Type.Integer({ description: 'Id of the event.' }),
    repo_id: Type.Integer({ description: "The host's id of its repository." }),
    repo_full_name: repoFields.repo_full_name,
    event_type: oneOf(PIPELINE_EVENT_TYPES, { description: 'What happened.', examples: ['pr_merged'] }),
    actor: nullable(Type.String(), {
      description: 'Who caused it; null if nobody is known.',
      examples: ['service[bot]']
    }),
    ref: nullable(Type.String(), {
      description: 'The branch or commit that it is about; null for a repository as a whole.',
      examples: ['main']
    }),
    pr_number: nullable(Type.Integer(), {
      description: 'The pull request that it is about; null if there is none.'
    }),
    duration_ms: nullable(Type.Integer({ minimum: 0 }), {
      description: 'How long it took, in milliseconds; null for what has no duration.'
    }),
    success: nullable(Type.Boolean(), {
      description: 'Whether it went well; null where that is not the question.'
    }),
    metadata: Type.Unsafe<JsonObject>(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'What else is known, by the type of the event; at most 4 KiB. `omitted` names what did not fit.'
        }
      )
    ),
    occurred_at: timestamp('When it happened.')
  },
  { $id: 'PipelineEvent', description: 'Something that happened to a change on its way.' }
)
export type PipelineEvent = Static<typeof PipelineEvent>

export const listPipelineEvents = operation({
  operationId: 'listPipelineEvents',
  codes: ['invalid_time', 'invalid_cursor', 'repo_not_found'],
  summary: 'List pipeline events, newest first',
  description:
    'Events of deleted repositories are not listed. An event is kept for 400 days. The event of a CI run bears the time at which the run completed, so it can appear behind events that were listed before it.',
  querystring: closed({
    ...pagingQuery(),
    ...cursorQuery,
    event_type: Type.Optional(oneOf(PIPELINE_EVENT_TYPES, { description: 'Only events of this type.' })),
    repo: Type.Optional(repoFilter('Only events of this repository.')),
    pr_number: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LARGEST_NUMBER,
        description: 'Only events of pull requests with this number.'
      })
    ),
    since: Type.Optional(
      Type.String({
        description:
          'Only events after this date-time with zone, which is excluded itself, or after the beginning of this date.'
      })
    ),
    until: Type.Optional(
      Type.String({ description: 'Only events up to the end of this date, or up to this date-time.' })
    )
  }),
  response: { 200: paged(ref(PipelineEvent), 'The events of the page.') }
})
export type PipelineEventQuery = Static<typeof listPipelineEvents.querystring>

export const schemas = [PipelineEvent]
