// What surrounds a change for the language model: facts of the pull request, and what the repository knows of itself.
import { redactSecrets } from '#domain/text/secrets.js'
import { shortened } from '#domain/text/shown-text.js'

export interface BundleSection {
  /** In the service's own words. */
  title: string
  text: string
  /** The changed file that it shows; null for anything else. */
  path: string | null
}

export interface BundleContext {
  pull: {
    number: number
    title: string
    description: string
    author: string
    base: string
    head: string
    isFromFork: boolean
  }
  /** What the people of the repository want a reviewer to know; null for nothing. */
  architecture: string | null
  openIssues: readonly { number: number; title: string }[]
  /** The newest first. */
  recentRuns: readonly { workflow: string; branch: string; conclusion: string }[]
  /** The newest first. */
  earlierReviews: readonly { number: number; verdict: string; summary: string }[]
  activeGates: readonly { name: string; conditions: string }[]
}

const LONGEST_DESCRIPTION = 2_000
const LONGEST_NOTE = 3_000
const LONGEST_FACT = 300
const MOST_LISTED = 5
const MOST_GATES = 20

interface ContextSection extends BundleSection {
  isWhole: boolean
}

/** What is needed to read the change, and what may help besides, the most useful first. */
export function contextSections(context: BundleContext): { first: ContextSection[]; last: ContextSection[] } {
  const { pull, architecture, openIssues, recentRuns, earlierReviews, activeGates } = context
  const reviews = earlierReviews.map(({ number, verdict, summary }) => `#${number}: ${verdict}. ${summary}`)
  const gates = activeGates.map(({ name, conditions }) => `${name}: ${conditions}`)
  const runs = recentRuns.map(({ workflow, branch, conclusion }) => `${workflow} on ${branch}: ${conclusion}`)
  const issues = openIssues.map(({ number, title }) => `#${number}: ${title}`)
  return {
    first: [
      proseSection('the pull request', factLines(pull), Number.POSITIVE_INFINITY),
      ...optional(proseSection('its description', pull.description, LONGEST_DESCRIPTION)),
      ...optional(proseSection('the note on the architecture', architecture ?? '', LONGEST_NOTE))
    ],
    last: [
      ...optional(listSection('earlier reviews', reviews, MOST_LISTED)),
      ...optional(listSection('quality gates', gates, MOST_GATES)),
      ...optional(listSection('recent runs of CI', runs, MOST_LISTED)),
      ...optional(listSection('open issues', issues, MOST_LISTED))
    ]
  }
}

const optional = (section: ContextSection) => (section.text === '' ? [] : [section])

const factLines = ({ number, title, author, base, head, isFromFork }: BundleContext['pull']) =>
  [
    `Number: ${number}`,
    `Title: ${factLine(title)}`,
    `Author: ${factLine(author)}`,
    `Branch: ${factLine(head)}${isFromFork ? ' of a fork' : ''}, into ${factLine(base)}`
  ].join('\n')

const factLine = (text: string) => shortened(redactSecrets(text).replaceAll(/\s/g, ' '), LONGEST_FACT)

/** Secrets go before it is cut, as half of one would not be known. */
function proseSection(title: string, text: string, most: number): ContextSection {
  const clean = redactSecrets(text).trim()
  return { title, text: shortened(clean, most), path: null, isWhole: clean.length <= most }
}

/** That there are more than are shown is not worth a word. */
function listSection(title: string, lines: readonly string[], most: number): ContextSection {
  return { title, text: lines.slice(0, most).map(factLine).join('\n'), path: null, isWhole: true }
}
