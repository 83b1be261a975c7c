// What the language model is asked to look for, by the settings of the repository.
import type { ReviewSettings } from '#schemas/review/settings.js'

type Check = Extract<keyof ReviewSettings, `check_${string}`>

export type ReviewChecks = Pick<ReviewSettings, Check>

const CHECKS: Readonly<Record<Check, string>> = {
  check_logic:
    'Logic (`bug`, `regression`): wrong results, cases that are forgotten, errors that are swallowed, races, and what worked before and does not any more.',
  check_security:
    'Security (`security`): input that is trusted too early, missing checks of permissions, injection of any kind, data that leaks, weak cryptography.',
  check_architecture:
    'Structure (`maintainability`): what breaks the rules of the repository or its layers, duplicates what exists, or will be hard to change. If there is a note on the architecture, it says what the rules are.',
  check_cost_leaks:
    'Waste (`bug`, `maintainability`): calls or queries in loops, work without a limit or a timeout, resources that are never released, paid services called more often than needed.',
  check_tests: 'Tests (`test_gap`): changed behaviour that no test would notice, and tests that cannot fail.',
  check_docs:
    'Documentation (`maintainability`): what the change makes untrue, and new settings that no page names.'
}

/** The lines of the prompt; empty if nothing is to be looked for. */
export function checkLines(checks: ReviewChecks): string {
  // Cast: the table has these keys and no others.
  const names = Object.keys(CHECKS) as Check[]
  return names
    .filter((name) => checks[name])
    .map((name) => `- ${CHECKS[name]}`)
    .join('\n')
}
