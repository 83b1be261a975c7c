import type { Lane, LaneEvent, LaneSettings, LaneStep } from '#domain/merge-queue/lane/lane.js'
import { emptyLane, stepLane } from '#domain/merge-queue/lane/step.js'
import { wakeAt } from '#domain/merge-queue/lane/wake.js'

/** What is simulated: the lane, or one that is broken on purpose. */
export interface Mechanism {
  emptyLane(settings: LaneSettings): Lane
  stepLane(lane: Lane, event: LaneEvent, now: number): LaneStep
  wakeAt(lane: Lane, now: number): number | null
}

/** One step, as a watcher sees it. */
export interface ObservedStep {
  before: Lane
  event: LaneEvent
  step: LaneStep
  now: number
}

export type Watcher = (seen: ObservedStep) => void

export type WishOf<Is extends LaneStep['wishes'][number]['is']> = Extract<
  LaneStep['wishes'][number],
  { is: Is }
>

export class Violation extends Error {}

export function demand(isKept: boolean, otherwise: () => string): void {
  if (!isKept) throw new Violation(otherwise())
}

/** The lane as it is. */
export const realLane: Mechanism = { emptyLane, stepLane, wakeAt }
