// What the service sends word of, and what it knows of each.
import type { LeastConfidence } from '#schemas/configuration/keys.js'
import { shortened } from '../text/shown-text.js'

/** A finding in a file. */
export interface FileError {
  rule: string
  message: string
}

/** An event with its facts. Texts may come from anywhere: they are shortened here and made inert where they are shown. */
export type FeedbackEvent =
  | {
      event: 'ci_failure'
      data: {
        workflow_name: string
        branch: string
        root_cause: string | null
        suggested_fix: string | null
        run_url: string | null
        heal_pr_url: string | null
      }
    }
  | {
      event: 'ci_heal'
      data: {
        failure_type: string
        root_cause: string | null
        /** Null if a re-run was enough. */
        pr_url: string | null
        confidence: LeastConfidence | null
        /** With the numbers of lines. */
        changed_files: { file_path: string; added: number; removed: number }[]
      }
    }
  | { event: 'pr_merged'; data: { duration_ms: number | null; merge_sha: string } }
  | { event: 'pr_blocked'; data: { failed_checks: string[]; reason: string | null } }
  | { event: 'config_failed'; data: { files: { file_path: string; errors: FileError[] }[] } }
  | { event: 'queue_admitted'; data: { position: number; base_branch: string } }
  | { event: 'merge_failure'; data: { reason: string } }
  | {
      event: 'rollback'
      data: { reason: string; merge_sha: string | null; revert_pr_url: string | null; run_url: string | null }
    }

export type FeedbackDataOf<One extends FeedbackEvent['event']> = Extract<
  FeedbackEvent,
  { event: One }
>['data']

const LONGEST_TEXT = 500
const LONGEST_URL = 300
const LONGEST_NAME = 120

/** What is stored; a message shows fewer, and says how many more there are. */
const LIST_BOUNDS: Readonly<Record<string, number>> = { errors: 10, failed_checks: 50, changed_files: 50 }
const LONGEST_LIST = 20

/** The event with texts and lists of bounded length. */
export function boundedEvent(event: FeedbackEvent): FeedbackEvent {
  // Cast: only texts become shorter, and lists too; an object keeps its shape.
  return { event: event.event, data: bounded(event.data, '') } as FeedbackEvent
}

function longestOf(field: string): number {
  if (field.endsWith('_url')) return LONGEST_URL
  return ['failed_checks', 'branch', 'workflow_name', 'file_path', 'rule'].includes(field)
    ? LONGEST_NAME
    : LONGEST_TEXT
}

function bounded(value: unknown, field: string): unknown {
  if (typeof value === 'string') return shortened(value, longestOf(field))
  if (Array.isArray(value))
    return value.slice(0, LIST_BOUNDS[field] ?? LONGEST_LIST).map((one) => bounded(one, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bounded(member, name)]))
}
