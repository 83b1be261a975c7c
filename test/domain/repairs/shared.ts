// Parts of workflows that stand at several places by an alias: whatever is changed at one is changed at the others.
import { type Case, CI } from './case.js'
import { DISABLED } from './scripts.js'
import { RETIRED } from './uploads.js'

const left = (repair: Case['repair'], log: string, text: string): Case => ({
  repair,
  what: `a part that stands at several places: ${text}`,
  log: [log],
  before: { [CI]: text },
  refused: /uses YAML aliases/
})

export const SHARED: Case[] = [
  left(
    'retired_actions',
    RETIRED,
    'jobs:\n  a:\n    steps:\n      - &up\n        uses: actions/upload-artifact@v3\n  b:\n    steps: [*up]\n'
  ),
  left(
    'retired_images',
    '##[error]The ubuntu-20.04 runner image has been removed',
    'jobs:\n  a:\n    runs-on: &os ubuntu-20.04\n  b:\n    strategy:\n      matrix:\n        os: [*os, ubuntu-22.04]\n'
  ),
  left(
    'workflow_commands',
    DISABLED,
    'jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - &s\n        run: echo "::set-output name=a::b"\n  b:\n    runs-on: windows-latest\n    steps: [*s]\n'
  )
]
