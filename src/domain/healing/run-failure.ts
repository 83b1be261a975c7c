// Summarizes the failed jobs of a run as one failure with the lines that show it.

import type { ExtractChunk } from '#schemas/healing/enums.js'
import type { FailureType } from '#schemas/mirror/ci.js'
import type { Diagnosis } from '../ci-logs/diagnose.js'
import { redactSecrets } from '../text/secrets.js'
import { storable } from '../text/storable.js'

export interface JobDiagnosis {
  job: string
  diagnosis: Diagnosis
}

/** The failure of a run as it is stored. */
export interface RunFailure {
  type: FailureType
  transient: boolean
  /** The share of similar diagnoses that were right. */
  certainty: number
  rule: string | null
  cause: string
  job: string
  file: string | null
  line: number | null
  signature: string
  extract: ExtractChunk[]
}

/** The shown log lines of the failed job. */
export const failedJobLines = ({ job, extract }: Pick<RunFailure, 'job' | 'extract'>): string[] =>
  extract.filter((chunk) => chunk.job === job).flatMap((chunk) => chunk.lines)

const MOST_LINES = 200
const LONGEST_NAME = 200
const LONGEST_PATH = 500
const LARGEST_INTEGER = 2_147_483_647

/**
 * A run passes only if all of its jobs pass, so a lasting failure outranks a transient one. A job with an unknown
 * failure ranks last, because it usually fails because of another job. Undefined if there are no jobs.
 */
export function summarizeFailure(jobs: readonly JobDiagnosis[]): RunFailure | undefined {
  const ranked = [...jobs].sort((a, b) => rankJob(b) - rankJob(a))
  const [first] = ranked
  if (!first) return undefined
  const { type, transient, confidence, rule, cause, signature, failing_file, failing_line } = first.diagnosis
  return {
    type,
    transient,
    certainty: confidence,
    rule,
    signature,
    cause: storable(cause),
    job: storedJobName(first.job),
    file: failing_file === null ? null : storable(failing_file.slice(0, LONGEST_PATH)),
    line: failing_line !== null && failing_line <= LARGEST_INTEGER ? failing_line : null,
    extract: joinExtracts(ranked)
  }
}

function rankJob({ diagnosis: { type, transient, confidence } }: JobDiagnosis): number {
  if (type === 'unknown') return 0
  return (transient ? 1 : 2) + confidence
}

const storedJobName = (job: string) => storable(redactSecrets(job.slice(0, LONGEST_NAME)))

function joinExtracts(ranked: readonly JobDiagnosis[]): ExtractChunk[] {
  const chunks: ExtractChunk[] = []
  let left = MOST_LINES
  for (const { job, diagnosis } of ranked) {
    for (const { from, lines } of diagnosis.extract) {
      const shown = lines.slice(0, left).map(storable)
      if (shown.length === 0) continue
      chunks.push({ job: storedJobName(job), from, to: from + shown.length - 1, lines: shown })
      left -= shown.length
    }
  }
  return chunks
}
