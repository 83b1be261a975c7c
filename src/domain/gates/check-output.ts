// The check run that shows the results of all gates on a commit.
import type { Verdict } from '#schemas/decisions/decisions.js'
import type { CheckReply, EvaluatedCondition } from '#schemas/gates/gates.js'
import { inlineCode, plainProse } from '../text/markdown.js'
import type { GateOutcome } from './gates.js'

type Conclusion = CheckReply['conclusion']
type Decision = Verdict['decision']

interface DecisionText {
  conclusion: Conclusion
  nextStep: string
}

const DECISION_TEXTS: Readonly<Record<Decision, DecisionText>> = {
  acted: { conclusion: 'success', nextStep: 'Nothing to do.' },
  blocked: {
    conclusion: 'failure',
    nextStep:
      'Improve the metrics that are marked as failed and evaluate the gates again, or grant a waiver for `quality_gates`.'
  },
  skipped: {
    conclusion: 'neutral',
    nextStep: 'Nothing to do: a waiver applies, so this result does not block.'
  },
  dry_run: { conclusion: 'neutral', nextStep: 'Nothing to do: in a dry run this result does not block.' },
  error: {
    conclusion: 'failure',
    nextStep: 'Fix the configuration file; the check `service/config-validation` shows what is wrong with it.'
  }
}

export function gateCheckOutput(
  { decision, reason }: Pick<Verdict, 'decision' | 'reason'>,
  outcomes: readonly GateOutcome[]
) {
  const { conclusion, nextStep } = DECISION_TEXTS[decision]
  const passed = outcomes.filter(({ result }) => result === 'passed').length
  const sections = [
    ...(reason === null ? [] : [plainProse(reason)]),
    `**What to do next:** ${nextStep}`,
    ...outcomes.map(gateSection)
  ]
  return {
    conclusion,
    title: `${passed} of ${outcomes.length} gates passed`,
    summary: sections.join('\n\n')
  }
}

const TABLE_HEAD = '| Result | Condition | Actual |\n| --- | --- | --- |'

function gateSection({ name, result, score, blockOnFail, conditions }: GateOutcome): string {
  const kind = blockOnFail ? 'blocking' : 'informational'
  return [
    `### ${inlineCode(name)}: ${result} (${kind}, score ${score})`,
    '',
    TABLE_HEAD,
    ...conditions.map(conditionRow)
  ].join('\n')
}

function conditionRow({ metric, operator, threshold, actual, passed, no_data }: EvaluatedCondition): string {
  const shown = no_data === true ? `${actual ?? 'unknown'} (no data)` : String(actual ?? 'unknown')
  return `| ${passed ? 'passed' : '**failed**'} | \`${metric} ${operator} ${threshold}\` | ${shown} |`
}
