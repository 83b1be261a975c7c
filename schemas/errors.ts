// What every error says.
import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf } from './common.js'
import { ERROR_CODES } from './error-codes.js'

export { codesOfStatus, type ErrorCode, HOST_CODES, statusesOf } from './error-codes.js'

export const ErrorDetail = closed({
  path: Type.String({
    description: 'Where the problem is: a JSON pointer into the body, or the name of the parameter.'
  }),
  message: Type.String({ description: 'What is wrong and what is expected.' }),
  line: Type.Optional(Type.Integer({ description: 'Line in the submitted text, from 1.' })),
  column: Type.Optional(Type.Integer({ description: 'Column in that line, from 1.' }))
})

export const ErrorBody = closed(
  {
    error: Type.String({ description: 'Reason phrase of the HTTP status.', examples: ['Not Found'] }),
    message: Type.String({ description: 'Message for people.' }),
    status: Type.Integer({ description: 'The HTTP status.', examples: [404] }),
    code: oneOf(ERROR_CODES, { description: 'The error in a word, for programs.', examples: ['not_found'] }),
    request_id: Type.Optional(
      Type.String({
        description: 'The request in the log of the service, as in `X-Request-Id`; absent if it was not read.'
      })
    ),
    details: Type.Optional(
      Type.Array(ErrorDetail, { description: 'The individual problems of the request.' })
    ),
    trace: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'Only in replies of the playground; always empty.' })
    ),
    retry_after_seconds: Type.Optional(
      Type.Integer({
        description: 'How long to wait before the next request; given with 429 and whenever waiting helps.'
      })
    )
  },
  { $id: 'ErrorBody', description: 'The shape of every error response.' }
)
export type ErrorBody = Static<typeof ErrorBody>
