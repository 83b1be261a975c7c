// Scripts that print commands, of which the log names some.
import { type Case, CI, expression } from './case.js'

const disabled = (command: string) =>
  `##[error]The \`${command}\` command is disabled. Please upgrade to using Environment Files.`

export const DISABLED = disabled('set-output')
export const ALL_DISABLED = ['set-output', 'save-state', 'set-env', 'add-path'].map(disabled)

export const script = (...lines: string[]) =>
  `jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - id: v\n        run: |\n${lines.map((line) => `          ${line}\n`).join('')}`

const left = (what: string, text: string, refused: RegExp): Case => ({
  repair: 'workflow_commands',
  what,
  log: [DISABLED],
  before: { [CI]: text },
  refused
})

const PRINTS = script('echo "::set-output name=a::b"')
const WRITES = script('echo "a=b" >> "$GITHUB_OUTPUT"')

export const SCRIPTS: Case[] = [
  {
    repair: 'workflow_commands',
    what: 'commands that the log does not name are left as they are, however they are printed',
    log: [DISABLED],
    before: {
      [CI]: script('echo "::set-env name=a::b"', 'node a.js ::set-env', 'echo "::set-output name=a::b"')
    },
    after: {
      [CI]: script('echo "::set-env name=a::b"', 'node a.js ::set-env', 'echo "a=b" >> "$GITHUB_OUTPUT"')
    }
  },
  left(
    'a command that the log does not name, alone',
    script('echo "::set-env name=a::b"'),
    /an action that it uses/
  ),
  ...[`B="\${B//'%'/'%25'}"`, `B="\${B//$'\\n'/'%0A'}"`, "B=$(sed 's/$/%0d/' b)"].map((line) =>
    left(
      `ends of lines that only commands can tell: ${line}`,
      script(line, 'echo "::set-output name=b::$B"'),
      /escapes line ends/
    )
  ),
  {
    ...left('ends of lines, written where another file uses them', PRINTS, /escapes line ends/),
    before: {
      [CI]: PRINTS.replace('    steps:\n', '    steps:\n      - uses: ./.github/actions/a\n'),
      '.github/actions/a/action.yml':
        "runs:\n  steps:\n    - run: echo 'B=a%0Ab' >> $GITHUB_ENV\n      shell: sh\n"
    }
  },
  ...['$(cat a)', '`cat a`', 'a$(cat a)b'].map((value) =>
    left(
      `what a program prints may be several lines: ${value}`,
      script(`echo "::set-output name=a::${value}"`),
      /only a person/
    )
  ),
  ...[
    'self-hosted',
    'win-large',
    '[self-hosted]',
    '{ group: a, labels: ubuntu-latest }',
    expression('inputs.os')
  ].map((label) =>
    left(
      `what the runner is cannot be told: ${label}`,
      PRINTS.replace('ubuntu-latest', label),
      /only a person/
    )
  ),
  ...['bash', 'sh -e {0}'].map(
    (shell): Case => ({
      repair: 'workflow_commands',
      what: `a runner of somebody's own, with a shell that is known: ${shell}`,
      log: [DISABLED],
      before: { [CI]: `${PRINTS.replace('ubuntu-latest', 'self-hosted')}        shell: ${shell}\n` },
      after: { [CI]: `${WRITES.replace('ubuntu-latest', 'self-hosted')}        shell: ${shell}\n` }
    })
  ),
  {
    repair: 'workflow_commands',
    what: 'ends of lines as they were, and the mark at the beginning',
    log: [DISABLED],
    before: { [CI]: `\uFEFF${PRINTS}`.replaceAll('\n', '\r\n') },
    after: { [CI]: `\uFEFF${WRITES}`.replaceAll('\n', '\r\n') }
  }
]
