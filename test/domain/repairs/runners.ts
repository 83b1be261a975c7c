// Images beside other labels: such runners are not those of the host.
import { type Case, CI, expression } from './case.js'

const GONE = '##[error]The ubuntu-20.04 runner image has been removed'

const left = (what: string, job: string): Case => ({
  repair: 'retired_images',
  what,
  log: [GONE],
  before: { [CI]: `jobs:\n  a:\n    ${job}\n` },
  refused: /requires more labels than the image/
})
const mended = (what: string, text: string): Case => ({
  repair: 'retired_images',
  what,
  log: [GONE],
  before: { [CI]: text },
  after: { [CI]: text.replaceAll('ubuntu-20.04', 'ubuntu-22.04') }
})

export const RUNNERS: Case[] = [
  ...[
    'runs-on: [self-hosted, ubuntu-20.04]',
    'runs-on: { group: big, labels: ubuntu-20.04 }',
    `runs-on: [self-hosted, "${expression('matrix.os')}"]\n    strategy: { matrix: { os: [ubuntu-20.04] } }`,
    `runs-on: ${expression('matrix.on')}\n    strategy:\n      matrix:\n        on: [[self-hosted, ubuntu-20.04], macos-14]`,
    `runs-on: ${expression('matrix.on')}\n    strategy:\n      matrix:\n        include:\n          - on: [self-hosted, ubuntu-20.04]`
  ].map((job) => left(`a runner of somebody's own: ${job}`, job)),
  mended(
    'other jobs may have runners of their own',
    `jobs:\n  a:\n    runs-on: [self-hosted, linux]\n  b:\n    runs-on: ${expression('matrix.on')}\n    strategy:\n      matrix:\n        include:\n          - on: ubuntu-20.04\n            with: [c, d]\n`
  ),
  mended(
    'ends of lines as they were, and the mark at the beginning',
    '\uFEFFjobs:\r\n  a:\r\n    runs-on: ubuntu-20.04\r\n'
  )
]
