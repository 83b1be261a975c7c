// The playground: evaluates one rule on an example event from the caller.
import { type Static, Type } from '@sinclair/typebox'
import { closed, operation, ref, timestamp } from '../common.js'
import { LONGEST_EXPRESSION } from './bounds.js'

const condition = Type.String({
  minLength: 1,
  maxLength: LONGEST_EXPRESSION,
  description: 'A condition in the language of rules.',
  examples: ['is_new and (labels | includes("bug"))']
})

export const PlaygroundBody = closed(
  {
    expression: condition,
    context: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'Context of the event, by name; default: empty.'
        }
      )
    ),
    expressions: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Union([condition, Type.Record(Type.String(), condition, { description: 'A group of them.' })]),
        { maxProperties: 200, description: 'Named expressions that the rule may use, single or in groups.' }
      )
    )
  },
  { $id: 'PlaygroundBody', description: 'The rule and its sample data.' }
)
export type PlaygroundBody = Static<typeof PlaygroundBody>

const PlaygroundStep = closed(
  {
    step: Type.String({ description: 'A part of the rule, as parsed.' }),
    result: Type.Unknown({ description: 'Its value; long texts and lists are truncated.' }),
    detail: Type.Optional(Type.String({ description: 'Note.' }))
  },
  { description: 'One step.' }
)

export const Playground = closed(
  {
    result: Type.Unknown({ description: 'Value of the rule; null if it has none.' }),
    trace: Type.Array(PlaygroundStep, { description: 'The evaluation steps; at most 200.' }),
    evaluated_at: timestamp('When it was evaluated.')
  },
  { $id: 'Playground', description: 'Result of the rule.' }
)
export type Playground = Static<typeof Playground>

export const tryRule = operation({
  operationId: 'tryRule',
  codes: ['invalid_config', 'invalid_rule'],
  summary: 'Try a rule on sample data',
  description:
    'Changes nothing. Returns 400 if the rule cannot be parsed or fails: `details` gives the place and `trace` is empty.',
  body: ref(PlaygroundBody),
  response: { 200: ref(Playground) }
})

export const schemas = [PlaygroundBody, Playground]
