// A mechanism whose every call is made twice, with frozen input: it must change nothing and answer the same.
import { isDeepStrictEqual } from 'node:util'
import { demand, type Mechanism } from './mechanism.js'

export function watchedForPurity(mechanism: Mechanism): Mechanism {
  return {
    emptyLane: (settings) => mechanism.emptyLane(freezeDeeply(settings)),
    stepLane(lane, event, now) {
      const copies = structuredClone({ lane, event })
      const first = mechanism.stepLane(freezeDeeply(lane), freezeDeeply(event), now)
      demand(isDeepStrictEqual({ lane, event }, copies), () => 'a step changes its input')
      const second = mechanism.stepLane(copies.lane, copies.event, now)
      demand(isDeepStrictEqual(first, second), () => 'the same step has two outcomes')
      return first
    },
    wakeAt: (lane, now) => mechanism.wakeAt(freezeDeeply(lane), now)
  }
}

function freezeDeeply<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) freezeDeeply(part)
  return Object.freeze(value)
}
