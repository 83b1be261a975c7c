// The words of which titles, names and causes of the made-up fleet are put together.
import type { FailureType } from '#schemas/mirror/ci.js'
import type { Random } from '../../random.js'

export const OWNERS = ['harbor', 'lumen-labs', 'octo-org'] as const

export const REPOSITORIES = (
  'checkout payments-api search-index mobile-app design-tokens invoice-worker identity notifications edge-proxy catalog ' +
  'order-history data-export image-resizer feature-flags web-shop support-desk mail-templates geo-lookup price-engine ' +
  'session-store audit-viewer report-builder partner-portal stock-sync event-bus schema-registry translation cli-tools ' +
  'docs-site load-tests infra-modules release-notes address-book tax-rules coupon-service media-library chat-widget ' +
  'status-page log-shipper job-runner cache-warmer license-check form-kit map-tiles survey warehouse-feed label-printer ' +
  'mock-bank sandbox old-frontend'
).split(' ')

export const LANGUAGES = ['TypeScript', 'Go', 'Python', 'Rust', 'Java', 'Ruby'] as const

export const PEOPLE =
  'maria-k jonas-w wei-chen amara-o lucas-p noor-h elif-d tomasz-b ingrid-s kofi-a yuki-t sofia-r pavel-n grace-m'.split(
    ' '
  )

export const LABELS = {
  bug: 'd73a4a',
  enhancement: 'a2eeef',
  question: 'd876e3',
  documentation: '0075ca',
  security: 'b60205',
  performance: 'fbca04',
  'good first issue': '7057ff',
  stale: 'cfd3d7'
} as const

const WORKFLOWS = ['CI', 'test', 'build', 'lint', 'release', 'deploy'] as const

const PARTS = [
  'The login page',
  'The CSV export',
  'The search index',
  'The date picker',
  'The file upload',
  'The session cache',
  'The settings dialog',
  'The nightly build',
  'The image preview',
  'The retry queue',
  'The order table',
  'The notification mail',
  'The language menu',
  'The price calculation',
  'The keyboard navigation',
  'The address form'
]

const TROUBLES = [
  'fails after the session has expired',
  'shows a blank page in Safari',
  'loses its filter after a reload',
  'hangs when the network is slow',
  'crashes on an empty file',
  'rounds amounts the wrong way',
  'ignores the time zone of the user',
  'answers 500 for a very long name',
  'sends every message twice',
  'is hard to read in dark mode',
  'breaks on Windows paths',
  'leaks memory over a day'
]

const WISHES = [
  'Export the selection as CSV',
  'Support several time zones',
  'Let people undo the last change',
  'Add a dark theme',
  'Remember the sort order',
  'Show progress while files upload',
  'Allow sign-in with a security key',
  'Offer keyboard shortcuts in tables'
]

const QUESTIONS = [
  'How is the cache cleared?',
  'Which browsers are supported?',
  'How do I run the tests on Windows?',
  'Where are the migration notes?'
]

const CHANGES = [
  'Retry requests that time out',
  'Keep the filter in the address',
  'Escape names in the export',
  'Read the time zone from the profile',
  'Close the dialog with Escape',
  'Cache prices for a minute',
  'Drop the unused session table',
  'Bump the linter to its next release',
  'Explain the settings in the README',
  'Stream large exports',
  'Validate addresses before they are saved',
  'Move the mail templates into their own package',
  'Cover the price calculation with tests',
  'Raise the contrast of disabled buttons',
  'Log the reason of a refused login',
  'Split the order page into two requests'
]

/** What a log says about a failure of each kind. */
const CAUSES: Readonly<Record<FailureType, readonly string[]>> = {
  dependency_resolution: ['npm cannot find a version of left-shift that satisfies ^3.2.0.'],
  compile_error: ['src/orders/total.go:41: undefined: roundHalfUp'],
  type_check: ["src/session.ts(88,14): Type 'string | null' is not assignable to type 'string'."],
  lint_format: ['2 files are not formatted: src/mail/send.ts, src/mail/template.ts.'],
  test_failure: [
    'cart › keeps the coupon after a reload: expected 3 items, received 2.',
    'export › writes one line for each order: expected 120 lines, received 119.'
  ],
  timeout: ['The job was cancelled after 30 minutes; its last step was “integration tests”.'],
  out_of_memory: ['The process ran out of memory while it bundled the documentation.'],
  disk_full: ['No space left on the device while the image was built.'],
  network: ['The connection to the package registry was reset.'],
  rate_limit: ['The registry answered 429: too many requests.'],
  auth_permission: ['The token may not write packages: the workflow lacks `packages: write`.'],
  docker_build: ['The image python:3.7-slim is no longer available.'],
  config_error: ['The workflow uses the retired action upload-artifact@v2.'],
  runner_infra: ['The runner lost its connection to the server.'],
  crash: ['The test process received SIGSEGV.'],
  quality_gate: ['The coverage of 71.8 % is below the required 75 %.'],
  unknown: ['The log ends without an error message.']
}

export const personOf = (random: Random): string => random.one(PEOPLE)
export const workflowOf = (random: Random): string => random.one(WORKFLOWS)
export const causeOf = (random: Random, type: FailureType): string => random.one(CAUSES[type])
export const changeOf = (random: Random): string => random.one(CHANGES)

export function issueTitleOf(random: Random, type: string): string {
  if (type === 'feature') return random.one(WISHES)
  if (type === 'question') return random.one(QUESTIONS)
  return `${random.one(PARTS)} ${random.one(TROUBLES)}`
}

export function hexOf(random: Random, length: number): string {
  return Array.from({ length }, () => random.below(16).toString(16)).join('')
}

export const shaOf = (random: Random): string => hexOf(random, 40)

/** An id of the form that the database wants, from chance that repeats itself. */
export function uuidOf(random: Random): string {
  const [a, b, c, d, e] = [8, 4, 3, 3, 12].map((length) => hexOf(random, length))
  return `${a}-${b}-4${c}-a${d}-${e}`
}
