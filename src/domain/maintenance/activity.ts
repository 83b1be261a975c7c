// When people last did something with an issue or a pull request, and how that answers warnings.
import type { ItemActivity } from '../host/events.js'

/** What is known of an item. */
export interface ActivityState {
  humanAt: Date
  epoch: number
  /** The warning of this epoch. */
  warnedAt: Date | null
  watched: boolean
}

export interface ActivityChange {
  next: ActivityState
  /** Whether a person has answered a warning of an open item, or reopened what was warned once: the labels go. */
  isAnswer: boolean
}

const FIRST_EPOCH = 1

/** Of an item of which nothing else is known. */
export const firstEpochSince = (humanAt: Date): ActivityState => ({
  humanAt,
  epoch: FIRST_EPOCH,
  warnedAt: null,
  watched: true
})

/** Activity that is not newer changes nothing, so that a delivery may come late or twice. */
export function afterActivity(
  known: ActivityState | undefined,
  { at, kind }: Pick<ItemActivity, 'at' | 'kind'>
): ActivityChange | undefined {
  const watched = kind !== 'closed'
  if (!known) return { next: { ...firstEpochSince(at), watched }, isAnswer: false }
  if (at <= known.humanAt) return undefined
  const isReopening = kind === 'reopened'
  const isAnswer = known.warnedAt !== null || (isReopening && known.epoch > FIRST_EPOCH)
  const next = { ...known, humanAt: at, watched }
  return {
    next: isAnswer || isReopening ? newEpoch(next) : next,
    isAnswer: isAnswer && watched
  }
}

const newEpoch = (state: ActivityState): ActivityState => ({
  ...state,
  epoch: state.epoch + 1,
  warnedAt: null
})

/** What the service has closed begins a new epoch at once: no event need tell that somebody reopened it. */
export const afterClosing = (known: ActivityState): ActivityState => ({ ...newEpoch(known), watched: false })

export interface Warning {
  epoch: number
  at: Date
  /** What was taken for the last activity of a person. */
  idleSince: Date
}

/** A person may have been active while the warning was posted. */
export function afterWarning(known: ActivityState | undefined, warning: Warning): ActivityChange {
  const { epoch, at, idleSince } = warning
  const state = known ?? { ...firstEpochSince(idleSince), epoch }
  if (state.epoch === epoch && state.humanAt <= idleSince)
    return { next: { ...state, warnedAt: at }, isAnswer: false }
  const answered = { ...state, epoch: Math.max(state.epoch, epoch) }
  return { next: state.epoch > epoch ? answered : newEpoch(answered), isAnswer: state.watched }
}
