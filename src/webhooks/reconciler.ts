import type { EventHandlers } from '#registry.js'
import {
  reconcileAfterChange,
  reconcileAfterLabel,
  reconcileAfterRules
} from '#services/reconciler/events.js'

export const reconcilerEvents: EventHandlers = {
  part: reconcileAfterRules,
  repository: reconcileAfterChange,
  label: reconcileAfterLabel
}
