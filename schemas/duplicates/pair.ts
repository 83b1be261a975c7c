// Two issues that may be duplicates, text beside text.
import { type Static, Type } from '@sinclair/typebox'
import { closed, nullable, operation, ref, timestamp } from '../common.js'
import { ErrorBody } from '../errors.js'
import { DuplicateSignal, SignalParams } from './duplicates.js'

/** In characters. Of a longer text only the beginning is compared and shown. */
export const LONGEST_COMPARED_BODY = 10_000

const TextPart = closed(
  {
    text: Type.String({ description: 'A part of the text.' }),
    alike: Type.Boolean({ description: 'Whether the other issue says it too: a line or an uncommon word.' })
  },
  { $id: 'TextPart', description: 'A part of a text, all of which together are the text.' }
)
export type TextPart = Static<typeof TextPart>

const PairSide = closed(
  {
    title: Type.Array(ref(TextPart), { description: 'Its title.' }),
    body: Type.Array(ref(TextPart), {
      description: `Its text, at most ${LONGEST_COMPARED_BODY} characters.`
    }),
    body_truncated: Type.Boolean({ description: 'Whether its text is longer than that.' }),
    author: nullable(Type.String(), { description: 'Login of the author.' }),
    labels: Type.Array(Type.String(), { description: 'Names of its labels.' }),
    created_at: timestamp('When it was opened on the host.'),
    url: Type.String({ description: 'Where it is on the host.' })
  },
  { $id: 'PairSide', description: 'One of the two issues.' }
)
export type PairSide = Static<typeof PairSide>

export const ComparedDuplicate = closed(
  {
    ...DuplicateSignal.properties,
    source: ref(PairSide, { description: 'The newer issue.' }),
    target: ref(PairSide, { description: 'The older issue.' })
  },
  { $id: 'ComparedDuplicate', description: 'A duplicate signal with the texts of both issues.' }
)
export type ComparedDuplicate = Static<typeof ComparedDuplicate>

export const getDuplicatePair = operation({
  operationId: 'getDuplicatePair',
  codes: ['signal_not_found'],
  summary: 'Get a duplicate signal with the texts of both issues, and what is alike in them',
  description: 'For people who decide: both texts side by side, with the passages that are alike.',
  params: SignalParams,
  response: { 200: ref(ComparedDuplicate), 404: ref(ErrorBody, { description: 'Signal not found.' }) }
})

export const schemas = [TextPart, PairSide, ComparedDuplicate]
