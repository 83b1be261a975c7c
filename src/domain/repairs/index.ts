// All repairs that need no language model, the most reliable first.
import { formatting } from './formatting.js'
import { manifest } from './manifest.js'
import type { FailureLog, Repair } from './repair.js'
import { retiredActions } from './retired-actions.js'
import { retiredImages } from './retired-images.js'
import { workflowCommands } from './workflow-commands.js'
import { workflowPermissions } from './workflow-permissions.js'

export const REPAIRS: readonly Repair[] = [
  formatting,
  retiredActions,
  retiredImages,
  workflowCommands,
  workflowPermissions,
  manifest
]

/**
 * The first repair for this type of failure that recognizes the log; a matching line of another failure proves nothing.
 */
export const repairFor = (failure: FailureLog): Repair | undefined =>
  REPAIRS.find(({ types, knows }) => types.includes(failure.type) && knows(failure))
