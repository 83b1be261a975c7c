import type { EventHandlers } from '#registry.js'
import {
  reconcileAfterChange,
  reconcileAfterLabel,
  reconcileAfterPush,
  reconcileAfterRules
} from '#services/reconciler/events.js'

export const reconcilerEvents: EventHandlers = {
  part: reconcileAfterRules,
  push: reconcileAfterPush,
  repository: reconcileAfterChange,
  label: reconcileAfterLabel
}
