// The clock of the process, which the demo sets: it runs through a month before it shows the present. The embedded
// database and every library ask the same clock, so that nothing of the service has to know of it.

export interface DemoClock {
  now(): Date
  /** Never back. */
  advanceTo(moment: Date): void
  /** Ends the difference to the clock of the machine, if it is behind. */
  catchUp(): void
  /** Gives the process its own clock back. */
  restore(): void
}

export function setClock(start: Date): DemoClock {
  const TrueDate = globalThis.Date
  let aheadMs = start.getTime() - TrueDate.now()
  const nowMs = () => TrueDate.now() + aheadMs
  globalThis.Date = new Proxy(TrueDate, {
    construct: (target, given, called) =>
      Reflect.construct(target, given.length === 0 ? [nowMs()] : given, called),
    apply: () => new TrueDate(nowMs()).toString(),
    get: (target, name) => (name === 'now' ? nowMs : Reflect.get(target, name))
  })
  return {
    now: () => new TrueDate(nowMs()),
    advanceTo(moment) {
      aheadMs += Math.max(0, moment.getTime() - nowMs())
    },
    catchUp() {
      aheadMs = Math.max(0, aheadMs)
    },
    restore() {
      globalThis.Date = TrueDate
    }
  }
}
