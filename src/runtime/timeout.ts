// Bounds how long an answer is waited for.

export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/** What the promise brings, or `TooLate` after so many milliseconds; the work itself goes on. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooLate(`no answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
