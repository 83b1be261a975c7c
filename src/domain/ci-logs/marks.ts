// The lines by which runners report the progress of a job.
import type { MarkKind } from './cause/facts.js'

interface MarkRule {
  kind: MarkKind
  pattern: RegExp
}

export const MARK_RULES: readonly MarkRule[] = [
  {
    kind: 'step',
    pattern: /^##\[group\]Run |^section_start:\d|^##\[section\]Starting: /
  },
  { kind: 'header-end', pattern: /^##\[endgroup\]/ },
  {
    kind: 'failure',
    pattern:
      /^##\[error\]|Process completed with exit code [1-9]|^Error: (?:Process completed|The process ')|^ERROR: Job failed|^The command ".{1,300}" (?:exited with|failed)|^Exited with code|^Bash exited with code|^Finished: FAILURE|^Cleaning up project directory and file based variables$/
  },
  {
    kind: 'cleanup',
    pattern: /^Post job cleanup\.|^Cleaning up orphan processes|^Uploading runner diagnostic logs/
  }
]
