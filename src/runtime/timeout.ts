// Bounds the wait for a promise.

export class TimeoutExceeded extends Error {
  override readonly name = 'TimeoutExceeded'
}

/** Rejects with `TimeoutExceeded` after so many milliseconds. The work itself continues. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutExceeded(`no answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
