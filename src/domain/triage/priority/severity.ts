// Whether a title reports a severe incident: a security hole, a data loss, an outage. Titles of tasks, requests,
// questions and documentation use the same words without reporting anything.
import { INCIDENT_PATTERNS, TOPIC_PATTERNS, TOPIC_SUFFIXES } from './severity-patterns.js'

/** A pattern for any word of a comma-separated list. */
const anyOf = (list: string) => `(?:${list.trim().split(/,\s+/).join('|')})`

/** A title that begins like this describes a task. */
const ASKS = anyOf(`
  add, allow, announce, avoid, backport, bump, catch, clarify, cleanup, clean up, configure, consider, convert,
  create, define, deprecate, describe, design, detect, disable, discuss, document, drop support, enable, enforce,
  enhance, ensure, exclude, explain, expose, extend, extract, handle, harden, hide, highlight, ignore, implement,
  improve, include, increase, integrate, introduce, investigate, make, mention, migrate, mitigate, monitor, move,
  offer, optimi[sz]e, prepare, prevent, provide, publish, recommend, reduce, refactor, rename, replace, require,
  respect, restrict, rewrite, run, script to, set up, setup, show, silence, simplify, simulate, sort, speed up,
  split, suggest, support for, switch, teach, translate, treat, try, tweak, unify, use, validate, verify, warn,
  write
`)
/** Likewise, but these words are also nouns: "Update deletes all files" is a report. */
const MAY_ASK = anyOf(`
  address, change, check, export, import, list, log, plan, remove, report, review, scan, support, test, track,
  update, upgrade, release, delete, clear, let, alert, label, format, document
`)
/** A prefix before a colon or in brackets that excludes a report. */
const OTHER_KINDS = anyOf(`
  feature, feat, feature request, enhancement, idea, proposal, rfc, rfe, request, question, discussion, discuss,
  plan, epic, docs?, documentation, chore, refactor, tests?, spelling, poll, meta, task, spike, help, blog post,
  blog, announcement
`)
/** Documents about a subject. */
const WRITINGS = anyOf(`
  questions?, discussion, thoughts, proposal, tutorial, article, talk, guide, tests?, unit tests?,
  integration tests?, test cases?, benchmarks?, docs, documentation, request, policy, feature request, suggestion
`)
/** Parts of the development process, whose failures users do not see. */
const WORKSHOP = anyOf(`
  ci, tests?, unit tests?, integration tests?, e2e tests?, build, lint, linting, linter, readme, badges?, examples?,
  type ?check, workflow, pipeline, icons?, logo
`)
const ABOUT_ELSE = anyOf(`
  typos?, misspelled, misspelling, misspelt, spelling, wording, grammar, tooltip, glossary, false[- ]positives?,
  false[- ]alarms?, flaky, post-?mortems?, change ?log, broken link, dead link, nice to have, feature request,
  would like to see
`)
const ASKING = anyOf(
  'how, what, why, where, which, who, when, can, could, does, do, did, should, would, will, is, are, any'
)
const OPENS_QUESTION = anyOf(`
  how to, how do, how can, how does, what is, what are, what happens, what if, is there, are there, should we,
  should i, can i, can we, can you, does anybody, does anyone, any plans?, any way, any idea, question
`)
/** Words before a subject that is discussed, scanned for or prevented. */
const BEFORE_A_TOPIC = anyOf(`
  tests?, checks?, scan, scans, scanning, docs?, documentation, section, chapter, policy, policies, guides?,
  protects?, protected, protection, defen[cs]es?, detects?, detection, detecting, rules?, examples?, demos?,
  handling, handles?, prevents?, preventing, avoids?, avoiding, against, about, regarding, mitigates?, mitigation,
  lectures?, fix for, fixes for, fixed for, no known, search for, searches for, look for, looks for, looking for
`)

const isOther = new RegExp(
  `^(?:\\[?${OTHER_KINDS}\\]? ?[:-]|\\[${OTHER_KINDS}\\]|${WRITINGS} (?:about|for|on|of|to|regarding)\\b)|\\b${ABOUT_ELSE}\\b`
)
const isOfWorkshop = new RegExp(`^(?:the )?${WORKSHOP}\\b`)
const asks = new RegExp(`^(?:please )?${ASKS}(?: |$)`)
const mayAsk = new RegExp(`^(?:please )?${MAY_ASK}(?: |$)`)
/** A task, unless a verb in the third person follows: "Import overwrites" is a report. */
const isTask = new RegExp(`^(?:please )?${MAY_ASK} (?![a-z]{2,20}s )`)
const isQuestion = new RegExp(`^(?:${ASKING}\\b.*\\?|${OPENS_QUESTION}\\b)`)
/** Asked by those who are hit: "Where did my photos go?" */
const isComplaint =
  /^(?:why|how come|how can it|how is it possible)\b|^(?:where|what) (?:did|has|have|are|is|happened)\b.* (?:my|our|all)\b/
