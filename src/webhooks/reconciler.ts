import type { EventHandlers } from '#registry.js'
import {
  reconcileAfterChange,
  reconcileAfterLabel,
  reconcileAfterPush,
  reconcileAfterRules
} from '#services/reconciler/events.js'
import { requestPreview } from '#services/reconciler/preview-requests.js'

export const reconcilerEvents: EventHandlers = {
  part: reconcileAfterRules,
  push: reconcileAfterPush,
  repository: reconcileAfterChange,
  label: reconcileAfterLabel,
  'pull-request': ({ deps, tx }, event) => requestPreview(deps, tx, event)
}
