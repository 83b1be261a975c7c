// Whether files that are whole one by one are the whole trail together.
import type { FileFault, FileVerdict } from './file-check.js'

export interface Expected {
  /** Some days of the trail are enough: neither its beginning nor its end need be there. */
  isPart: boolean
  /** How far the trail is known to reach, from elsewhere. */
  lastSeq: number | undefined
}

/** In the order of the trail. What is missing between two files is found where the second is checked. */
export function faultsTogether(verdicts: readonly FileVerdict[], { isPart, lastSeq }: Expected): FileFault[] {
  const last = verdicts.at(-1)
  const replaceable = verdicts.filter((verdict) => !isPart || verdict !== last)
  return [
    ...(isPart ? [] : headFaults(verdicts[0])),
    ...replaceable.flatMap(({ seal }) => (seal?.final === false ? [notFinal(seal.date_covered)] : [])),
    ...(lastSeq === undefined ? [] : tailFaults(last, lastSeq))
  ]
}

function headFaults(first: FileVerdict | undefined): FileFault[] {
  const at = first?.state.firstSeq ?? null
  if (at === null || at === 1) return []
  const message = `the trail begins at entry ${at}: files of earlier days are missing (--part where that is meant)`
  return [{ reason: 'gap', message }]
}

function notFinal(date: string): FileFault {
  const message = `the export of ${date} was made before that day was over, and is not the last one of it`
  return { reason: 'not_final', message }
}

function tailFaults(last: FileVerdict | undefined, lastSeq: number): FileFault[] {
  const at = last?.state.lastSeq ?? 0
  if (at >= lastSeq) return []
  return [
    { reason: 'gap', message: `the trail ends at entry ${at}, not at ${lastSeq}: later files are missing` }
  ]
}
