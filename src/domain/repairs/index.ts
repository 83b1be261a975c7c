// All repairs that need no language model, the surest first.
import { formatting } from './formatting.js'
import { manifest } from './manifest.js'
import type { Ground, Repair } from './repair.js'
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

export interface Match {
  repair: Repair
  /** What it must read. */
  paths: readonly string[]
}

/** The first that knows the failure. */
export function repairFor(ground: Ground): Match | undefined {
  for (const repair of REPAIRS) {
    const paths = repair.needs(ground)
    if (paths !== undefined && paths.length > 0) return { repair, paths }
  }
  return undefined
}
