// Rules to begin with, each with an event that it is about.

export interface RuleExample {
  title: string
  expression: string
  context: object
  expressions?: object
}

const PULL_REQUEST = {
  event: 'pull_request',
  action: 'opened',
  repo: 'octo-org/hello-world',
  number: 7,
  author: 'octocat',
  title: 'Describe the setup',
  body: '',
  branch: 'docs/setup',
  base_branch: 'main',
  labels: ['documentation'],
  files: ['docs/setup.md', 'README.md'],
  changes: { added: 24, deleted: 3, modified: 2 },
  is_new: true,
  is_draft: false
}

const ISSUE = {
  event: 'issues',
  action: 'opened',
  repo: 'octo-org/hello-world',
  number: 8,
  author: 'octocat',
  title: 'Crash when the folder is empty',
  body: 'It ends with an error.',
  branch: '',
  labels: ['bug'],
  is_new: true
}

export const EXAMPLES: readonly [RuleExample, ...RuleExample[]] = [
  {
    title: 'Only documentation',
    expression: 'not is_draft and (files | all(match("docs/**", "*.md")))',
    context: PULL_REQUEST
  },
  {
    title: 'A new bug',
    expression: 'is_new and (labels | includes("bug"))',
    context: ISSUE
  },
  {
    title: 'Large, and on a release branch',
    expression: 'changes.added + changes.deleted > 500 and (base_branch | match("release/**"))',
    context: Object.assign({}, PULL_REQUEST, {
      base_branch: 'release/2.0',
      changes: { added: 620, deleted: 40, modified: 19 }
    })
  },
  {
    title: 'Named conditions',
    expression: 'by.bots and size.small',
    context: Object.assign({}, PULL_REQUEST, { author: 'updates[bot]' }),
    expressions: {
      by: { bots: 'author | endsWith("[bot]")' },
      size: { small: 'changes.added < 50' }
    }
  }
]
