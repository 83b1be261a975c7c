// Bounds how long an answer is waited for.

export class TimeoutExceeded extends Error {
  override readonly name = 'TimeoutExceeded'
}

/** What the promise brings, or `TooLate` after so many milliseconds; the work itself goes on. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutExceeded(`no answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
