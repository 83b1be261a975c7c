// Matches an event against the triggers of a pillar.
import { globMatcher, globMatches } from '../text/glob.js'

export interface Triggers {
  branches?: readonly string[]
  ignore_authors?: readonly string[]
  paths?: readonly string[]
}

/**
 * What an event is about. Null means not applicable: an issue has no branch, so the branch filter ignores it. Undefined
 * means unknown: a failed lookup is never taken for permission.
 */
export interface TriggerEvent {
  branch: string | null | undefined
  author: string | null | undefined
  files: readonly string[] | null | undefined
}

export type TriggerName = keyof Triggers

export interface TriggerVerdict {
  passes: boolean
  /** The filter that stopped the event. */
  stoppedBy: TriggerName | null
  reason: string
}

const PASSES: TriggerVerdict = { passes: true, stoppedBy: null, reason: 'No trigger stands in its way.' }

export function triggerVerdict(triggers: Triggers, event: TriggerEvent): TriggerVerdict {
  const { branches = [], ignore_authors = [], paths = [] } = triggers
  return (
    filterVerdict('branches', branches, {
      subject: event.branch,
      passes: (branch) => fitsAny(branches, branch),
      reason: (branch) => `No pattern of branches fits ${branch}.`
    }) ??
    filterVerdict('ignore_authors', ignore_authors, {
      subject: event.author,
      // Logins are case-insensitive.
      passes: (author) => !fitsAny(ignore_authors.map(lower), lower(author)),
      reason: (author) => `${author} is among ignore_authors.`
    }) ??
    filterVerdict('paths', paths, {
      subject: event.files,
      passes: (files) => paths.map(globMatcher).some((matches) => files.some(matches)),
      reason: () => 'No pattern of paths fits a changed file.'
    }) ??
    PASSES
  )
}

interface TriggerFilter<Subject> {
  subject: Subject | null | undefined
  passes(subject: Subject): boolean
  reason(subject: Subject): string
}

/** Undefined if the filter passes the event. */
function filterVerdict<Subject>(
  stoppedBy: TriggerName,
  patterns: readonly string[],
  { subject, passes, reason }: TriggerFilter<Subject>
): TriggerVerdict | undefined {
  if (patterns.length === 0 || subject === null) return undefined
  if (subject === undefined) return { passes: false, stoppedBy, reason: UNKNOWN[stoppedBy] }
  return passes(subject) ? undefined : { passes: false, stoppedBy, reason: reason(subject) }
}

const UNKNOWN: Record<TriggerName, string> = {
  branches: 'Its branch is not known, and branches are restricted.',
  ignore_authors: 'Its author is not known, and some are ignored.',
  paths: 'Its changed files are not known, and paths are restricted.'
}

const fitsAny = (patterns: readonly string[], text: string) =>
  patterns.some((pattern) => globMatches(pattern, text))

const lower = (login: string) => login.toLowerCase()
