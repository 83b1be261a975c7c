// The answers requested from the language model: the analysis of an issue, and file changes.

import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf } from '../common.js'
import { enumeration } from '../enumeration.js'

export const COMPLEXITIES = enumeration('FixComplexity', ['trivial', 'simple', 'moderate', 'complex'])
export type Complexity = (typeof COMPLEXITIES)[number]

const MOST_FILES = 10
const MOST_EDITS = 100
const LONGEST_TEXT = 4_000
const LONGEST_PIECE = 60_000

const path = Type.String({ minLength: 1, maxLength: 1_000, description: 'Path of a file that was shown.' })

export const FixAnalysis = closed({
  is_fixable: Type.Boolean({ description: 'Whether a small change of files of the list answers the issue.' }),
  complexity: oneOf(COMPLEXITIES, { description: 'Complexity of the change.' }),
  relevant_files: Type.Array(path, { maxItems: MOST_FILES, description: 'Paths of the list, at most 10.' }),
  explanation: Type.String({ maxLength: LONGEST_TEXT, description: 'What is wrong.' }),
  strategy: Type.String({ maxLength: LONGEST_TEXT, description: 'What to change, and where.' })
})
export type FixAnalysis = Static<typeof FixAnalysis>

const ModelEdit = closed({
  path,
  find: Type.String({
    minLength: 1,
    maxLength: LONGEST_PIECE,
    description: 'A text that the file holds exactly once.'
  }),
  replace: Type.String({ maxLength: LONGEST_PIECE, description: 'What stands there instead.' })
})
export type ModelEdit = Static<typeof ModelEdit>

export const ModelPatch = closed({
  summary: Type.String({ maxLength: LONGEST_TEXT, description: 'What the change does, in one line.' }),
  explanation: Type.String({ maxLength: LONGEST_TEXT, description: 'Why it answers the issue.' }),
  edits: Type.Array(ModelEdit, { maxItems: MOST_EDITS, description: 'The changes.' })
})
export type ModelPatch = Static<typeof ModelPatch>
