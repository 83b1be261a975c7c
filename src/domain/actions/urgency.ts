// Which actions others wait for.
import type { ActionType } from '#schemas/actions/enums.js'

const URGENT: readonly ActionType[] = ['build-candidate', 'merge-pr', 'drop-candidate', 'create-revert-pr']

/** The whole lane of a merge queue waits for these, or a deployment is broken; notices can come later. */
export const isUrgentAction = (actionType: ActionType): boolean => URGENT.includes(actionType)

/** The job that executes an action. */
export const executionJobOf = (actionType: ActionType) =>
  isUrgentAction(actionType) ? 'action.execute-urgent' : 'action.execute'
