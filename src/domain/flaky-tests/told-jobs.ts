// Which failed jobs have uploaded reports of failed tests: the host does not say which job an artifact is from.

export interface JobThatFailed {
  /** Null if it is not known. */
  ran: { from: Date; to: Date } | null
}

/** The clocks of the machines that run jobs may differ from that of the host by so much. */
const CLOCK_MS = 5_000

/** How many of the jobs can each have an upload of its own, made while it ran: no job hides behind the report of another one. */
export function toldJobs(jobs: readonly JobThatFailed[], uploads: readonly Date[]): number {
  const open = jobs.map(windowOf).toSorted((a, b) => a.to - b.to)
  let told = 0
  for (const at of uploads.map((upload) => upload.getTime()).toSorted((a, b) => a - b)) {
    // Whoever ended first has the fewest uploads left to choose from.
    const index = open.findIndex(({ from, to }) => from <= at && at <= to)
    if (index < 0) continue
    open.splice(index, 1)
    told += 1
  }
  return told
}

const windowOf = ({ ran }: JobThatFailed) =>
  ran
    ? { from: ran.from.getTime() - CLOCK_MS, to: ran.to.getTime() + CLOCK_MS }
    : { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
