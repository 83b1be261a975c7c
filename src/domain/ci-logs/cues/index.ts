// All cues, in the order in which the weights know them.
import type { LogCue } from './cue.js'
import { LASTING_CUES } from './lasting.js'
import { PASSING_CUES } from './passing.js'

export const LOG_CUES: readonly LogCue[] = [...PASSING_CUES, ...LASTING_CUES]
