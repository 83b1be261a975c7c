// The playground: one rule, tried on what the caller makes up.
import { type Static, Type } from '@sinclair/typebox'
import { closed, operation, ref, timestamp } from './common.js'
import { LONGEST_EXPRESSION } from './service-config.js'

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
          description: 'What is known of the event, by name; nothing unless given.'
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
  { $id: 'PlaygroundBody', description: 'A rule, and what to try it on.' }
)
export type PlaygroundBody = Static<typeof PlaygroundBody>

const PlaygroundStep = closed(
  {
    step: Type.String({ description: 'A part of the rule, as it was understood.' }),
    result: Type.Unknown({ description: 'What it came to; long texts and lists are cut.' }),
    detail: Type.Optional(Type.String({ description: 'What else is to be said of it.' }))
  },
  { description: 'One step.' }
)

export const Playground = closed(
  {
    result: Type.Unknown({ description: 'What the rule came to; null where that is nothing.' }),
    trace: Type.Array(PlaygroundStep, { description: 'The steps on the way, 200 at most.' }),
    evaluated_at: timestamp('When it was tried.')
  },
  { $id: 'Playground', description: 'What came of a rule.' }
)
export type Playground = Static<typeof Playground>

export const tryRule = operation({
  operationId: 'tryRule',
  summary: 'Try a rule on made-up data',
  description:
    'Changes nothing. A rule that cannot be read, or comes to a fault, is 400: `details` says where, and `trace` is empty.',
  body: ref(PlaygroundBody),
  response: { 200: ref(Playground) }
})

export const schemas = [PlaygroundBody, Playground]
