// What a preview or a recommendation is about: one layer of the configuration, as it would be.
import { Type } from '@sinclair/typebox'
import type { Json } from '../common.js'
import { LONGEST_FILE } from '../configuration/check.js'

/** Exactly one of them. */
export const proposedLayer = {
  yaml: Type.Optional(
    Type.String({
      maxLength: LONGEST_FILE,
      description: 'The text of the proposed file. This or `overrides`.'
    })
  ),
  overrides: Type.Optional(
    Type.Unsafe<{ [key: string]: Json }>(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'All API overrides as they would be, in the form of `ServiceConfig`. This or `yaml`.'
        }
      )
    )
  )
}
