// The words of which issues and changes of the demo are put together.
import type { Random } from './random.js'

interface IssueText {
  title: string
  body: string
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const TROUBLES: readonly (readonly [trouble: string, body: string])[] = [
  [
    'crashes on an empty list',
    'It throws TypeError: Cannot read properties of undefined (reading "length") as soon as there is nothing to show.'
  ],
  [
    'shows the wrong currency after a reload',
    'After a reload the amounts are shown in dollars, although the account is set to euros. It worked in the version before.'
  ],
  [
    'hangs when the network is slow',
    'With a slow connection it shows the spinner for ever. There is no timeout and no error message.'
  ],
  [
    'loses what was typed when the session ends',
    'When the session ends while somebody is typing, everything is lost without a warning.'
  ],
  [
    'fails with error 500 for names with an apostrophe',
    'A name such as O\'Neil leads to "500 Internal Server Error". The log shows a syntax error near the apostrophe.'
  ],
  [
    'is cut off on small screens',
    'On a phone in portrait mode the right third is not visible, and it cannot be scrolled.'
  ]
]

const WISHES: readonly (readonly [wish: string, body: string])[] = [
  [
    'Add a keyboard shortcut for',
    'It would be nice to reach it without the mouse. I suggest a shortcut that can be changed in the settings.'
  ],
  [
    'Allow an export as CSV from',
    'We would like to have an export as CSV, so that we can go on with it in a spreadsheet.'
  ],
  ['Support dark mode in', 'Please add a dark variant. Everything else of the product has one already.'],
  [
    'Make the limit configurable in',
    'A setting for the limit would help us: our largest customers have more than a thousand entries.'
  ]
]

const QUESTIONS: readonly (readonly [question: string, body: string])[] = [
  ['How do I turn off', 'I could not find it in the documentation. Is there a setting for it?'],
  ['Is there a way to test', 'What do you recommend for testing it locally? Is there an example somewhere?']
]

export function issueOf(random: Random, part: string): IssueText {
  const kind = random.weighted({ bug: 6, wish: 3, question: 1 })
  if (kind === 'bug') {
    const [trouble, body] = random.one(TROUBLES)
    return { title: `${upper(part)} ${trouble}`, body: `${body}\n\nThis is about ${part}.` }
  }
  const [beginning, body] = random.one(kind === 'wish' ? WISHES : QUESTIONS)
  return { title: `${beginning} ${part}${kind === 'question' ? '?' : ''}`, body }
}

const CHANGES = [
  'Tidy up',
  'Speed up',
  'Document',
  'Test the edges of',
  'Simplify',
  'Log failures of'
] as const

/** A change that breaks nothing. */
export function changeOf(random: Random, part: string) {
  const title = `${random.one(CHANGES)} ${part}`
  const path = `notes/${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.md`
  return { title, files: { [path]: `# ${title}\n\nRevision ${random.below(1_000_000)}.\n` } }
}
