// What a single issue and a single pull request have in common: their address, and their text.
import { type Static, Type } from '@sinclair/typebox'
import { nullable, RepoParams } from '../common.js'

/** In characters. Of a longer text only the beginning is shown. */
export const LONGEST_SHOWN_BODY = 20_000

export const itemFields = {
  body: nullable(Type.String(), {
    description: `Its text, at most ${LONGEST_SHOWN_BODY} characters; null if it has none.`
  }),
  body_truncated: Type.Boolean({ description: 'Whether its text is longer than that.' }),
  url: Type.String({
    description: 'Where it is on the host.',
    examples: ['https://host.example/octo-org/hello-world/issues/7']
  })
}

export const ItemParams = Type.Object({
  ...RepoParams.properties,
  number: Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'Its number within the repository.',
    examples: [7]
  })
})
export type ItemParams = Static<typeof ItemParams>
