// Issues of a made-up tracker, written for these tests.
import { DuplicateIndex } from '#domain/duplicates/index/index.js'
import type { IssueReport } from '#domain/duplicates/report.js'
import { DAY_MS } from '#domain/time/durations.js'
import { loadTypeKnowledge } from '#store/triage/shipped-models.js'

/** As the service has it. */
export const KNOWLEDGE = await loadTypeKnowledge()

export const NOW = new Date('2026-03-01T12:00:00Z')

/** One that is open, the older the smaller its id. */
export function reportOf(id: number, title: string, body = ''): IssueReport {
  return {
    id,
    number: id,
    title,
    body,
    createdAt: new Date(NOW.getTime() - (1_000 - id) * DAY_MS),
    closedAt: null
  }
}

const SUBJECTS = [
  'export',
  'login',
  'search',
  'upload',
  'billing',
  'avatar',
  'calendar',
  'webhook',
  'backup',
  'theme'
]
const PLACES = ['dashboard', 'sidebar', 'mobile', 'settings', 'invoice', 'terminal', 'editor', 'timeline']
const FAULTS = ['freezes', 'flickers', 'vanishes', 'overlaps', 'duplicates', 'truncates', 'misaligns']

/** Each about something else, in words that others use as well. */
export function subjectOf(id: number): string {
  const [subject, place, fault] = [SUBJECTS, PLACES, FAULTS].map((words) => words[id % words.length])
  return `${subject} ${fault} on ${place}`
}

export function indexOf(reports: Iterable<IssueReport>): DuplicateIndex {
  const index = new DuplicateIndex(KNOWLEDGE)
  for (const report of reports) index.add(report)
  return index
}

export const SEARCH = { at: NOW, most: 10 }

/** What a tracker asks everybody, and everybody answers alike. */
export const TEMPLATE = `<!-- Thank you for taking the time! Please search before you report. -->
### Before you report
- [x] I have searched the existing issues and found none like mine
- [x] I agree to follow the code of conduct of this wonderful project
- [x] I have read the troubleshooting guide from its beginning to its end
### What kind of installation do you run?
We run the hosted edition behind the proxy of our company network
### Which plugins are installed?
Only those that are delivered with the standard installation package
### How can somebody else see the problem?
Open the application, log in with any account, and follow the remaining instructions
### Anything else that maintainers should know before they look at it?
No other information is available at this moment in time, sorry about that`
