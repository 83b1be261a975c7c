// The made-up organisation of the demo: its repositories with their files, and its people.
import type { Home, Trait } from './stage.js'
import type { Installation, World } from './world/world.js'

export const OWNER = 'acme'
export const PEOPLE = ['acme-ines', 'acme-jon', 'acme-lea', 'acme-omar', 'acme-sam', 'acme-yuki'] as const
export const MAINTAINER = 'acme-lea'

interface Role {
  name: string
  language: string
  traits: readonly Trait[]
  parts: readonly string[]
}

const ROLES: readonly Role[] = [
  {
    name: 'checkout',
    language: 'TypeScript',
    traits: ['queue', 'formatted', 'reports', 'reviewed'],
    parts: ['the cart', 'the coupon field', 'the address form', 'the payment step']
  },
  {
    name: 'storefront',
    language: 'TypeScript',
    traits: ['queue', 'formatted'],
    parts: ['the product page', 'the filter of sizes', 'the wish list', 'the language menu']
  },
  {
    name: 'notifications',
    language: 'TypeScript',
    traits: ['formatted', 'reports'],
    parts: ['the retry of mails', 'the digest', 'the unsubscribe link', 'the template editor']
  },
  {
    name: 'invoices',
    language: 'Python',
    traits: ['python'],
    parts: ['the PDF export', 'the tax table', 'the numbering of invoices', 'the reminder mail']
  },
  {
    name: 'catalogue',
    language: 'Python',
    traits: ['python', 'reports'],
    parts: ['the import of products', 'the price list', 'the image resizer', 'the stock counter']
  },
  {
    name: 'search',
    language: 'TypeScript',
    traits: ['queue', 'reports'],
    parts: ['the index', 'the ranking', 'the suggestions', 'the list of synonyms']
  },
  {
    name: 'design-system',
    language: 'TypeScript',
    traits: ['formatted'],
    parts: ['the date picker', 'the dialog', 'the colour tokens', 'the table']
  },
  {
    name: 'mobile-app',
    language: 'TypeScript',
    traits: ['reports'],
    parts: ['the login screen', 'the offline mode', 'the scanner', 'the order history']
  },
  {
    name: 'status-page',
    language: 'TypeScript',
    traits: ['formatted'],
    parts: ['the incident feed', 'the uptime chart', 'the mail subscription', 'the embed']
  },
  {
    name: 'returns',
    language: 'Python',
    traits: ['python'],
    parts: ['the return label', 'the refund', 'the reason list', 'the parcel tracking']
  },
  {
    name: 'cli',
    language: 'TypeScript',
    traits: ['reviewed'],
    parts: ['the login command', 'the progress bar', 'the JSON output', 'the shell completion']
  },
  {
    name: 'handbook',
    language: 'Markdown',
    traits: [],
    parts: ['the page about releases', 'the search box', 'the glossary', 'the table of contents']
  }
]

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# A made-up project\n',
  '.prettierrc': 'semi: false\nsingleQuote: true\n',
  'src/price.ts': 'export function formatPrice(cents: number) {\n  return (cents / 100).toFixed(2)\n}\n',
  '.github/workflows/test.yml':
    'name: test\non: [push, pull_request]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm ci\n      - run: npm test\n'
}

const REQUIREMENTS = 'requests==2.19.0\njinja2==3.1.4\n'

/** The organisation's own file: what holds for all of its repositories. */
const SERVICE_FILE = `version: 1
pillars:
  merge_queue:
    enabled: true
quality_gates:
  calm:
    conditions:
      - { metric: ci_failure_rate_7d, operator: "<", threshold: 0.5 }
custom_rules:
  tests:
    if: files | some(match("test/**"))
    run: [{ action: add-label, args: { label: tests } }]
baseline:
  protection:
    min_reviews: 1
    block_force_pushes: true
  labels:
    bug: "d73a4a"
    enhancement: "a2eeef"
    question: "d876e3"
    documentation: "0075ca"
    tests: "c5def5"
  settings:
    delete_branch_on_merge: true
`

export const CONFIG_REPOSITORY = `${OWNER}/service-config`

/** The repositories, as they are before the service comes. */
export function castOf(world: World): Home[] {
  for (const login of PEOPLE) world.addMember(OWNER, login, login === MAINTAINER ? 'admin' : 'member')
  const { repository } = world.createRepository(CONFIG_REPOSITORY, {})
  world.enableGit(repository, { files: { '.service.yml': SERVICE_FILE }, writers: PEOPLE })
  return ROLES.map((role) => homeOf(world, role))
}

function homeOf(world: World, { name, language, traits, parts }: Role): Home {
  const fullName = `${OWNER}/${name}`
  const { repository } = world.createRepository(fullName, { language })
  const files = traits.includes('python') ? { ...FILES, 'requirements.txt': REQUIREMENTS } : FILES
  const git = world.enableGit(repository, {
    files,
    writers: PEOPLE,
    finishes: 'when told',
    ci: () => ({ test: 'success' })
  })
  world.protectBranch(repository, 'main', PROTECTION)
  return { fullName, repository, git, parts, traits }
}

/** The organisation installs the App. */
export function install(world: World): Installation {
  const { installation } = world.createInstallation(OWNER)
  for (const repository of world.state.repositories.values())
    world.addToInstallation(installation, repository)
  return installation
}

export const PROTECTION = {
  required_pull_request_reviews: { required_approving_review_count: 1 },
  allow_force_pushes: false,
  allow_deletions: false
}
