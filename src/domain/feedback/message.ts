// What is said of an event, before a channel gives it its form. Nothing in it is escaped yet.
import type { FeedbackEventType } from '#schemas/feedback/enums.js'
import { isPlainUrl } from '../text/shown-text.js'
import { renderDuration } from './duration.js'
import type { FeedbackDataOf, FeedbackEvent } from './events.js'

export interface FeedbackMessage {
  /** The service's own words. */
  title: string
  facts: { label: string; value: string }[]
  /** Findings and changes, to be shown as they are. */
  lines: string[]
  links: { label: string; url: string }[]
  /** What to do next, in the service's own words. */
  next: string
}

/** What a rule wants to be shown. */
export interface MessageOptions {
  logLink: boolean
  diffPreview: boolean
}

type Fact = FeedbackMessage['facts'][number] | false
type Link = FeedbackMessage['links'][number] | false
type Writer<One extends FeedbackEventType> = (
  data: FeedbackDataOf<One>,
  options: MessageOptions
) => Omit<FeedbackMessage, 'facts' | 'links' | 'lines'> & { facts: Fact[]; links?: Link[]; lines?: string[] }

const fact = (label: string, value: string | null): Fact => value !== null && value !== '' && { label, value }
const to = (label: string, url: string | null): Link => url !== null && isPlainUrl(url) && { label, url }

/** The first of a list, with the number of those that are left out. */
function firstOf(items: readonly string[], most: number, what: string): string[] {
  const more = items.length - most
  return more > 0 ? [...items.slice(0, most), `and ${more} more ${what}`] : [...items]
}

const SHORT_SHA = 7
const MOST_CHECKS = 10
const MOST_FILES = 3
const MOST_ERRORS = 5
const MOST_CHANGED_FILES = 10

const changeLine = ({ file_path, added, removed }: FeedbackDataOf<'ci_heal'>['changed_files'][number]) =>
  `+${added} -${removed}  ${file_path}`

const WRITERS: { readonly [One in FeedbackEventType]: Writer<One> } = {
  ci_failure: (data, { logLink }) => ({
    title: 'CI failed',
    facts: [
      fact('Workflow', data.workflow_name),
      fact('Branch', data.branch),
      fact('Cause', data.root_cause),
      fact('Suggested fix', data.suggested_fix)
    ],
    links: [logLink && to('Log of the run', data.run_url), to('Proposed repair', data.heal_pr_url)],
    next:
      data.heal_pr_url === null
        ? 'Please fix the cause, or run the jobs again if it was temporary.'
        : 'Please review the proposed repair.'
  }),
  ci_heal: (data, { diffPreview }) => ({
    title: data.pr_url === null ? 'CI passes again' : 'A repair for CI is proposed',
    facts: [
      fact('Failure', data.failure_type),
      fact('Cause', data.root_cause),
      fact('Confidence', data.confidence)
    ],
    lines: diffPreview ? firstOf(data.changed_files.map(changeLine), MOST_CHANGED_FILES, 'files') : [],
    links: [to('Pull request with the repair', data.pr_url)],
    next:
      data.pr_url === null
        ? 'There is nothing to do: the failed jobs passed when they ran again.'
        : 'Please review it: the service does not merge it by itself.'
  }),
  pr_merged: ({ duration_ms, merge_sha }) => ({
    title: 'Pull request merged',
    facts: [
      fact('Commit', merge_sha.slice(0, SHORT_SHA)),
      fact('Time in the queue', duration_ms === null ? null : renderDuration(duration_ms))
    ],
    next: 'There is nothing to do.'
  }),
  pr_blocked: ({ failed_checks, reason }) => ({
    title: 'Pull request blocked',
    facts: [
      fact('Failed checks', firstOf(failed_checks, MOST_CHECKS, 'checks').join(', ')),
      fact('Reason', reason)
    ],
    next: 'Please fix what blocks it: the queue looks at it again after the next push or check.'
  }),
  config_failed: ({ files }) => ({
    title: 'A configuration file is not valid',
    facts: [],
    lines: [
      ...files.slice(0, MOST_FILES).flatMap(({ file_path, errors }) => [
        file_path,
        ...firstOf(
          errors.map(({ rule, message }) => `${rule}: ${message}`),
          MOST_ERRORS,
          'findings'
        ).map((line) => `  ${line}`)
      ]),
      ...(files.length > MOST_FILES ? [`and ${files.length - MOST_FILES} more files`] : [])
    ],
    next: 'Please correct the file: the check on the commit shows every finding.'
  }),
  queue_admitted: ({ position, base_branch }) => ({
    title: 'Pull request admitted to the merge queue',
    facts: [fact('Position', String(position)), fact('Into', base_branch)],
    next: 'There is nothing to do: it is merged when its turn comes and its checks pass.'
  }),
  merge_failure: ({ reason }) => ({
    title: 'Pull request could not be merged',
    facts: [fact('Reason', reason)],
    next: 'Please look at the reason, and admit the pull request again.'
  }),
  rollback: ({ reason, merge_sha, revert_pr_url, run_url }) => ({
    title: 'A merge is being rolled back',
    facts: [fact('Reason', reason), fact('Commit', merge_sha?.slice(0, SHORT_SHA) ?? null)],
    links: [to('Pull request that reverts it', revert_pr_url), to('Failed run', run_url)],
    next:
      revert_pr_url === null
        ? 'Please revert it by hand: the service could not.'
        : 'Please review the pull request that reverts it.'
  })
}

export function messageFor({ event, data }: FeedbackEvent, options: MessageOptions): FeedbackMessage {
  // Cast: TypeScript cannot relate the event to its data through the table; the type of the table does.
  const write = WRITERS[event] as Writer<FeedbackEventType>
  const { facts, links = [], lines = [], ...words } = write(data as never, options)
  return {
    ...words,
    lines,
    facts: facts.filter((one) => one !== false),
    links: links.filter((one) => one !== false)
  }
}
