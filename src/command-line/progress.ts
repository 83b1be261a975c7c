// Says what takes long: a line that changes in a terminal, a plain line for each phase elsewhere.

/** Whoever waits less needs no explanation. */
const QUIET_MS = 2_000
const REDRAW_MS = 200
/** Moves the cursor to the start of the line and erases it. */
const ERASE = '\r\u001b[2K'

export interface ProgressOutput {
  isTTY?: boolean
  /** How wide a terminal is. */
  columns?: number
  write(text: string): unknown
}

export interface ProgressOptions {
  out?: ProgressOutput
  now?: () => number
}

/** Work may block the event loop for long, so each call looks at the time itself, beside the timer. */
export class ProgressLine {
  readonly #out: ProgressOutput
  readonly #now: () => number
  #phase: { what: string; since: number; total: number | undefined; done: number } | undefined
  #timer: NodeJS.Timeout | undefined
  #drawnAt: number | undefined

  constructor({ out = process.stderr, now = () => performance.now() }: ProgressOptions = {}) {
    this.#out = out
    this.#now = now
  }

  /** The phase before has ended. Without a total, only the time is shown. */
  begin(what: string, total?: number): void {
    this.end()
    this.#phase = { what, since: this.#now(), total, done: 0 }
    this.#timer = setInterval(() => this.#draw(), QUIET_MS / 2).unref()
  }

  advance(by: number): void {
    if (!this.#phase) return
    this.#phase.done += by
    this.#draw()
  }

  /** Leaves a terminal as it was. */
  end(): void {
    clearInterval(this.#timer)
    if (this.#drawnAt !== undefined && this.#out.isTTY) this.#out.write(ERASE)
    this.#phase = undefined
    this.#drawnAt = undefined
  }

  #draw(): void {
    if (!this.#phase) return
    const { what, since, total, done } = this.#phase
    const now = this.#now()
    if (now - since < QUIET_MS) return
    const isFirst = this.#drawnAt === undefined
    if (!this.#out.isTTY) {
      if (isFirst) this.#out.write(`${what} …\n`)
      this.#drawnAt = now
      return
    }
    if (!isFirst && now - (this.#drawnAt ?? 0) < REDRAW_MS) return
    this.#drawnAt = now
    const share = total ? `${Math.min(100, Math.floor((100 * done) / total))} %, ` : ''
    const figures = ` … ${share}${Math.round((now - since) / 1000)} s`
    this.#out.write(`${ERASE}${fitted(what, figures, this.#out.columns)}`)
  }
}

/** One row of the terminal: a longer line would wrap, and only its last row would be erased. */
function fitted(what: string, figures: string, columns = Number.POSITIVE_INFINITY): string {
  const room = Math.max(0, columns - figures.length)
  return `${what.slice(0, room)}${figures}`.slice(0, columns)
}

/** Shows how far migrations are; the first statement begins the phase. */
export function migrationProgress(progress: ProgressLine): { onStatement(statements: number): void } {
  let hasBegun = false
  return {
    onStatement(statements) {
      if (hasBegun) progress.advance(1)
      else progress.begin('Migrating the database', statements)
      hasBegun = true
    }
  }
}
