// One sentence on why a job failed: the type of failure and the line that shows it.
import type { FailureType } from '#schemas/mirror/ci.js'
import type { LogFacts } from './facts.js'

const KINDS: Record<FailureType, string> = {
  dependency_resolution: 'Dependencies could not be resolved or installed',
  compile_error: 'The code does not compile',
  type_check: 'The type check found errors',
  lint_format: 'A linter or formatter found something to change',
  test_failure: 'Tests failed',
  timeout: 'Something took longer than it may',
  out_of_memory: 'The job ran out of memory',
  disk_full: 'The disk or a storage quota is full',
  network: 'The network or a remote service failed',
  rate_limit: 'A remote service refused more requests',
  auth_permission: 'Credentials or permissions are missing or refused',
  docker_build: 'The image could not be built or pulled',
  config_error: 'The workflow or a configuration is wrong',
  runner_infra: 'The machine or service that ran the job failed',
  crash: 'A process crashed',
  quality_gate: 'A quality gate did not pass',
  unknown: 'The log does not show why the job failed'
}

const LONGEST_QUOTE = 200
/** A quote is cut within a word only if the word begins before this position. */
const LEAST_QUOTE = 60

const READ: Record<LogFacts['read'], string> = {
  all: '',
  part: ' (only part of the log was read, as it took too long)',
  nothing: ' (the log could not be read)'
}

export function causeSentence(type: FailureType, line: string | undefined, read: LogFacts['read']): string {
  const quote = truncateQuote(
    line
      ?.replace(/^##\[error\]/, '')
      .replaceAll(/\s{1,1000}/g, ' ')
      .trim() ?? ''
  )
  return (quote ? `${KINDS[type]}: ${quote}` : `${KINDS[type]}.`) + READ[read]
}

/** Cuts a long quote at a space, because half a URL leads nowhere. */
function truncateQuote(text: string): string {
  if (text.length <= LONGEST_QUOTE) return text
  const room = text.slice(0, LONGEST_QUOTE)
  const end = room.lastIndexOf(' ')
  return `${room.slice(0, end < LEAST_QUOTE ? LONGEST_QUOTE - 1 : end).trimEnd()}…`
}