const isTopic = new RegExp(`\\b${BEFORE_A_TOPIC}(?: [^ ]{1,30}){0,2} $`)
const isHypothetical =
  /\b(?:if|whether|unless|in case|before|instead of|for when|what happens|to (?:avoid|prevent|catch|detect|simulate|reproduce))\b.*$|\bwhen (?:the |our |a |an )?$/
const around = (words: string) => new RegExp(`(?:^|[^a-z0-9-])(${words})(?=$|[^a-z0-9-])`, 'g')
const incidentPatterns = INCIDENT_PATTERNS.map(([name, words]) => ({ name, pattern: around(words) }))
const exposures = incidentPatterns.filter(({ name }) => name === 'an exposure')
const names = TOPIC_PATTERNS.map(([name, words]) => ({ name, pattern: around(words) }))
const namedAfter = new RegExp(
  `^(?: (?:reported|detected|found|flagged) (?:in|by|for)\\b|[ -](?:[^ ]{1,20} )?${TOPIC_SUFFIXES}(?:$|[^a-z]))`
)

const QUOTED = /"[^"]{1,80}"|\u201c[^\u201d]{1,80}\u201d|`[^`]{1,80}`|(?<=^|\s)'[^']{1,80}'(?=$|\s)/g

/** What the title reports; undefined if it can wait. */
export function severeIncidentIn(title: string): string | undefined {
  const text = wordsOf(title)
  if (isOther.test(text)) return undefined
  const parts = [text, ...text.split(/: /).slice(1)]
  if (parts.some((part) => asks.test(part))) return undefined
  // Users do not see a failed test, but a leaked key is severe anywhere.
  if (isOfWorkshop.test(text)) return firstOf(exposures, text, isReal)
  const incident = firstOf(incidentPatterns, text, isReal)
  if (incident !== undefined) return incident
  if (parts.some((part) => mayAsk.test(part)) || isQuestion.test(text)) return undefined
  return firstOf(names, text, isOwn)
}

/** The text of a title that describes no task, no wish and no question of a learner; undefined for others. */
export function reportOf(title: string): string | undefined {
  const text = wordsOf(title)
  const parts = [text, ...text.split(/: /).slice(1)]
  const isAsked = parts.some((part) => asks.test(part) || isTask.test(part))
  const isLearner = isQuestion.test(text) && !isComplaint.test(text)
  return isAsked || isLearner || isOther.test(text) || isOfWorkshop.test(text) ? undefined : text
}

/** Whether something is said to happen, and neither imagined nor discussed, given the text before it. */
export const happensAfter = (before: string): boolean => isReal(before) && !isTopic.test(before)

/** Affected people and lost things mark a report, whatever else the title says. */
const REPORTS =
  /\b(?:nobody|no one|any(?:one|body)|every(?:one|body)|(?:every|all|our) (?:users?|customers?|members?|tenants?)|customers?|admins?|tenants?|passwords?|private keys|in production|vanish(?:es|ed)|overwrites)\b/

/** A title that reports an effect on people and describes no task. */
export function isIncidentReport(title: string): boolean {
  const text = wordsOf(title)
  const parts = [text, ...text.split(/: /).slice(1)]
  const isAsked = parts.some((part) => asks.test(part) || isTask.test(part)) || isQuestion.test(text)
  return REPORTS.test(text) && !isAsked && !isOther.test(text) && !isOfWorkshop.test(text)
}

/** Lower case, without quoted names and messages. */
function wordsOf(title: string): string {
  const whole = title.normalize('NFKC').replaceAll('’', "'")
  const unquoted = whole.replaceAll(QUOTED, ' … ')
  const text = /[a-z]/i.test(unquoted.replaceAll('…', '')) ? unquoted : whole
  return text
    .toLowerCase()
    .replaceAll(/[\s"\u201c\u201d`]+/g, ' ')
    .trim()
}

interface NamedPattern {
  name: string
  pattern: RegExp
}

function firstOf(
  patterns: readonly NamedPattern[],
  text: string,
  holds: (before: string, after: string) => boolean
) {
  const occurs = ({ pattern }: NamedPattern) =>
    [...text.matchAll(pattern)].some((match) => {
      const end = match.index + match[0].length
      return holds(text.slice(0, end - (match[1] ?? '').length), text.slice(end))
    })
  return patterns.find(occurs)?.name
}

const isReal = (before: string) => !isHypothetical.test(before)
const isOwn = (before: string, after: string) => !(isTopic.test(before) || namedAfter.test(after))
